import { createReadStream } from 'node:fs';
import { type FileHandle, open, stat } from 'node:fs/promises';
import { isMissing } from '../../core/files/is-missing.ts';
import { type Checkpoint, parseCheckpoint } from './checkpoint.ts';

/** More than the longest record: a checkpoint and an empty line. */
const maxRecordBytes = 4096;

/** A record: origin, size, root and an empty line, then signatures and an empty line. */
const record = /[^\n]+\n[0-9]+\n[A-Za-z0-9+/]{43}=\n\n(?:— [^\n]+\n)+\n/gu;

/** All checkpoints, oldest first, in a file to which records are only ever appended. */
export class CheckpointFile {
  readonly #path: string;

  constructor(path: string) {
    this.#path = path;
  }

  /** Undefined while there is none. A record whose writing was interrupted does not count. @throws if it is damaged */
  async last(): Promise<Checkpoint | undefined> {
    const tail = await this.#tail();
    return tail && parseCheckpoint(tail.record);
  }

  /** When the last one was appended. */
  async changedAt(): Promise<Date | undefined> {
    try {
      return (await stat(this.#path)).mtime;
    } catch (error) {
      if (isMissing(error)) return undefined;
      throw error;
    }
  }

  /** Removes a record whose writing was interrupted. Call it once before the first `append`. */
  async repair(): Promise<void> {
    const tail = await this.#tail();
    await using file = await open(this.#path, 'a+', 0o600);
    const { size } = await file.stat();
    const end = tail?.end ?? 0;
    if (size === end) return;
    await file.truncate(end);
    await file.sync();
  }

  /** Resolves when it is on disk. */
  async append(text: string): Promise<void> {
    await using file = await open(this.#path, 'a', 0o600);
    await file.writeFile(`${text}\n`);
    await file.sync();
  }

  /** All checkpoints from the first; undefined stands for text that is no checkpoint. */
  async *all(): AsyncGenerator<Checkpoint | undefined, void> {
    let rest = '';
    try {
      for await (const chunk of createReadStream(this.#path, { encoding: 'utf8' })) {
        rest += chunk;
        let end = 0;
        for (const match of rest.matchAll(record)) {
          if (match.index > end) yield undefined;
          yield parseCheckpoint(match[0].slice(0, -1));
          end = match.index + match[0].length;
        }
        rest = rest.slice(end);
        if (rest.length > 2 * maxRecordBytes) {
          yield undefined;
          rest = rest.slice(-maxRecordBytes);
        }
      }
    } catch (error) {
      if (!isMissing(error)) throw error;
    }
  }

  /** The last complete record without its empty line, and where it ends in the file, in bytes. */
  async #tail(): Promise<{ record: string; end: number } | undefined> {
    let file: FileHandle;
    try {
      file = await open(this.#path, 'r');
    } catch (error) {
      if (isMissing(error)) return undefined;
      throw error;
    }
    await using opened = file;
    const { size } = await opened.stat();
    const start = Math.max(0, size - 2 * maxRecordBytes);
    const { buffer, bytesRead } = await opened.read(Buffer.alloc(size - start), 0, size - start, start);
    // One character a byte, so that places in the text are places in the file.
    const bytes = buffer.toString('latin1', 0, bytesRead);
    const dash = Buffer.from('— ').toString('latin1');
    const found = [...bytes.matchAll(new RegExp(record.source.replace('— ', dash), 'g'))].at(-1);
    if (!found && start > 0) {
      throw new Error(
        `${this.#path} is damaged: restore it from a backup, or move its folder away, with the key, to begin a new history`,
      );
    }
    if (!found) return undefined;
    const text = Buffer.from(found[0], 'latin1').toString('utf8').slice(0, -1);
    return { record: text, end: start + found.index + found[0].length };
  }
}
