import type { ProjectedEvent } from '../definitions/projection.ts';

/** Published by the runner after it has committed a batch. */
export interface Applied {
  readonly projection: string;
  /** The checkpoint that was committed. */
  readonly position: bigint;
  /** Another runner has committed later events and may have published them: this batch's documents are outdated. */
  readonly superseded: boolean;
  /** The events of the batch that the projection folded, in order. */
  readonly events: readonly ProjectedEvent[];
  /** A document as the batch committed it; undefined when the batch removed it or did not write it. */
  document<T extends object>(collection: string, id: string): T | undefined;
  /** All documents of a collection that the batch wrote, as it committed them, by their ids. */
  documentsIn<T extends object>(collection: string): ReadonlyMap<string, T>;
  /** Whether the batch removed a member from an index. */
  removedFromIndex(index: string, member: string): boolean;
}

/** @param startedAt when the runner began to fold the batch, of `performance.now()` */
export type AppliedListener = (applied: Applied, startedAt: number) => void;
