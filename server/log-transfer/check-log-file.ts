import type { ReadableLog } from '../core/event-log.ts';
import type { Header } from './log-lines.ts';
import { OrderCheck } from './order-check.ts';
import { DamagedFile, readLogFile } from './read-log-file.ts';

export interface CheckOptions {
  readonly signal: AbortSignal;
  /** Says how the file is compressed. Default: its own. */
  readonly name?: string;
  /** The log that the events of a partial export follow. */
  readonly earlier?: ReadableLog;
  readonly onCheck?: ((count: number) => void) | undefined;
}

export interface CheckedFile {
  readonly header: Header;
  readonly count: number;
}

/**
 * Reads a whole exported log, and checks that it is complete, unchanged and in order.
 * @throws DamagedFile that names the line; Error when the events do not follow those of the earlier log
 */
export async function checkLogFile(file: string, options: CheckOptions): Promise<CheckedFile> {
  let header: Header | undefined;
  let order: OrderCheck | undefined;
  let count = 0;
  try {
    for await (const entry of readLogFile(file, options.name)) {
      if (entry.kind === 'header') {
        header = entry.header;
        order = new OrderCheck(header.after !== null);
      }
      if (entry.kind !== 'event') continue;
      options.signal.throwIfAborted();
      const problem = order?.problemWith(entry.event);
      if (problem !== undefined) throw new DamagedFile(`${file}: line ${entry.line}: ${problem}`);
      count += 1;
      options.onCheck?.(count);
    }
    if (header === undefined || order === undefined) throw new DamagedFile(`${file}: it is empty`);
    if (options.earlier !== undefined) await assertContinued(order, options.earlier);
    return { header, count };
  } finally {
    order?.close();
  }
}

async function assertContinued(order: OrderCheck, log: ReadableLog): Promise<void> {
  for (const { stream, first } of order.continuedStreams()) {
    let last = -1n;
    for await (const { revision } of log.readStream(stream, { direction: 'backwards', limit: 1 })) last = revision;
    if (last < first - 1n) {
      throw new Error(`The log lacks revision ${first - 1n} of ${stream}: import the earlier exports first, in order`);
    }
  }
}
