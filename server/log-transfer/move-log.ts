import { createHash } from 'node:crypto';
import type { ReadableLog, RecordedEvent } from '../core/event-log.ts';
import type { Target } from './append-in-order.ts';
import { type Appended, appendMissing, type SourceEvent } from './append-missing.ts';
import { canonicalText } from './log-lines.ts';

export interface MoveOptions {
  readonly source: ReadableLog;
  readonly target: Target;
  readonly signal: AbortSignal;
  readonly onCopy?: (count: number) => void;
  /** Receives how many events were read back, of those of both logs. */
  readonly onCompare?: (count: number, total: number) => void;
}

export interface LogDigest {
  readonly count: number;
  /** Hexadecimal SHA-256 of the events without their positions. */
  readonly sha256: string;
}

export interface Moved extends Appended, LogDigest {}

/** Both logs have been read back, and are not the same. */
export class LogsDiffer extends Error {
  constructor(source: LogDigest, target: LogDigest) {
    super(
      `The logs differ: ${source.count} events (SHA-256 ${source.sha256}) and ${target.count} events (SHA-256 ${target.sha256}). Keep the old log, and move it to an empty one`,
    );
    this.name = 'LogsDiffer';
  }
}

/**
 * Copies a log to an empty one, or continues an interrupted move, and compares both.
 * @throws LogsDiffer; Error in one line when the source changed meanwhile, or the target has other events
 */
export async function moveLog({ source, target, signal, onCopy, onCompare }: MoveOptions): Promise<Moved> {
  const head = await source.head();
  const moved = await appendMissing(withSizes(source.readAll()), {
    target,
    signal,
    onProgress: onCopy,
    differs: (found, expected) =>
      new Error(
        `The log to move to is not empty, and ${expected === undefined ? 'has more events' : 'has another event'} at position ${found.position}: move to an empty log`,
      ),
  });
  const onRead = (before: number) => (count: number) => onCompare?.(before + count, 2 * moved.count);
  const written = await digestOf(target.log, signal, onRead(0));
  const read = await digestOf(source, signal, onRead(moved.count));
  if ((await source.head()) !== head) {
    throw new Error('The log grew while it was moved: stop the server, and repeat the command to move the rest');
  }
  if (written.sha256 !== read.sha256) throw new LogsDiffer(read, written);
  return { ...moved, ...read };
}

async function* withSizes(events: AsyncIterable<RecordedEvent>): AsyncGenerator<SourceEvent, void> {
  for await (const event of events)
    yield { event, bytes: Buffer.byteLength(JSON.stringify([event.data, event.meta])) + event.type.length * 2 };
}

/** Reads a whole log. */
async function digestOf(
  log: ReadableLog,
  signal: AbortSignal,
  onProgress?: (count: number) => void,
): Promise<LogDigest> {
  const hash = createHash('sha256');
  let count = 0;
  for await (const event of log.readAll()) {
    signal.throwIfAborted();
    hash.update(`${canonicalText(event)}\n`);
    count += 1;
    onProgress?.(count);
  }
  return { count, sha256: hash.digest('hex') };
}
