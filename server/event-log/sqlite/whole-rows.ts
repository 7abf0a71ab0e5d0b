import { DamagedEvent, DamagedLog } from '../../core/event-log.ts';
import { checksumOf } from './checksum.ts';
import type { Row } from './log-page.ts';

const wrongChecksum = 'is damaged (its checksum is wrong)';

/** What a statement returned: its rows up to where the file could not be read. */
export interface ReadRows {
  readonly rows: readonly Row[];
  /** Why there are no more rows; undefined when the statement has returned all. */
  readonly damage: unknown;
}

/** False if the row differs from what was written. Rows of the first releases have no checksum. */
function hasValidChecksum(row: Row): boolean {
  const checksum = row[6];
  if (checksum === null) return true;
  const [position, revision] = [Number(row[0]), Number(row[2])];
  return checksum === checksumOf(position, String(row[1]), revision, String(row[3]), String(row[4]), String(row[5]));
}

/**
 * The rows before the first that is damaged or missing: what was recorded before the damage is still read, and the read
 * after that fails.
 * @param read rows in the order of their positions, forwards or backwards
 * @param count how many the log has there; positions have no gaps
 * @throws DamagedEvent when that is the first one
 */
export function wholePositions({ rows, damage }: ReadRows, first: number, step: 1 | -1, count: number): readonly Row[] {
  for (let index = 0; index < count; index++) {
    const row = rows[index];
    const position = first + step * index;
    if (row?.[0] === position && hasValidChecksum(row)) continue;
    if (index > 0) return rows.slice(0, index);
    throw damagedAt(position, row, damage);
  }
  return rows;
}

function damagedAt(expected: number, row: Row | undefined, damage: unknown): DamagedEvent {
  const position = BigInt(expected);
  if (row?.[0] === expected) return new DamagedEvent(position, { problem: wrongChecksum });
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
  if (!hasValidChecksum(row) || row[1] !== stream) {
    return new DamagedEvent(BigInt(Number(row[0])), { problem: wrongChecksum });
  }
  if (row[2] === revision) return undefined;
  return new DamagedLog(`Revision ${revision} of stream ${stream} is missing, before the event at position ${row[0]}`);
}
