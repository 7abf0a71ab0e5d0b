/** A backup's file: a tar archive, which other tools can open. */
import { createHash, hash } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { open, stat } from 'node:fs/promises';
import { Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { extract, pack } from 'tar-stream';
import { isSystemError } from '../log-transfer/log-file.ts';
import { DamagedFile } from '../log-transfer/read-log-file.ts';
import type { Part } from './manifest.ts';

export interface ArchiveWriter {
  addFile(name: string, file: string): Promise<Part>;
  addBytes(name: string, bytes: Buffer): Promise<Part>;
}

const entryMode = 0o600;

/** @param to must not exist */
export async function writeArchive(
  to: string,
  signal: AbortSignal,
  fill: (archive: ArchiveWriter) => Promise<void>,
): Promise<void> {
  const entries = pack();
  const file = await open(to, 'wx', 0o600);
  const writer: ArchiveWriter = {
    addFile: async (name, from) => {
      const { size } = await stat(from);
      const digest = new Digest();
      await pipeline(createReadStream(from), digest, entries.entry({ name, size, mode: entryMode }));
      return digest.part(name);
    },
    addBytes: async (name, bytes) => {
      await new Promise<void>((resolve, reject) => {
        entries.entry({ name, mode: entryMode }, bytes, (error) => (error ? reject(error) : resolve()));
      });
      return { name, bytes: bytes.length, sha256: hash('sha256', bytes, 'hex') };
    },
  };
  const filled = fill(writer).then(
    () => entries.finalize(),
    (error: unknown) => {
      entries.destroy(error instanceof Error ? error : new Error(String(error)));
      throw error;
    },
  );
  // Each failure ends the other, and that of the file is the cause if both fail.
  const [written, added] = await Promise.allSettled([pipeline(entries, file.createWriteStream(), { signal }), filled]);
  if (added.status === 'rejected' && isSystemError(added.reason)) throw added.reason;
  if (written.status === 'rejected') throw written.reason;
  if (added.status === 'rejected') throw added.reason;
}

export interface ExtractOptions {
  readonly signal: AbortSignal;
  /** The file to which an entry is written; undefined when its name is not allowed. */
  fileFor(name: string): string | undefined;
}

/**
 * Extracts the files of an archive.
 * @returns them by their names
 * @throws DamagedFile when it is cut off, or has an entry that a backup does not have
 */
export async function extractArchive(file: string, { signal, fileFor }: ExtractOptions): Promise<Map<string, Part>> {
  const entries = extract();
  // The loop below gets the same error.
  const read = pipeline(createReadStream(file), entries, { signal });
  read.catch(() => undefined);
  const parts = new Map<string, Part>();
  try {
    for await (const entry of entries) {
      const { name, type } = entry.header;
      const to = type === 'file' ? fileFor(name) : undefined;
      if (to === undefined)
        throw new DamagedFile(`${file}: a backup has no entry like ${JSON.stringify(name)} (${type})`);
      if (parts.has(name)) throw new DamagedFile(`${file}: ${name} occurs twice`);
      const digest = new Digest();
      await pipeline(entry, digest, createWriteStream(to, { flags: 'wx', mode: 0o600, flush: true }), { signal });
      parts.set(name, digest.part(name));
    }
    await read;
    return parts;
  } catch (error) {
    if (error instanceof DamagedFile || isSystemError(error) || signal.aborted) throw error;
    const reason = error instanceof Error ? error.message : String(error);
    throw new DamagedFile(`${file}: it is truncated, damaged, or no backup (${reason})`, { cause: error });
  }
}

/** Hashes and counts what passes. */
class Digest extends Transform {
  readonly #hash = createHash('sha256');
  #bytes = 0;

  override _transform(chunk: Buffer, _: BufferEncoding, done: (error: null, chunk: Buffer) => void): void {
    this.#hash.update(chunk);
    this.#bytes += chunk.length;
    done(null, chunk);
  }

  part(name: string): Part {
    return { name, bytes: this.#bytes, sha256: this.#hash.digest('hex') };
  }
}
