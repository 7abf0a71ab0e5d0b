import type { ReadableLog, RecordedEvent } from '../core/event-log.ts';
import type { Target } from './append-in-order.ts';
import { type Appended, appendMissing, type SourceEvent } from './append-missing.ts';
import { checkLogFile } from './check-log-file.ts';
import type { Header } from './log-lines.ts';
import { readLogFile } from './read-log-file.ts';

export interface ImportOptions {
  readonly file: string;
  /** Says how the file is compressed. Default: its own. */
  readonly name?: string;
  readonly target: Target;
  readonly signal: AbortSignal;
  readonly onCheck?: ((count: number) => void) | undefined;
  readonly onImport?: ((count: number, total: number) => void) | undefined;
}

/**
 * Imports an exported log into an empty one, or continues an interrupted import of the same file. A partial export
 * follows the log that ends with the event before it. The whole file is checked first.
 * @throws DamagedFile; Error in one line when the log has other events. Nothing was appended then.
 */
export async function importLog(options: ImportOptions): Promise<Appended> {
  const { file, name = file, target, signal, onCheck, onImport } = options;
  const { header, count } = await checkLogFile(file, { name, signal, earlier: target.log, onCheck });
  const after = await findStart(target.log, header, count);
  return appendMissing(eventsOf(file, name), {
    target,
    after,
    signal,
    onProgress: (imported) => onImport?.(imported, count),
    differs: (found, expected) => otherLog(file, found, expected),
  });
}

async function* eventsOf(file: string, name: string): AsyncGenerator<SourceEvent, void> {
  for await (const entry of readLogFile(file, name)) if (entry.kind === 'event') yield entry;
}

/** Position of the event before the first one of a partial export. */
async function findStart(log: ReadableLog, { after }: Header, count: number): Promise<bigint | undefined> {
  if (after === null) return undefined;
  for await (const { id, position } of log.readAll({ direction: 'backwards', limit: count + 1 })) {
    if (id === after.id) return position;
  }
  throw new Error(
    `The log does not end with the event before this export (${after.id}): import the earlier exports first, in order`,
  );
}

function otherLog(file: string, found: RecordedEvent, expected: RecordedEvent | undefined): Error {
  const problem =
    expected === undefined
      ? `has more events than ${file}, from position ${found.position}`
      : `has another event at position ${found.position} than ${file} has at position ${expected.position}`;
  return new Error(`The log is not empty, and ${problem}: import into an empty log`);
}
