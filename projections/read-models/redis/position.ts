import type { Checkpoint } from '../read-model-store.ts';

/** Parses "<position> <token of the committer> <event id>". Checkpoints of older releases have no event id. */
export function parseCheckpoint(stored: string | null): Checkpoint | undefined {
  const [, position, eventId] = stored?.match(/^(\d+)(?: \S+)?(?: (\S+))?/) ?? [];
  return position === undefined ? undefined : { position: BigInt(position), eventId };
}

export const parsePosition = (stored: string | null): bigint | undefined => parseCheckpoint(stored)?.position;

/** The part of a stored checkpoint after the position. */
export const checkpointSuffix = (token: string, eventId: string | undefined): string =>
  eventId === undefined ? token : `${token} ${eventId}`;
