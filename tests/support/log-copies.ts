/** Logs and exported files in a folder of their own, for tests of their transfer. */
import { mkdtempSync, rmSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { newId } from '../../server/commands/ids.ts';
import type { EventLog, ExpectedRevision, NewEvent, ReadableLog, RecordedEvent } from '../../server/core/event-log.ts';
import { openSqliteEventLog } from '../../server/event-log/sqlite/open-sqlite-event-log.ts';
import { startExport } from '../../server/log-transfer/export-log.ts';
import { writeAtomically, writeChunks } from '../../server/log-transfer/log-file.ts';
import type { LogKind } from '../../server/log-transfer/log-lines.ts';

export const neverAborted = new AbortController().signal;

/** Removed when the test ends. */
export function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'potluck-copies-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** An embedded log, closed when the test ends. */
export async function openLogIn(folder: string, name = 'events.sqlite'): Promise<EventLog> {
  const log = await openSqliteEventLog({ file: join(folder, name) });
  onTestFinished(() => log.close());
  return log;
}

export const sampleEvent = (data: NewEvent['data'] = {}, id = newId()): NewEvent => {
  const commandId = newId();
  const request = { key: 'key', fingerprint: 'print' };
  const meta = { actor: 'mia', commandId, correlationId: commandId, at: '2026-11-25T12:00:00.000Z', schema: 2 };
  return { id, type: 'Sampled', data, meta: data.marked === true ? { ...meta, request } : meta };
};

/** The log, so that a test can replace a method of it. */
export const delegating = (log: EventLog): EventLog => ({
  append: (...append) => log.append(...append),
  readAll: (options) => log.readAll(options),
  readStream: (stream, options) => log.readStream(stream, options),
  subscribe: (options) => log.subscribe(options),
  head: () => log.head(),
  writeFailure: () => log.writeFailure(),
  close: () => log.close(),
});

/** Appends one event to each of the streams, in this order. The log may write several with one sync of the disk. */
export async function appendTo(log: EventLog, streams: readonly string[], data: NewEvent['data'] = {}): Promise<void> {
  const next = new Map<string, ExpectedRevision>();
  for (const stream of new Set(streams)) {
    next.set(stream, 'no_stream');
    for await (const { revision } of log.readStream(stream, { direction: 'backwards', limit: 1 })) {
      next.set(stream, revision);
    }
  }
  const appends = streams.map((stream) => {
    const expected = next.get(stream) ?? 'no_stream';
    next.set(stream, expected === 'no_stream' ? 0n : expected + 1n);
    return log.append(stream, [sampleEvent(data)], expected);
  });
  await Promise.all(appends);
}

export const eventsOf = (log: ReadableLog): Promise<RecordedEvent[]> => collect(log.readAll());

/** The events as they must be in each log. */
export const withoutPositions = (events: readonly RecordedEvent[]): Omit<RecordedEvent, 'position'>[] =>
  events.map(({ position: _, ...event }) => event);

async function collect<T>(items: AsyncIterable<T>): Promise<T[]> {
  const collected: T[] = [];
  for await (const item of items) collected.push(item);
  return collected;
}

export async function exportTo(
  file: string,
  log: ReadableLog,
  since?: bigint,
  kind: LogKind = 'sqlite',
): Promise<void> {
  const { lines } = await startExport({ source: { log, kind, origin: 'here' }, since, signal: neverAborted });
  await writeAtomically(file, (unfinished) => writeChunks(unfinished, file, lines, neverAborted));
}

export const linesIn = async (file: string): Promise<string[]> => (await readFile(file, 'utf8')).trimEnd().split('\n');
