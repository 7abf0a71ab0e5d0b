import { createHash } from 'node:crypto';
import { DamagedLog, LogBehindCheckpoint, type ReadableLog, type RecordedEvent } from '../core/event-log.ts';
import { encodeEvent, encodeLine, formatName, formatVersion, type Header, type LogKind } from './log-lines.ts';

/** A log to read, and what an export says about it. */
export interface Source {
  readonly log: ReadableLog;
  readonly kind: LogKind;
  /** Its file or its hosts, without a password. */
  readonly origin: string;
}

export interface ExportOptions {
  readonly source: Source;
  /** Only the events after the one at this position. */
  readonly since?: bigint | undefined;
  readonly signal: AbortSignal;
  /** Receives the number of events so far. */
  readonly onProgress?: (count: number) => void;
}

/** Characters per chunk. A call for each line would cost more than the line. */
const chunkSize = 128 * 1024;

export interface Export {
  /** Position of the last event; undefined without events. */
  readonly last: bigint | undefined;
  readonly lines: AsyncIterable<string>;
}

/**
 * Exports the events that are in the log now.
 * @throws Error in one line when there is no event at `since`
 */
export async function startExport({ source, since, signal, onProgress }: ExportOptions): Promise<Export> {
  const { log, kind, origin } = source;
  const after = since === undefined ? null : await eventAt(log, since);
  const newest = await firstOf(log.readAll({ direction: 'backwards', limit: 1 }));
  const range = since === undefined ? {} : { after: since };
  const first = await firstOf(log.readAll({ ...range, limit: 1 }));
  const last = first === undefined ? undefined : newest?.position;
  const header: Header = {
    format: formatName,
    version: formatVersion,
    origin,
    kind,
    after: after && { position: `${after.position}`, id: after.id },
    first: first === undefined ? null : `${first.position}`,
    last: last === undefined ? null : `${last}`,
    at: new Date().toISOString(),
  };
  const events = last === undefined ? [] : upTo(log.readAll(range), last);
  return { last, lines: lines(header, events, signal, onProgress) };
}

async function* lines(
  header: Header,
  events: AsyncIterable<RecordedEvent> | Iterable<RecordedEvent>,
  signal: AbortSignal,
  onProgress: ExportOptions['onProgress'],
): AsyncGenerator<string, void> {
  const hash = createHash('sha256');
  let chunk = encodeLine(header);
  let count = 0;
  try {
    for await (const event of events) {
      chunk += encodeEvent(event);
      count += 1;
      if (chunk.length < chunkSize) continue;
      signal.throwIfAborted();
      hash.update(chunk);
      onProgress?.(count);
      yield chunk;
      chunk = '';
    }
  } catch (error) {
    // On standard output, everything before the damage can be rescued.
    if (error instanceof DamagedLog) yield chunk;
    throw error;
  }
  hash.update(chunk);
  onProgress?.(count);
  yield chunk;
  yield encodeLine({ count, sha256: hash.digest('hex') });
}

/** Other processes may append meanwhile. */
async function* upTo(events: AsyncIterable<RecordedEvent>, last: bigint): AsyncGenerator<RecordedEvent, void> {
  for await (const event of events) {
    if (event.position > last) return;
    yield event;
  }
}

async function eventAt(log: ReadableLog, position: bigint): Promise<RecordedEvent> {
  const event = await firstOf(log.readAll({ from: position, limit: 1 })).catch((error: unknown) => {
    if (error instanceof LogBehindCheckpoint) return undefined;
    throw error;
  });
  if (event?.position === position) return event;
  throw new Error(`No event is at position ${position}: give the last position of the previous export`);
}

async function firstOf(events: AsyncIterable<RecordedEvent>): Promise<RecordedEvent | undefined> {
  for await (const event of events) return event;
  return undefined;
}
