import type { Checkpoint } from './checkpoint.ts';
import type { CheckpointFile } from './checkpoint-file.ts';
import type { EventIndex } from './event-index.ts';

/** A checkpoint with what it covers. */
export interface ListedCheckpoint {
  readonly checkpoint: Checkpoint;
  /** When the last event that it covers was recorded; undefined if the index of the seals does not have it. */
  readonly upTo: Date | undefined;
}

/** Of a folder of seals. */
interface ListedFiles {
  readonly checkpoints: Pick<CheckpointFile, 'newest'>;
  readonly index: Pick<EventIndex, 'at'>;
}

/** The newest ones first. */
export async function listCheckpoints({ checkpoints, index }: ListedFiles, limit: number): Promise<ListedCheckpoint[]> {
  const listed: ListedCheckpoint[] = [];
  // Sequentially: each lookup opens the index, and the operating system limits the open files of a process.
  for (const checkpoint of await checkpoints.newest(limit)) {
    const atMs = (await index.at(checkpoint.size - 1))?.atMs;
    listed.push({ checkpoint, upTo: atMs === undefined || Number.isNaN(atMs) ? undefined : new Date(atMs) });
  }
  return listed;
}
