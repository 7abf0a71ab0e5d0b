import type { Checkpoint } from './checkpoint.ts';
import type { CheckpointFile } from './checkpoint-file.ts';
import type { EventIndex } from './event-index.ts';

/** The first checkpoint that covers an event. */
export interface Sealing {
  readonly checkpoint: Checkpoint;
  /** How many events it covers for the first time. */
  readonly events: number;
}

/** Of a folder of seals. */
interface SealedFiles {
  readonly checkpoints: Pick<CheckpointFile, 'newest' | 'around'>;
  readonly index: Pick<EventIndex, 'find'>;
}

/** Undefined while the event at a position is not sealed, or if there is none. */
export async function sealingOf({ checkpoints, index }: SealedFiles, position: bigint): Promise<Sealing | undefined> {
  const [last] = await checkpoints.newest(1);
  const leaf = last && (await index.find(position, last.size));
  if (leaf === undefined) return undefined;
  const { before, first } = await checkpoints.around(leaf + 1);
  return first && { checkpoint: first, events: first.size - (before?.size ?? 0) };
}
