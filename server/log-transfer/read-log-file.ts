import { isUtf8 } from 'node:buffer';
import { createHash } from 'node:crypto';
import type { Readable } from 'node:stream';
import type { RecordedEvent } from '../core/event-log.ts';
import { isSystemError, readChunks } from './log-file.ts';
import { BadLine, type Footer, type Header, isFooter, parseHeader, parseLine } from './log-lines.ts';

export type FileEntry =
  | { readonly kind: 'header'; readonly header: Header }
  /** `bytes`: the length of its line. */
  | { readonly kind: 'event'; readonly line: number; readonly bytes: number; readonly event: RecordedEvent }
  /** The file is complete and unchanged. */
  | { readonly kind: 'end'; readonly count: number };

/** The file is not a complete and unchanged export. `message` is one line. */
export class DamagedFile extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'DamagedFile';
  }
}

/** An append is smaller than 1 MiB, but JSON may write a character as six. */
const maxLineBytes = 16 * 1024 * 1024;

/**
 * Reads an exported log: its header, its events, its end. The order of the events is not checked.
 * @param name says how the file is compressed
 * @throws DamagedFile that names the line
 */
export async function* readLogFile(file: string, name = file): AsyncGenerator<FileEntry, void> {
  const hash = createHash('sha256');
  let number = 0;
  let end: { readonly count: number } | undefined;
  try {
    for await (const line of linesOf(readChunks(file, name))) {
      number += 1;
      if (end !== undefined) throw new BadLine('nothing may follow the last line');
      if (!isUtf8(line)) throw new BadLine('this is not UTF-8');
      const text = line.toString();
      if (number === 1) {
        yield { kind: 'header', header: parseHeader(text) };
      } else {
        const parsed = parseLine(text);
        if (isFooter(parsed)) {
          assertComplete(parsed, { count: number - 2, sha256: hash.digest('hex') });
          end = parsed;
          continue;
        }
        yield { kind: 'event', line: number, bytes: line.length, event: parsed };
      }
      hash.update(line);
    }
  } catch (error) {
    throw failureAt(file, number, error);
  }
  if (end === undefined)
    throw new DamagedFile(`${file}: it ends after line ${number}, without its last line: it is truncated`);
  yield { kind: 'end', count: end.count };
}

function failureAt(file: string, line: number, cause: unknown): unknown {
  if (cause instanceof BadLine) return new DamagedFile(`${file}: line ${line}: ${cause.message}`, { cause });
  if (isCompressionError(cause)) {
    return new DamagedFile(`${file}: after line ${line}: it cannot be decompressed (${cause.message})`, { cause });
  }
  return isSystemError(cause) ? new Error(`${file} cannot be read: ${cause.message}`, { cause }) : cause;
}

function assertComplete(exported: Footer, found: Footer): void {
  if (exported.count !== found.count) {
    throw new BadLine(`${exported.count} events were exported, and ${found.count} are in the file`);
  }
  if (exported.sha256 !== found.sha256) throw new BadLine('the checksum differs: the file was changed');
}

/** The lines with their line breaks. One without it, at the end, is left out. */
async function* linesOf(chunks: Readable): AsyncGenerator<Buffer, void> {
  let rest: Buffer[] = [];
  let restBytes = 0;
  for await (const read of chunks) {
    const chunk: Buffer = read;
    let start = 0;
    for (let end = chunk.indexOf(lineBreak); end !== -1; end = chunk.indexOf(lineBreak, start)) {
      const line = chunk.subarray(start, end + 1);
      yield rest.length === 0 ? line : Buffer.concat([...rest, line]);
      rest = [];
      restBytes = 0;
      start = end + 1;
    }
    if (start === chunk.length) continue;
    rest.push(chunk.subarray(start));
    restBytes += chunk.length - start;
    if (restBytes > maxLineBytes) throw new BadLine('the line after it is too long for an event');
  }
}

const lineBreak = '\n'.charCodeAt(0);

const isCompressionError = (error: unknown): error is NodeJS.ErrnoException =>
  error instanceof Error && 'code' in error && /^(?:Z_|ZSTD_)/.test(String(error.code));
