import type { Checkpoint } from './checkpoint.ts';
import type { SealFolder } from './seal-folder.ts';

/** A checkpoint with what it covers. */
export interface ListedCheckpoint {
  readonly checkpoint: Checkpoint;
  /** When the last event that it covers was recorded; undefined if the index of the seals does not have it. */
  readonly upTo: Date | undefined;
}

/** The newest ones first. */
export async function listCheckpoints(
  { checkpoints, index }: Pick<SealFolder, 'checkpoints' | 'index'>,
  limit: number,
): Promise<ListedCheckpoint[]> {
  const newest = await checkpoints.newest(limit);
  return Promise.all(
    newest.map(async (checkpoint) => {
      const atMs = (await index.at(checkpoint.size - 1))?.atMs;
      return { checkpoint, upTo: atMs === undefined || Number.isNaN(atMs) ? undefined : new Date(atMs) };
    }),
  );
}
