import { createReadStream, createWriteStream } from 'node:fs';
import { type FileHandle, open, stat } from 'node:fs/promises';
import { pipeline } from 'node:stream/promises';
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

  /** Copies them to another file. @returns the last one; undefined, and no copy, while there is none */
  async copyTo(file: string): Promise<Checkpoint | undefined> {
    const tail = await this.#tail();
    if (!tail) return undefined;
    await pipeline(createReadStream(this.#path, { end: tail.end - 1 }), createWriteStream(file, { mode: 0o600 }));
    return parseCheckpoint(tail.record);
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

  /** The last ones, newest first, up to `count`. */
  async newest(count: number): Promise<Checkpoint[]> {
    await using opened = await this.#open();
    if (!opened) return [];
    const { size } = await opened.file.stat();
    const found: Checkpoint[] = [];
    let wanted = size;
    for (let span = 2 * maxRecordBytes; found.length < count && wanted > 0; span *= 2) {
      wanted = Math.max(0, size - span);
      found.splice(0, found.length, ...(await recordsAt(opened.file, wanted, size - wanted)).reverse());
    }
    return found.slice(0, count);
  }

  /** The first one of at least this many events. */
  async firstOf(size: number): Promise<Checkpoint | undefined> {
    return (await this.around(size)).first;
  }

  /** The last one of fewer events, and the first one of at least this many: found by bisection, because sizes increase. */
  async around(size: number): Promise<{ before?: Checkpoint | undefined; first?: Checkpoint | undefined }> {
    await using opened = await this.#open();
    if (!opened) return {};
    let [low, high] = [0, (await opened.file.stat()).size];
    while (high - low > 4 * maxRecordBytes) {
      const middle = Math.floor((low + high) / 2);
      const [first] = await recordsAt(opened.file, middle, 2 * maxRecordBytes);
      if (first && first.size < size) low = middle;
      else high = middle;
    }
    const records = await recordsAt(opened.file, low, high - low + 4 * maxRecordBytes);
    return { before: records.findLast((one) => one.size < size), first: records.find((one) => one.size >= size) };
  }

  async #open(): Promise<(AsyncDisposable & { readonly file: FileHandle }) | undefined> {
    try {
      const file = await open(this.#path, 'r');
      return { file, [Symbol.asyncDispose]: () => file.close() };
    } catch (error) {
      if (isMissing(error)) return undefined;
      throw error;
    }
  }

  /** The last complete record without its empty line, and where it ends in the file, in bytes. */
  async #tail(): Promise<{ record: string; end: number } | undefined> {
    await using opened = await this.#open();
    if (!opened) return undefined;
    const { size } = await opened.file.stat();
    const start = Math.max(0, size - 2 * maxRecordBytes);
    const { buffer, bytesRead } = await opened.file.read(Buffer.alloc(size - start), 0, size - start, start);
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

/** The complete records in a part of the file, without what it begins in the middle of. */
async function recordsAt(file: FileHandle, start: number, length: number): Promise<Checkpoint[]> {
  const { buffer, bytesRead } = await file.read(Buffer.alloc(length), 0, length, start);
  const text = buffer.toString('utf8', 0, bytesRead);
  // A record follows the empty line of the one before it.
  const from = start === 0 ? 0 : text.search(/^— [^\n]+\n\n/mu);
  if (from < 0) return [];
  const whole = start === 0 ? text : text.slice(text.indexOf('\n\n', from) + 2);
  return [...whole.matchAll(record)].flatMap(([found]) => parseCheckpoint(found.slice(0, -1)) ?? []);
}
