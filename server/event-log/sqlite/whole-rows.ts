import { DamagedEvent, DamagedLog } from '../../core/event-log.ts';
import { isWhole, type Row, wrongChecksum } from './row.ts';

/** What a statement returned: its rows up to where the file could not be read. */
export interface ReadRows {
  readonly rows: readonly Row[];
  /** Why there are no more rows; undefined when the statement has returned all. */
  readonly damage: unknown;
}

/**
 * The rows before the first that is missing: what was recorded before the damage is still read, and the read after that
 * fails. The checksums are for the caller to compare.
 * @param read rows in the order of their positions, forwards or backwards
 * @param count how many the log has there; positions have no gaps
 * @throws DamagedEvent when that is the first one
 */
export function rowsWithoutGap({ rows, damage }: ReadRows, first: number, step: 1 | -1, count: number): readonly Row[] {
  for (let index = 0; index < count; index++) {
    const position = first + step * index;
    if (rows[index]?.[0] === position) continue;
    if (index > 0) return rows.slice(0, index);
    throw missingAt(position, rows[index], damage);
  }
  return rows;
}

/**
 * As `rowsWithoutGap`, and before the first that is damaged.
 * @throws DamagedEvent when that is the first one
 */
export function wholePositions(read: ReadRows, first: number, step: 1 | -1, count: number): readonly Row[] {
  const rows = rowsWithoutGap(read, first, step, count);
  const damaged = rows.findIndex((row) => !isWhole(row));
  if (damaged === 0) throw new DamagedEvent(BigInt(first), { problem: wrongChecksum });
  return damaged === -1 ? rows : rows.slice(0, damaged);
}

function missingAt(expected: number, row: Row | undefined, damage: unknown): DamagedEvent {
  const position = BigInt(expected);
  if (row === undefined && damage !== undefined)
    return new DamagedEvent(position, { problem: 'cannot be read', cause: damage });
  const found = Number(row?.[0]);
  return new DamagedEvent(position, { problem: 'is missing', ...(found > expected && { next: BigInt(found) }) });
}

/**
 * The rows of a stream before the first that is damaged or missing, as `wholePositions`.
 * @param first revision of the first row; undefined if any may be
 * @throws DamagedLog when that is the first one
 */
export function wholeRevisions(
  { rows, damage }: ReadRows,
  stream: string,
  first: number | undefined,
  step: 1 | -1,
): readonly Row[] {
  let revision = first;
  for (const [index, row] of rows.entries()) {
    revision ??= Number(row[2]);
    const problem = rowProblem(row, stream, revision);
    if (problem !== undefined && index === 0) throw problem;
    if (problem !== undefined) return rows.slice(0, index);
    revision += step;
  }
  if (damage === undefined || rows.length > 0) return rows;
  throw new DamagedLog(`Stream ${stream} cannot be read`, { cause: damage });
}

function rowProblem(row: Row, stream: string, revision: number): DamagedLog | undefined {
  if (!isWhole(row) || row[1] !== stream) {
    return new DamagedEvent(BigInt(Number(row[0])), { problem: wrongChecksum });
  }
  if (row[2] === revision) return undefined;
  return missingRevision(revision, stream, row);
}

/** The stream has no event before a row that is not its first. */
export const missingBefore = (row: Row, stream: string): DamagedLog => missingRevision(Number(row[2]) - 1, stream, row);

const missingRevision = (revision: number, stream: string, row: Row): DamagedLog =>
  new DamagedLog(`Revision ${revision} of stream ${stream} is missing, beside the event at position ${row[0]}`);
