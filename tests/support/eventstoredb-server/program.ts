/**
 * An EventStoreDB in memory as a separate process, which ends with its standard input. Its argument is
 * `EventStoreProgramOptions` as JSON. It prints its connection string.
 */
import { closeSync, existsSync, ftruncateSync, openSync, readFileSync, writeSync } from 'node:fs';
import { flushCompileCache } from 'node:module';
import { FakeEventStoreDb } from './server.ts';
import { type StoredEvent, StoredLog } from './stored-log.ts';

export interface EventStoreProgramOptions {
  /** The length of a simulated history that it begins with. Default: none. */
  readonly events?: number;
  /** Default: a free one. */
  readonly port?: number;
  /** Keeps the appended events, so that they survive `kill -9`. Default: they are only in memory. */
  readonly file?: string;
}

const { events = 0, port = 0, file }: EventStoreProgramOptions = JSON.parse(process.argv[2] ?? '{}');

interface Line extends Pick<StoredEvent, 'stream' | 'id' | 'type' | 'contentType'> {
  readonly revision: number;
  /** Base64, as `metadata`. */
  readonly data: string;
  readonly metadata: string;
}

const base64 = (bytes: Uint8Array): string => Buffer.from(bytes).toString('base64');
const bytesOf = (text: string): Uint8Array => Buffer.from(text, 'base64');

const lineOf = ({ stream, id, type, contentType, revision, data, metadata }: StoredEvent): string => {
  const line: Line = {
    ...{ stream, id, type, contentType },
    revision: Number(revision),
    data: base64(data),
    metadata: base64(metadata),
  };
  return `${JSON.stringify(line)}\n`;
};

/** Appends the lines of the file again, at the same positions, and removes an incomplete one at its end. */
function restore(log: StoredLog, path: string): void {
  const text = readFileSync(path);
  const length = text.lastIndexOf('\n') + 1;
  for (const row of text.toString('utf8', 0, length).split('\n').slice(0, -1)) {
    const { stream, revision, data, metadata, ...event }: Line = JSON.parse(row);
    const proposed = { ...event, data: bytesOf(data), metadata: bytesOf(metadata) };
    log.append(stream, [proposed], revision === 0 ? 'no_stream' : BigInt(revision - 1));
  }
  const opened = openSync(path, 'r+');
  ftruncateSync(opened, length);
  closeSync(opened);
  // A restarted server has forgotten them.
  log.remembersIds = false;
}

const log = new StoredLog();
if (file !== undefined) {
  // Without the event that each log begins with.
  const first = log.events.length;
  if (existsSync(file)) restore(log, file);
  const opened = openSync(file, 'a');
  let written = Math.max(first, log.events.length);
  log.onAppend(() => {
    const added = log.events.slice(written);
    written += added.length;
    // Before the append is acknowledged.
    writeSync(opened, added.map(lineOf).join(''));
  });
}
if (events > 0) {
  // Half of the time of a start.
  const { simulatedHistory } = await import('../../../server/simulation/simulated-history.ts');
  const { seedEventStore } = await import('../seeded-event-store.ts');
  seedEventStore({ log }, simulatedHistory({ events, seed: 15, until: new Date('2026-11-01T00:00:00.000Z') }), events);
}
const server = await FakeEventStoreDb.start({ log, port });
// Node would save the compile cache at its exit, but tests kill this process.
flushCompileCache();
process.stdout.write(`${server.connectionString}\n`);
process.stdin.resume().on('end', () => process.exit());
