import type { CleanedPicture } from './avatars.ts';

/** The chunks of the picture, its transparency and its colours. All others are metadata or animation. */
const kept: ReadonlySet<string> = new Set(['VP8X', 'ICCP', 'ALPH', 'VP8 ', 'VP8L']);

const flag = { animation: 0x02, xmp: 0x04, exif: 0x08 } as const;

interface Chunk {
  readonly kind: string;
  readonly content: Buffer;
}

/** The picture without metadata; undefined if it is not a complete WebP, or is animated. */
export function cleanWebp(bytes: Buffer): CleanedPicture | undefined {
  if (bytes.toString('latin1', 0, 4) !== 'RIFF' || bytes.toString('latin1', 8, 12) !== 'WEBP') return undefined;
  const chunks = chunksOf(bytes, Math.min(bytes.length, 8 + bytes.readUInt32LE(4)));
  const picture = chunks?.find(({ kind }) => kind === 'VP8 ' || kind === 'VP8L');
  const size = picture && sizeOf(picture);
  if (!chunks || !size) return undefined;
  const cleaned: Buffer[] = [];
  for (const { kind, content } of chunks) {
    if (!kept.has(kind)) continue;
    if (kind !== 'VP8X') cleaned.push(chunkOf(kind, content));
    else if (content.length !== 10 || content.readUInt8(0) & flag.animation || !sameSize(content, size))
      return undefined;
    else cleaned.push(chunkOf(kind, withoutMetadataFlags(content)));
  }
  const body = Buffer.concat([Buffer.from('WEBP', 'latin1'), ...cleaned]);
  return { ...size, bytes: chunkOf('RIFF', body) };
}

function chunksOf(bytes: Buffer, end: number): Chunk[] | undefined {
  const chunks: Chunk[] = [];
  for (let at = 12; at < end; ) {
    if (at + 8 > end) return undefined;
    const length = bytes.readUInt32LE(at + 4);
    if (at + 8 + length > end) return undefined;
    chunks.push({ kind: bytes.toString('latin1', at, at + 4), content: bytes.subarray(at + 8, at + 8 + length) });
    at += 8 + length + (length % 2);
  }
  return chunks;
}

function chunkOf(kind: string, content: Buffer): Buffer {
  const head = Buffer.alloc(8);
  head.write(kind, 'latin1');
  head.writeUInt32LE(content.length, 4);
  return Buffer.concat([head, content, Buffer.alloc(content.length % 2)]);
}

/** RFC 6386, section 9.1; RFC 9649, section 3.4. */
function sizeOf({ kind, content }: Chunk): { width: number; height: number } | undefined {
  if (kind === 'VP8 ') {
    if (content.length < 10 || content.readUIntBE(3, 3) !== 0x9d012a) return undefined;
    return { width: content.readUInt16LE(6) & 0x3fff, height: content.readUInt16LE(8) & 0x3fff };
  }
  if (content.length < 5 || content.readUInt8(0) !== 0x2f) return undefined;
  const bits = content.readUInt32LE(1);
  return { width: (bits & 0x3fff) + 1, height: ((bits >>> 14) & 0x3fff) + 1 };
}

/** Whether the canvas, whose size browsers lay out, is as large as the picture on it. */
const sameSize = (extended: Buffer, { width, height }: { width: number; height: number }): boolean =>
  extended.readUIntLE(4, 3) + 1 === width && extended.readUIntLE(7, 3) + 1 === height;

function withoutMetadataFlags(extended: Buffer): Buffer {
  const cleaned = Buffer.from(extended);
  cleaned.writeUInt8(extended.readUInt8(0) & ~(flag.exif | flag.xmp), 0);
  return cleaned;
}
