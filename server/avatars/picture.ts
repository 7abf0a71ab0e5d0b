import type { Picture } from './avatars.ts';
import { cleanJpeg } from './jpeg.ts';
import { cleanWebp } from './webp.ts';

/** Pixels along a side. */
export const largestSide = 512;

/**
 * What is left of a JPEG or WebP without all that is no picture: where and by what it was taken, remarks, and whatever
 * hangs on behind its end. Undefined for what is neither, moves, or is too large for a face in a list.
 */
export function cleanPicture(bytes: Buffer): Picture | undefined {
  const jpeg = cleanJpeg(bytes);
  const cleaned = jpeg ?? cleanWebp(bytes);
  if (!cleaned || !fits(cleaned.width) || !fits(cleaned.height)) return undefined;
  return { type: jpeg ? 'jpeg' : 'webp', bytes: cleaned.bytes };
}

const fits = (side: number): boolean => side > 0 && side <= largestSide;
