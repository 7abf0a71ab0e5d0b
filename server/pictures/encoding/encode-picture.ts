/** Decodes a picture and encodes it anew, so that nothing of the file but its pixels is published. */
import sharp, { type Sharp } from 'sharp';
import { PictureProblem, type Size } from '../pictures.ts';

/** A picture as it is served. */
export interface EncodedPicture {
  /** WebP, narrowest first. */
  readonly renditions: readonly (Size & { readonly bytes: Uint8Array })[];
  readonly placeholder: string;
}

/** Above the 50 megapixels of common phones. */
const maxPixels = 52_000_000;

/**
 * What is delivered: phones of 360 CSS px choose one of the first three, by the density of their screen. `maxBytes`: the
 * quality is lowered until the rendition is as small.
 */
const renditions = [
  { width: 320, maxBytes: 40_000 },
  { width: 640, maxBytes: 100_000 },
  { width: 1080, maxBytes: 150_000 },
  { width: 1600, maxBytes: 320_000 },
] as const;
const widest = 1600;
/** Twice the width: pictures that are taller are narrower instead. */
const maxHeightOf = (width: number): number => width * 2;

const qualities = [74, 60, 45, 30, 15] as const;
/** libwebp's speed: 2 takes half the time of the default 4, for 5 % more bytes. */
const effort = 2;
/** The longer side. */
const miniaturePx = 16;

const decodable: ReadonlySet<string> = new Set(['jpeg', 'png', 'webp', 'heif', 'gif']);

// A process decodes one picture at a time, without keeping anything of the last one.
sharp.cache(false);
sharp.concurrency(1);
// libvips reads some thirty formats, of which SVG, PDF and others are interpreters.
sharp.block({ operation: ['VipsForeignLoad'] });
sharp.unblock({
  operation: [
    'VipsForeignLoadJpegFile',
    'VipsForeignLoadPngFile',
    'VipsForeignLoadWebpFile',
    'VipsForeignLoadHeifFile',
    'VipsForeignLoadNsgifFile',
  ],
});

/** Of an animation, only the first picture. @throws PictureProblem */
export async function encodePicture(file: string): Promise<EncodedPicture> {
  await assertDecodable(file);
  const { data, info } = await decode(file);
  const decoded = () => sharp(data, { raw: { width: info.width, height: info.height, channels: info.channels } });
  const encoded: (Size & { bytes: Uint8Array })[] = [];
  for (const { width, maxBytes } of renditions) {
    encoded.push(await encodeWithin(maxBytes, () => decoded().resize({ width: Math.min(width, info.width) })));
    if (width >= info.width) break;
  }
  const miniature = await decoded()
    .resize({ width: miniaturePx, height: miniaturePx, fit: 'inside', withoutEnlargement: true })
    .webp({ quality: 30, effort: 6 })
    .toBuffer();
  return { renditions: encoded, placeholder: `data:image/webp;base64,${miniature.toString('base64')}` };
}

const reader = (file: string): Sharp =>
  sharp(file, { limitInputPixels: maxPixels, failOn: 'error', sequentialRead: true, animated: false });

async function assertDecodable(file: string): Promise<void> {
  const metadata = await sharp(file, { limitInputPixels: false })
    .metadata()
    .catch((error: unknown) => {
      throw new PictureProblem('NOT_A_PICTURE', { cause: error });
    });
  const { format, compression, width, height } = metadata;
  if (!decodable.has(format) || (format === 'heif' && compression !== 'av1')) throw new PictureProblem('NOT_A_PICTURE');
  if (width * height > maxPixels) throw new PictureProblem('TOO_MANY_PIXELS');
}

/** Upright, in sRGB, and no larger than the widest rendition. */
async function decode(file: string) {
  try {
    return await reader(file)
      .autoOrient()
      .resize({ width: widest, height: maxHeightOf(widest), fit: 'inside', withoutEnlargement: true })
      .toColourspace('srgb')
      .raw({ depth: 'uchar' })
      .toBuffer({ resolveWithObject: true });
  } catch (error) {
    throw new PictureProblem('DAMAGED_PICTURE', { cause: error });
  }
}

async function encodeWithin(maxBytes: number, resized: () => Sharp) {
  for (const quality of qualities) {
    const { data: bytes, info } = await resized().webp({ quality, effort }).toBuffer({ resolveWithObject: true });
    if (bytes.length <= maxBytes || quality === qualities.at(-1)) {
      return { width: info.width, height: info.height, bytes };
    }
  }
  throw new Error('There is no quality to encode with');
}
