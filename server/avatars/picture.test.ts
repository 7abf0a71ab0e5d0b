import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { bytesOf, pictures } from '../../tests/fixtures/pictures.ts';
import { cleanPicture } from './picture.ts';

const jpeg = bytesOf(pictures.jpeg);
const webp = bytesOf(pictures.lossy);
const kinds = Object.entries(pictures).map(([kind, url]) => [kind, bytesOf(url)] as const);

const place = 'GPS 48.8584 N 2.2945 E';

/** A JPEG with a metadata segment after its first two bytes. */
function withSegment(marker: number, text: string): Buffer {
  const head = Buffer.from([0xff, marker, 0, text.length + 2]);
  return Buffer.concat([jpeg.subarray(0, 2), head, Buffer.from(text, 'latin1'), jpeg.subarray(2)]);
}

/** A WebP with additional flags in VP8X, its first chunk, and an additional chunk at its end. */
function withChunk(flags: number, kind: string, text: string): Buffer {
  const head = Buffer.alloc(8);
  head.write(kind, 'latin1');
  head.writeUInt32LE(text.length, 4);
  const marked = Buffer.concat([webp, head, Buffer.from(text, 'latin1'), Buffer.alloc(text.length % 2)]);
  marked.writeUInt8(marked.readUInt8(20) | flags, 20);
  marked.writeUInt32LE(marked.length - 8, 4);
  return marked;
}

/** The same JPEG, declaring another size. */
function sized(width: number, height: number): Buffer {
  const other = Buffer.from(jpeg);
  const frame = other.indexOf(Buffer.from([0xff, 0xc0]));
  other.writeUInt16BE(height, frame + 5);
  other.writeUInt16BE(width, frame + 7);
  return other;
}

describe('an uploaded picture', () => {
  test.each(kinds)('is unchanged if a browser encoded it: %s', (kind, bytes) => {
    const picture = cleanPicture(bytes);
    expect(picture?.type).toBe(kind === 'jpeg' ? 'jpeg' : 'webp');
    expect(Buffer.from(picture?.bytes ?? [])).toEqual(bytes);
  });

  test.each([
    ['Exif in a JPEG', withSegment(0xe1, `Exif\0\0${place}`), jpeg],
    ['a vendor segment in a JPEG', withSegment(0xed, place), jpeg],
    ['further pictures in a JPEG', withSegment(0xe2, `MPF\0${place}`), jpeg],
    ['a comment in a JPEG', withSegment(0xfe, place), jpeg],
    ['trailing data after a JPEG', Buffer.concat([jpeg, Buffer.from(place)]), jpeg],
    ['Exif in a WebP', withChunk(0x08, 'EXIF', place), webp],
    ['XMP in a WebP', withChunk(0x04, 'XMP ', place), webp],
    ['an unknown chunk of a WebP', withChunk(0, 'PLCE', `${place}!`), webp],
    ['trailing data after a WebP', Buffer.concat([webp, Buffer.from(place)]), webp],
  ])('loses %s', (_, bytes, cleaned) => {
    expect(bytes.includes(place)).toBe(true);
    expect(Buffer.from(cleanPicture(bytes)?.bytes ?? [])).toEqual(cleaned);
  });

  test.each([
    ['wider than 512 px', sized(513, 6)],
    ['higher than 512 px', sized(8, 513)],
    ['of zero width', sized(0, 6)],
    ['animated', withChunk(0x02, 'ANIM', '')],
    ['a PNG', Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex')],
    ['a GIF', Buffer.from('GIF89a')],
    ['an SVG', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>')],
    ['an HTML page', Buffer.from('<!doctype html><script>alert(1)</script>')],
    ['empty', Buffer.alloc(0)],
  ])('is refused when it is %s', (_, bytes) => {
    expect(cleanPicture(bytes)).toBeUndefined();
  });

  test('is accepted at the largest size', () => {
    expect(cleanPicture(sized(512, 512))?.type).toBe('jpeg');
  });

  test.each(kinds)('is refused when it is truncated: %s', (_, bytes) => {
    // A padding byte at the end is not part of the picture.
    for (let length = 0; length < bytes.length - 1; length++) {
      expect(cleanPicture(bytes.subarray(0, length)), `${length} bytes`).toBeUndefined();
    }
  });

  test('never makes cleaning throw, and cleaning is idempotent', () => {
    const broken = fc
      .tuple(fc.constantFrom(...kinds), fc.array(fc.tuple(fc.nat(), fc.nat(255)), { maxLength: 8, size: 'max' }))
      .map(([[, bytes], changes]) => {
        const changed = Buffer.from(bytes);
        for (const [at, byte] of changes) changed[at % changed.length] = byte;
        return changed;
      });
    fc.assert(
      fc.property(fc.oneof(broken, fc.uint8Array({ maxLength: 300 }).map(Buffer.from)), (bytes) => {
        const picture = cleanPicture(bytes);
        if (!picture) return;
        expect(cleanPicture(Buffer.from(picture.bytes))).toEqual(picture);
      }),
      { numRuns: 2_000 },
    );
  });
});
