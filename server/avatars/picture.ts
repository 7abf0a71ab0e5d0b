import type { Picture } from './avatars.ts';
import { cleanJpeg } from './jpeg.ts';
import { cleanWebp } from './webp.ts';

export const maxSidePx = 512;

/**
 * Strips a JPEG or WebP of everything that is not the picture: location, camera, comments and trailing data. Undefined
 * for other formats, animations, and pictures larger than `maxSidePx`.
 */
export function cleanPicture(bytes: Buffer): Picture | undefined {
  const jpeg = cleanJpeg(bytes);
  const cleaned = jpeg ?? cleanWebp(bytes);
  if (!cleaned || !fits(cleaned.width) || !fits(cleaned.height)) return undefined;
  return { type: jpeg ? 'jpeg' : 'webp', bytes: cleaned.bytes };
}

const fits = (side: number): boolean => side > 0 && side <= maxSidePx;
