import type { SubscriptionBatch } from '../../server/core/event-log.ts';
import type { ProjectionKey } from '../read-models/read-model-store.ts';

export interface PausedAt {
  readonly position: bigint;
  readonly id: string;
  /** ISO 8601 */
  readonly at: string;
}

/** What operators have decided about a projection. */
export interface Control {
  /** The event at which the projection stops; undefined while it is not paused. */
  readonly pausedAt: PausedAt | undefined;
  /** Whether this version leaves out the event at a position. */
  isSkipped(position: bigint): boolean;
  /** Calls the listener after each change. @returns a function that ends it */
  listen(listener: () => void): () => void;
}

export interface Controls {
  of(projection: ProjectionKey): Control;
  /** The generation that has replaced the first one, as far as it is recorded; undefined for the first one. */
  completedGeneration(projection: ProjectionKey): string | undefined;
}

const uncontrolled: Control = { pausedAt: undefined, isSkipped: () => false, listen: () => () => {} };

/** For projections of which operators decide nothing. */
export const noControls: Controls = { of: () => uncontrolled, completedGeneration: () => undefined };

/** The part of a batch that is folded: without skipped events, and up to the event at which the projection is paused. */
export function controlled(
  batch: SubscriptionBatch,
  control: Control,
): SubscriptionBatch & { readonly isPaused: boolean } {
  const { pausedAt } = control;
  const isPaused = pausedAt !== undefined && batch.position >= pausedAt.position;
  const events = batch.events.filter(
    ({ position }) => !control.isSkipped(position) && !(isPaused && position > pausedAt.position),
  );
  if (!isPaused) return { ...batch, events, isPaused };
  return { events, position: pausedAt.position, positionId: pausedAt.id, caughtUp: batch.caughtUp, isPaused };
}
