import { positionAtLeast } from './api-client.ts';

/**
 * Which log positions a cached document includes: one for the whole as it was read, and later ones for single parts
 * that were told since. By it each message is taken in at most once, in whichever order messages and answers arrive.
 */
export interface Versions {
  readonly base: string;
  readonly parts: Readonly<Record<string, string>>;
}

export const versionsAt = (base: string): Versions => ({ base, parts: {} });

/** Whether the part is shown as of this position or a later one, so that a message of it tells nothing new. */
export const includes = ({ base, parts }: Versions, part: string, position: string): boolean =>
  positionAtLeast(parts[part] ?? base, position);

/**
 * Whether a message of the part is to be taken in. The answer to a write may have the position of somebody else's write
 * that was recorded together with it, and be of just before it: so of the same position the message counts, which tells
 * how it was after both.
 */
export const isNews = ({ base, parts }: Versions, part: string, position: string): boolean => {
  const told = parts[part];
  return told === undefined ? !positionAtLeast(base, position) : positionAtLeast(position, told);
};

export const advanced = ({ base, parts }: Versions, told: Iterable<string>, position: string): Versions => ({
  base,
  parts: { ...parts, ...Object.fromEntries([...told].map((part) => [part, position])) },
});

/** After a fresh read of the whole: only what was told about later positions is still to be remembered. */
export const rebased = ({ parts }: Versions, base: string): Versions => ({
  base,
  parts: toldSince(parts, base),
});

/** Of what was told at these positions only that of later ones than `position`. */
export const toldSince = (told: Readonly<Record<string, string>>, position: string): Readonly<Record<string, string>> =>
  Object.fromEntries(Object.entries(told).filter(([, at]) => !positionAtLeast(position, at)));
