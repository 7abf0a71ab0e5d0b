import type { CleanedPicture } from './avatars.ts';

/** Markers of ITU-T T.81, table B.1. */
const marker = { start: 0xd8, end: 0xd9, scan: 0xda, profile: 0xe2 } as const;

/** Frames that browsers draw: baseline, extended and progressive, Huffman-coded. */
const frames: ReadonlySet<number> = new Set([0xc0, 0xc1, 0xc2]);

/**
 * Tables, and segments that colours need: JFIF, Adobe's transform. All others are metadata, or no part of the picture.
 */
const kept: ReadonlySet<number> = new Set([...frames, marker.scan, 0xc4, 0xdb, 0xdd, 0xe0, 0xee]);

/** A segment, including its marker and scan data. */
interface Segment {
  readonly marker: number;
  readonly bytes: Buffer;
  /** Offset of the next segment. */
  readonly next: number;
}

/** The picture without metadata; undefined if it is not a complete JPEG. */
export function cleanJpeg(bytes: Buffer): CleanedPicture | undefined {
  if (bytes.length < 4 || bytes.readUInt16BE(0) !== 0xffd8) return undefined;
  const parts = [bytes.subarray(0, 2)];
  let size: { width: number; height: number } | undefined;
  for (let at = 2; ; ) {
    if (isMarker(bytes, at, marker.end)) {
      return size && { ...size, bytes: Buffer.concat([...parts, bytes.subarray(at, at + 2)]) };
    }
    const segment = segmentAt(bytes, at);
    if (!segment) return undefined;
    if (frames.has(segment.marker)) {
      if (size || segment.bytes.length < 9) return undefined;
      size = { height: segment.bytes.readUInt16BE(5), width: segment.bytes.readUInt16BE(7) };
    }
    if (kept.has(segment.marker) || isColourProfile(segment)) parts.push(segment.bytes);
    at = segment.next;
  }
}

const isMarker = (bytes: Buffer, at: number, code: number): boolean => bytes[at] === 0xff && bytes[at + 1] === code;

const isColourProfile = ({ marker: code, bytes }: Segment): boolean =>
  code === marker.profile && bytes.toString('latin1', 4, 16) === 'ICC_PROFILE\0';

function segmentAt(bytes: Buffer, at: number): Segment | undefined {
  if (bytes[at] !== 0xff || at + 4 > bytes.length) return undefined;
  const code = bytes.readUInt8(at + 1);
  const length = bytes.readUInt16BE(at + 2);
  const head = at + 2 + length;
  if (length < 2 || head > bytes.length) return undefined;
  const next = code === marker.scan ? endOfScan(bytes, head) : head;
  return next === undefined ? undefined : { marker: code, bytes: bytes.subarray(at, next), next };
}

/** Scan data ends at a marker that is neither a stuffed byte nor a restart. */
function endOfScan(bytes: Buffer, from: number): number | undefined {
  for (let at = bytes.indexOf(0xff, from); at >= 0; at = bytes.indexOf(0xff, at + 1)) {
    const code = bytes[at + 1];
    if (code === undefined) return undefined;
    if (code !== 0x00 && code !== 0xff && !(code >= 0xd0 && code <= 0xd7)) return at;
  }
  return undefined;
}
