/** Logs on SQLite as they are after a crash or on a failing disk. */
import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { encodeRecord } from '../../server/event-log/sqlite/record.ts';
import { openForWriting } from '../../server/event-log/sqlite/schema.ts';
import { Writer } from '../../server/event-log/sqlite/writer.ts';
import { encodeAppend, type FlatGroup, noStream } from '../../server/event-log/sqlite/writer-protocol.ts';
import { eventOf, streamOf as streamOfSample } from './sealed-log.ts';

const newFolder = (): string => mkdtempSync(join(tmpdir(), 'potluck-damage-'));

/**
 * Commits events, and copies the files before they are closed: as after a crash, with the later commits, each of one event,
 * in the write-ahead log only.
 * @returns the database in a new folder, where `copyLog` copies it from
 */
export function crashedLog(
  { checkpointed, waiting }: { checkpointed: number; waiting: number },
  streamOf = streamOfSample,
): string {
  const folder = newFolder();
  const file = join(folder, 'events.sqlite');
  const db = openForWriting(file, 'FULL');
  const writer = new Writer(db, 100_000);
  const revisions = new Map<string, number>();
  const encode = (group: FlatGroup, n: number): FlatGroup => {
    const [stream, event] = [streamOf(n), eventOf(n)];
    const revision = revisions.get(stream) ?? noStream;
    encodeAppend(group, stream, revision, [{ id: event.id, type: event.type, record: encodeRecord(event) }]);
    revisions.set(stream, revision + 1);
    return group;
  };
  const group: FlatGroup = [];
  for (let n = 0; n < checkpointed; n++) encode(group, n);
  writer.write(group);
  db.exec('PRAGMA wal_checkpoint(TRUNCATE)');
  for (let n = checkpointed; n < checkpointed + waiting; n++) writer.write(encode([], n));
  const copy = copyLog(file);
  db.close();
  rmSync(folder, { recursive: true });
  return copy;
}

/** Copies a log and its write-ahead log into a new folder. */
export function copyLog(file: string): string {
  const copy = join(newFolder(), 'events.sqlite');
  for (const suffix of ['', '-wal']) if (existsSync(file + suffix)) cpSync(file + suffix, copy + suffix);
  return copy;
}

/** Changes a file's bytes at an offset: each is combined with `mask` by an exclusive or. */
export function flip(file: string, offset: number, mask: readonly number[]): void {
  const bytes = readFileSync(file);
  for (const [index, bits] of mask.entries()) {
    const at = offset + index;
    bytes.writeUInt8(bytes.readUInt8(at) ^ bits, at);
  }
  writeFileSync(file, bytes);
}
