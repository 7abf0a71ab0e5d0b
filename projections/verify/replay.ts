import { filterOf, type ProjectedEvent } from '../definitions/projection.ts';
import type { Checkpoint } from '../read-models/read-model-store.ts';
import { FoldFailed } from '../runner/fold.ts';
import type { FollowedLog } from '../runner/log-steps.ts';
import type { TimeSlice } from '../runner/time-slice.ts';
import type { Shadow } from './shadow.ts';

/** A shadow and the position up to which it is folded. */
export interface Replayed {
  readonly shadow: Shadow;
  readonly checkpoint: Checkpoint | undefined;
  /** Why the shadow has not reached that position. */
  problem?: string;
}

export interface ReplayOptions {
  readonly signal: AbortSignal;
  readonly slice: TimeSlice;
  readonly onReplayed?: ((position: bigint) => void) | undefined;
}

/**
 * Folds the log into all shadows, each up to its model's checkpoint, with one subscription. A shadow whose events cannot be
 * folded does not stop the others.
 */
export async function replay(log: FollowedLog, all: readonly Replayed[], options: ReplayOptions): Promise<void> {
  const { signal, slice, onReplayed } = options;
  const stop = new AbortController();
  let folding = all.filter(({ checkpoint }) => checkpoint !== undefined);
  if (folding.length === 0) return;
  const byType = Map.groupBy(
    folding.flatMap((one) => filterOf(one.shadow.definition).types.map((type) => ({ one, type }))),
    ({ type }) => type,
  );
  const filter = { types: [...byType.keys()] };
  const batches = log.subscribe({ filter, signal: AbortSignal.any([stop.signal, signal]) });
  for await (const { events, position, caughtUp } of batches) {
    const own = new Map<Replayed, ProjectedEvent[]>(folding.map((one) => [one, []]));
    for (const event of events) for (const { one } of byType.get(event.type) ?? []) own.get(one)?.push(event);
    // The log has the checkpoints, so at its end there is nothing left before them.
    for (const [one, its] of own) take(one, its, position);
    folding = folding.filter((one) => !isDone(one));
    onReplayed?.(position);
    if (folding.length === 0 || caughtUp) break;
    await slice.yieldIfUsedUp();
  }
  stop.abort();
  signal.throwIfAborted();
}

function take(one: Replayed, events: readonly ProjectedEvent[], position: bigint): void {
  const end = one.checkpoint?.position ?? 0n;
  try {
    if (position <= end) one.shadow.take(events, position);
    else
      one.shadow.take(
        events.filter((event) => event.position <= end),
        end,
      );
  } catch (error) {
    if (!(error instanceof FoldFailed)) throw error;
    one.problem = error.message;
  }
}

const isDone = ({ shadow, checkpoint, problem }: Replayed): boolean =>
  problem !== undefined ||
  checkpoint === undefined ||
  (shadow.position !== undefined && shadow.position >= checkpoint.position);
