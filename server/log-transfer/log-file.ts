/** Files of lines, compressed if their name says so. */
import { randomUUID } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { open, rename, rm, stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import { PassThrough, Readable, type Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGunzip, createGzip, createZstdCompress, createZstdDecompress } from 'node:zlib';
import { syncDirectory } from '../core/files/directories.ts';
import { isMissing } from '../core/files/is-missing.ts';

/**
 * Writes a file that appears under its name only when it is complete and on the disk.
 * @param write receives the name of the unfinished file
 * @throws Error in one line when the file exists, or cannot be written; then nothing is left
 */
export async function writeAtomically(file: string, write: (unfinished: string) => Promise<void>): Promise<void> {
  if (await exists(file)) throw new Error(`${file} exists already: choose another name, or remove it`);
  const unfinished = `${file}.${randomUUID()}.part`;
  try {
    await write(unfinished);
    await sync(unfinished);
    await rename(unfinished, file);
    await syncDirectory(dirname(file));
  } catch (error) {
    await rm(unfinished, { force: true });
    throw isSystemError(error) ? new Error(`${file} was not written: ${remedyFor(error)}`, { cause: error }) : error;
  }
}

/** Compresses what is written to a name that ends with `.gz` or `.zst`. */
export async function writeChunks(
  to: string,
  name: string,
  chunks: AsyncIterable<string>,
  signal: AbortSignal,
): Promise<void> {
  const file = await open(to, 'wx', 0o600);
  await pipeline(Readable.from(chunks), compressionFor(name), file.createWriteStream(), { signal });
}

/** The content of a file; what a name that ends with `.gz` or `.zst` says is decompressed. */
export function readChunks(file: string, name = file): Readable {
  const content = createReadStream(file, { highWaterMark: 256 * 1024 });
  const decompression = name.endsWith('.gz')
    ? createGunzip()
    : name.endsWith('.zst')
      ? createZstdDecompress()
      : undefined;
  if (decompression === undefined) return content;
  // The error of one destroys the other.
  pipeline(content, decompression).catch(() => undefined);
  return decompression;
}

const compressionFor = (name: string): Transform => {
  if (name.endsWith('.gz')) return createGzip();
  return name.endsWith('.zst') ? createZstdCompress() : new PassThrough();
};

async function sync(path: string): Promise<void> {
  await using file = await open(path, 'r+');
  await file.sync();
}

async function exists(file: string): Promise<boolean> {
  try {
    await stat(file);
    return true;
  } catch (error) {
    if (isMissing(error)) return false;
    throw error;
  }
}

export const isSystemError = (error: unknown): error is NodeJS.ErrnoException =>
  error instanceof Error && 'code' in error && ('syscall' in error || 'errcode' in error);

export const remedyFor = ({ code, message }: NodeJS.ErrnoException): string =>
  code === 'ENOSPC' || message.includes('disk is full') ? `the disk is full; free some space (${message})` : message;
