/** A library of pictures in memory, with a simulated clock. */
import { oneAtATime } from '../../server/core/timing/one-at-a-time.ts';
import { pictureLibrary } from '../../server/pictures/picture-library.ts';
import { removeUnused } from '../../server/pictures/remove-unused.ts';
import type { PictureUse } from '../../server/pictures/use-of-picture.ts';
import { memoryPictureStore } from './memory-picture-store.ts';

export const hourMs = 60 * 60_000;
export const begin = Date.parse('2026-11-26T12:00:00.000Z');

/** Renditions begin alike, as WebP does. */
export const header = 'RIFF, and more than a hash may leave out: ';

/** Without an encoder: the name of an uploaded file is its content. */
export function openLibrary() {
  let now = begin;
  const store = memoryPictureStore(() => now);
  const uses = new Map<string, PictureUse>();
  const use = async () => uses;
  const encode = async (file: string) => ({
    renditions: [
      { width: 320, height: 240, bytes: Buffer.from(`${header}${file} small`) },
      { width: 640, height: 480, bytes: Buffer.from(`${header}${file} large`) },
    ],
    placeholder: 'data:,soup',
  });
  const shared = { store, use, oneAtATime: oneAtATime(), now: () => now };
  const library = pictureLibrary({ ...shared, encoder: { encode }, uploads: '/none' });
  return {
    ...{ store, uses, library },
    /** With locks of its own. */
    otherNode: pictureLibrary({ ...shared, oneAtATime: oneAtATime(), encoder: { encode }, uploads: '/none' }),
    passHours: (hours: number) => {
      now += hours * hourMs;
    },
    tidy: (logBeganAt: Date | null = new Date(begin - hourMs)) =>
      removeUnused({ ...shared, logBeganAt: logBeganAt ?? undefined, signal: new AbortController().signal }),
  };
}

export const inUse: PictureUse = { count: 1, unusedSince: null };
/** The problem of a picture that is removed or about to be. */
export const isGone = { code: 'PICTURE_GONE' };
