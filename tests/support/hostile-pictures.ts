/** Files that are no harmless pictures, made when they are needed. */
import { crc32, deflateSync, gzipSync } from 'node:zlib';
import sharp from 'sharp';
import { photo } from './photos.ts';

/** Must be in no file that is served. */
export const payload = '<script>HOSTILE</script>';

export interface HostileFile {
  readonly name: string;
  readonly bytes: Buffer;
}

const side = { width: 96, height: 72 };
const formats = ['jpeg', 'png', 'webp', 'gif', 'avif'] as const;

const small = (format: (typeof formats)[number]): Promise<Buffer> => photo(side).toFormat(format).toBuffer();

const pngSignature = Buffer.from('89504e470d0a1a0a', 'hex');

function pngChunk(type: string, data: Buffer): Buffer {
  const [length, checksum] = [Buffer.alloc(4), Buffer.alloc(4)];
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  length.writeUInt32BE(data.length);
  checksum.writeUInt32BE(crc32(body));
  return Buffer.concat([length, body, checksum]);
}

/** A black PNG that is as small as its pixels are many. @param rows that it really has */
function blackPng(width: number, height: number, rows = height): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  // One bit per pixel, in shades of grey.
  header.writeUInt8(1, 8);
  const pixels = deflateSync(Buffer.alloc((Math.ceil(width / 8) + 1) * rows), { level: 9 });
  return Buffer.concat([
    pngSignature,
    pngChunk('IHDR', header),
    pngChunk('IDAT', pixels),
    pngChunk('IEND', Buffer.alloc(0)),
  ]);
}

/** A text that a metadata chunk promises to be short. */
function pngTextBomb(png: Buffer): Buffer {
  const bomb = pngChunk('zTXt', Buffer.concat([Buffer.from('Comment\0\0'), deflateSync(Buffer.alloc(10_000_000))]));
  return Buffer.concat([png.subarray(0, 33), bomb, png.subarray(33)]);
}

/** A JPEG with a segment of this marker before its own ones. */
function withSegment(jpeg: Buffer, marker: number, content: Buffer): Buffer {
  const head = Buffer.from([0xff, marker, 0, 0]);
  head.writeUInt16BE(content.length + 2, 2);
  return Buffer.concat([jpeg.subarray(0, 2), head, content, jpeg.subarray(2)]);
}

const svg = (inside: string): string =>
  `<svg xmlns="http://www.w3.org/2000/svg" width="64" height="64">${inside}<rect width="64" height="64"/></svg>`;

/** One of each kind. */
export async function namedFiles(): Promise<HostileFile[]> {
  const [jpeg, png, webp, gif] = [await small('jpeg'), await small('png'), await small('webp'), await small('gif')];
  const frames = await Promise.all(
    [1, 2, 3].map((n) =>
      photo({ ...side, width: 96 - n })
        .resize(96, 72)
        .png()
        .toBuffer(),
    ),
  );
  const animated = sharp(frames, { join: { animated: true } });
  const files: Record<string, Buffer | string> = {
    'an empty file': '',
    zeros: Buffer.alloc(10_000),
    'a page': `<!doctype html>${payload}`,
    'a program': Buffer.concat([Buffer.from('7f454c46020101', 'hex'), Buffer.from(payload)]),
    'an SVG': svg(payload),
    'an SVG that reads a file': svg('<image href="file:///etc/passwd" width="9" height="9"/>'),
    'an SVG with an entity bomb': `<!DOCTYPE svg [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;&a;">]>${svg('<text>&b;</text>')}`,
    'a compressed SVG': gzipSync(svg(payload)),
    'a PDF': `%PDF-1.4\n1 0 obj<</Type/Catalog>>endobj\n${payload}`,
    'a PostScript': '%!PS-Adobe-3.0\n(hello) = quit',
    'a TIFF': await photo(side).tiff().toBuffer(),
    'a PPM': Buffer.concat([Buffer.from('P6 2 2 255\n'), Buffer.alloc(12)]),
    'a Radiance picture': '#?RADIANCE\nFORMAT=32-bit_rle_rgbe\n\n-Y 2 +X 2\n',
    'a PNG of 100 megapixels in 13 kB': blackPng(10_000, 10_000),
    'a PNG that says that it is enormous': blackPng(2 ** 31 - 1, 2 ** 31 - 1, 1),
    'a PNG that has too few rows': blackPng(2_000, 2_000, 3),
    'a PNG without pixels': blackPng(0, 0),
    'a PNG with a bomb in its metadata': pngTextBomb(png),
    'a PNG with a page behind it': Buffer.concat([png, Buffer.from(payload)]),
    'a JPEG with a page behind it': Buffer.concat([jpeg, Buffer.from(payload)]),
    'a JPEG with a page in its comment': withSegment(jpeg, 0xfe, Buffer.from(payload)),
    'a JPEG with a page in its metadata': withSegment(jpeg, 0xe1, Buffer.from(`Exif\0\0${payload}`)),
    'a JPEG with a colour profile that is none': withSegment(
      jpeg,
      0xe2,
      Buffer.from(`ICC_PROFILE\0\u0001\u0001${payload}`),
    ),
    'a JPEG without an end': jpeg.subarray(0, -2),
    'half a JPEG': jpeg.subarray(0, jpeg.length / 2),
    'a GIF that is a script': Buffer.concat([Buffer.from('GIF89a/*'), Buffer.from(`*/=1;${payload}`)]),
    'a GIF with a page behind it': Buffer.concat([gif, Buffer.from(payload)]),
    'an animated GIF': await animated.clone().gif().toBuffer(),
    'an animated WebP': await animated.clone().webp().toBuffer(),
    'a WebP that is shorter than it says': webp.subarray(0, webp.length - 20),
    'a picture of one pixel': await photo({ width: 1, height: 1 }).png().toBuffer(),
    'a picture that is only wide': await photo({ width: 5_000, height: 1 }).png().toBuffer(),
    'a picture that is only high': await photo({ width: 1, height: 5_000 }).png().toBuffer(),
  };
  return Object.entries(files).map(([name, bytes]) => ({ name, bytes: Buffer.from(bytes) }));
}

/**
 * Pictures of all formats that are cut off, or of which some bytes are others.
 * @param random a whole number below a limit
 */
export async function damagedFiles(perFormat: number, random: (below: number) => number): Promise<HostileFile[]> {
  const files: HostileFile[] = [];
  for (const format of formats) {
    const whole = await small(format);
    for (let n = 0; n < perFormat; n++) {
      if (n % 2 === 0) {
        const length = random(whole.length);
        files.push({ name: `${format} cut off after ${length} bytes`, bytes: whole.subarray(0, length) });
        continue;
      }
      const bytes = Buffer.from(whole);
      const places = Array.from({ length: 1 + random(8) }, () => random(whole.length));
      for (const at of places) bytes[at] = random(256);
      files.push({ name: `${format} with other bytes at ${places.join(', ')}`, bytes });
    }
  }
  return files;
}
