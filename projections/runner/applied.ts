import type { ProjectedEvent } from '../definitions/projection.ts';

/** Said by the runner after a batch is committed, never before. */
export interface Applied {
  readonly projection: string;
  /** The checkpoint that was committed. */
  readonly position: bigint;
  /** Another runner has committed more since, which may have been told already: what this batch wrote is not the newest. */
  readonly overtaken: boolean;
  /** The events of the batch that the projection folded, in order. */
  readonly events: readonly ProjectedEvent[];
  /** A document that the batch wrote, as committed; undefined when it was removed or not written. */
  document<T extends object>(collection: string, id: string): T | undefined;
  /** Whether the batch took a member out of an index. */
  hasLeft(index: string, member: string): boolean;
}

export type AppliedListener = (applied: Applied) => void;
