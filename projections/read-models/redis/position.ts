import type { Checkpoint } from '../read-model-store.ts';

/** A checkpoint is kept as "<position> <token of the committer>", and since the event's id is kept, " <id>" behind that. */
export function checkpointIn(stored: string | null): Checkpoint | undefined {
  const [, position, eventId] = stored?.match(/^(\d+)(?: \S+)?(?: (\S+))?/) ?? [];
  return position === undefined ? undefined : { position: BigInt(position), eventId };
}

export const positionIn = (stored: string | null): bigint | undefined => checkpointIn(stored)?.position;

/** What follows the position in a checkpoint. */
export const committerIn = (token: string, eventId: string | undefined): string =>
  eventId === undefined ? token : `${token} ${eventId}`;
