import type { DatabaseSync, SQLInputValue, StatementSync } from 'node:sqlite';
import { DamagedLog, EventLogUnavailable, type RecordedEvent } from '../../core/event-log.ts';
import { isDamage, readFailure } from './file-errors.ts';
import { LogPage } from './log-page.ts';
import { columns, type Row, toEvent } from './row.ts';
import { hasChecksums, openForReading } from './schema.ts';
import { StreamIndex } from './stream-index.ts';
import { missingBefore, type ReadRows, rowsWithoutGap, wholePositions, wholeRevisions } from './whole-rows.ts';

/** Events per page: few enough to block the event loop for less than 1 ms, and to be collected as young garbage. */
export const pageSize = 256;

export interface StreamPage {
  readonly events: RecordedEvent[];
  /** The stream has no more events in this direction. Otherwise a damaged one may follow. */
  readonly isEnd: boolean;
}

/**
 * The reading connection, on the event loop: bounded pages only. A page ends before the first damaged or missing row,
 * and the next one fails. Its methods throw EventLogUnavailable, and for damage DamagedLog.
 */
export class Reader {
  readonly #db: DatabaseSync;
  readonly #head: StatementSync;
  readonly #forwards: StatementSync;
  readonly #backwards: StatementSync;
  readonly #all: StatementSync;
  readonly #allBackwards: StatementSync;
  readonly #index: StreamIndex;

  constructor(file: string) {
    try {
      this.#db = openForReading(file);
    } catch (error) {
      throw isDamage(error) ? readFailure(error) : error;
    }
    this.#head = this.#guarded(() => this.#db.prepare('SELECT max(position) AS head FROM events'));
    this.#all = this.#prepare('position > ? AND position <= ? ORDER BY position LIMIT ?');
    this.#allBackwards = this.#prepare('position > ? AND position <= ? ORDER BY position DESC LIMIT ?');
    this.#forwards = this.#prepare('stream = ? AND revision >= ? AND position <= ? ORDER BY revision LIMIT ?');
    this.#backwards = this.#prepare('stream = ? AND revision <= ? AND position <= ? ORDER BY revision DESC LIMIT ?');
    this.#index = this.#guarded(() => new StreamIndex(this.#db));
  }

  /** Position of the last committed event, 0 in an empty log. */
  head(): number {
    return this.#guarded(() => Number(this.#head.get()?.head ?? 0));
  }

  /**
   * Compares the head with the events in the index of streams. An event that is missing before the head is found by the
   * reads.
   * @throws DamagedLog when events are behind the head, or when any are missing and `mayMiss` is false
   */
  checkCount(mayMiss: boolean): void {
    const { head, count, hasRepeat } = this.#guarded(() => this.#index.summary());
    if (hasRepeat) throw new DamagedLog('The index of the event log is damaged: it has an event twice');
    if (count === head || (mayMiss && count < head)) return;
    throw new DamagedLog(`The event log is damaged (${count} events up to position ${head})`);
  }

  /** Reads the newest page. @throws DamagedLog */
  checkNewest(): void {
    const head = this.head();
    for (let position = Math.max(0, head - pageSize); position < head; ) {
      position = this.page(position, head).select({}).position;
    }
  }

  /** Id of the event at a position. */
  idAt(position: number): string | undefined {
    const [row] = this.#read(this.#all, [position - 1, position, 1]).rows;
    if (row === undefined) return undefined;
    wholePositions({ rows: [row], damage: undefined }, position, 1, 1);
    return String(row[3]);
  }

  /** Events of a stream from `revision` in the given direction, without those after position `upTo`. */
  readStream(
    stream: string,
    direction: 'forwards' | 'backwards',
    revision: number,
    upTo: number,
    limit: number,
  ): StreamPage {
    const isForwards = direction === 'forwards';
    const read = this.#read(isForwards ? this.#forwards : this.#backwards, [stream, revision, upTo, limit]);
    const rows = wholeRevisions(read, stream, isForwards ? revision : undefined, isForwards ? 1 : -1);
    const isEnd = read.damage === undefined && read.rows.length < limit && rows.length === read.rows.length;
    const newest = rows.at(isForwards ? -1 : 0)?.[2];
    const to = { revision: isForwards ? Number.MAX_SAFE_INTEGER : revision, position: upTo };
    this.#guarded(() => {
      if (newest === undefined) this.#index.checkAbsence(stream, isForwards ? revision : 0, to);
      else if (isForwards ? isEnd : Number(newest) < revision) this.#index.checkEnd(stream, Number(newest), to);
    });
    const oldest = rows.at(-1);
    if (isEnd && !isForwards && oldest && oldest[2] !== 0) throw missingBefore(oldest, stream);
    return { events: rows.map((row) => toEvent(row)), isEnd };
  }

  /** The page after one position, up to another. It checks the events that are selected from it. */
  page(after: number, upTo: number, size = pageSize): LogPage {
    const count = Math.max(0, Math.min(size, upTo - after));
    const rows = rowsWithoutGap(this.#read(this.#all, [after, upTo, size]), after + 1, 1, count);
    return new LogPage(rows, upTo, rows.length < count ? rows.length : size);
  }

  /** The newest events between two positions (`after` excluded), newest first. */
  readBackwards(after: number, upTo: number): RecordedEvent[] {
    const count = Math.max(0, Math.min(pageSize, upTo - after));
    const read = this.#read(this.#allBackwards, [after, upTo, pageSize]);
    return wholePositions(read, upTo, -1, count).map((row) => toEvent(row));
  }

  close(): void {
    this.#db.close();
  }

  #prepare(where: string): StatementSync {
    return this.#guarded(() => {
      const selected = hasChecksums(this.#db) ? columns : columns.replace('checksum', 'NULL');
      const statement = this.#db.prepare(`SELECT ${selected} FROM events WHERE ${where}`);
      statement.setReturnArrays(true);
      return statement;
    });
  }

  #read(statement: StatementSync, values: SQLInputValue[]): ReadRows {
    return this.#guarded(() => {
      try {
        return { rows: statement.all(...values), damage: undefined };
      } catch (error) {
        if (!isDamage(error)) throw error;
        return rowsUpToDamage(statement, values);
      }
    });
  }

  #guarded<T>(work: () => T): T {
    if (!this.#db.isOpen) throw new EventLogUnavailable('The event log is closed');
    try {
      return work();
    } catch (error) {
      throw readFailure(error);
    }
  }
}

function rowsUpToDamage(statement: StatementSync, values: SQLInputValue[]): ReadRows {
  const rows: Row[] = [];
  try {
    for (const row of statement.iterate(...values)) rows.push(row);
    return { rows, damage: undefined };
  } catch (error) {
    if (!isDamage(error)) throw error;
    return { rows, damage: error };
  }
}
