import type { RecordedEvent } from '../core/event-log.ts';
import { OrderedAppends, type Target } from './append-in-order.ts';
import { canonicalText } from './log-lines.ts';

/** An event to append. */
export interface SourceEvent {
  readonly event: RecordedEvent;
  /** An upper bound for its size in the log. */
  readonly bytes: number;
}

export interface AppendMissingOptions {
  readonly target: Target;
  /** The event before those of the source in the target; undefined: none. */
  readonly after?: bigint | undefined;
  readonly signal: AbortSignal;
  /** Receives the number of events that are in the target. */
  readonly onProgress?: ((count: number) => void) | undefined;
  /** Names the event that differs, and the remedy. */
  differs(found: RecordedEvent, expected: RecordedEvent | undefined): Error;
}

export interface Appended {
  readonly count: number;
  /** How many of them were in the target before. */
  readonly found: number;
}

/**
 * Appends the events of the source that the target does not have. The target must have the first events of the source,
 * such as after an interruption, and no other.
 * @throws what `differs` returns; then nothing was appended
 */
export async function appendMissing(
  source: AsyncIterable<SourceEvent>,
  { target, after, signal, onProgress, differs }: AppendMissingOptions,
): Promise<Appended> {
  const present = target.log.readAll(after === undefined ? {} : { after })[Symbol.asyncIterator]();
  const appends = new OrderedAppends(target);
  let next = await present.next();
  let [count, found] = [0, 0];
  for await (const { event, bytes } of source) {
    signal.throwIfAborted();
    if (next.done) {
      await appends.add(event, bytes);
    } else {
      if (canonicalText(next.value) !== canonicalText(event)) throw differs(next.value, event);
      found += 1;
      next = await present.next();
    }
    count += 1;
    onProgress?.(count);
  }
  if (!next.done) throw differs(next.value, undefined);
  await appends.flush();
  return { count, found };
}
