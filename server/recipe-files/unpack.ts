import { gunzipSync, unzipSync } from 'fflate';

/** A file, or an entry of an archive. */
export interface PackedFile {
  /** With the folders in the archive. */
  readonly name: string;
  readonly bytes: Uint8Array;
}

/** Bounds of one archive: recipes with a picture in their text are the largest entries. */
const unpackLimits = {
  entries: 5_000,
  entryBytes: 30 * 1024 * 1024,
  totalBytes: 300 * 1024 * 1024,
  /** Archives within the archive. */
  depth: 1,
} as const;

export class ArchiveTooLarge extends Error {
  constructor() {
    super('The archive is larger than a collection of recipes');
    this.name = 'ArchiveTooLarge';
  }
}

/** Entries that may hold recipes, and not pictures. */
const isRead = (name: string): boolean =>
  /\.(?:json|zip|paprikarecipe|html?|md|txt)$/i.test(name) && !/(?:^|\/)(?:__MACOSX\/|\.)/.test(name);

/**
 * The files in an archive (ZIP, also within ZIP, and gzip), or the file itself.
 * @throws ArchiveTooLarge before anything over the limits is unpacked
 */
export function unpack(file: PackedFile): PackedFile[] {
  const budget = { entries: unpackLimits.entries, bytes: unpackLimits.totalBytes };
  return unpackWithin(file, budget, 0);
}

interface Budget {
  entries: number;
  bytes: number;
}

function unpackWithin(file: PackedFile, budget: Budget, depth: number): PackedFile[] {
  if (isGzip(file.bytes)) return [{ name: file.name, bytes: unpackGzip(file.bytes, budget) }];
  if (!isZip(file.bytes)) return [file];
  if (depth > unpackLimits.depth) return [];
  // A compressed entry is unpacked into a buffer of its declared size, also if it holds more. A stored one is copied, by its
  // other size; and several entries may be the same bytes of the archive.
  const entries = unzipSync(file.bytes, {
    filter: ({ name, size, originalSize, compression }) => {
      if (!isRead(name)) return false;
      spend(budget, compression === 0 ? size : originalSize);
      return true;
    },
  });
  return Object.entries(entries).flatMap(([name, bytes]) =>
    unpackWithin({ name: depth === 0 ? name : `${file.name}/${name}`, bytes }, budget, depth + 1),
  );
}

function unpackGzip(bytes: Uint8Array, budget: Budget): Uint8Array {
  // The last four bytes are the size (RFC 1952), and the size of the buffer.
  spend(budget, new DataView(bytes.buffer, bytes.byteOffset).getUint32(bytes.byteLength - 4, true));
  return gunzipSync(bytes);
}

function spend(budget: Budget, bytes: number): void {
  budget.entries -= 1;
  budget.bytes -= bytes;
  if (budget.entries < 0 || budget.bytes < 0 || bytes > unpackLimits.entryBytes) throw new ArchiveTooLarge();
}

const isZip = (bytes: Uint8Array): boolean =>
  bytes[0] === 0x50 && bytes[1] === 0x4b && bytes[2] === 3 && bytes[3] === 4;
const isGzip = (bytes: Uint8Array): boolean => bytes.length > 18 && bytes[0] === 0x1f && bytes[1] === 0x8b;
