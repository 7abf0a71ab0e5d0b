import type { DatabaseSync, SQLInputValue, StatementSync } from 'node:sqlite';
import { EventLogUnavailable, type RecordedEvent } from '../../core/event-log.ts';
import { columns, LogPage, type Row, toEvent, unreadable } from './log-page.ts';
import { openForReading } from './schema.ts';

/** Events per page: few enough to block the event loop for less than 1 ms, and to be collected as young garbage. */
export const pageSize = 256;

/** The reading connection, on the event loop: bounded pages only. Its methods throw EventLogUnavailable. */
export class Reader {
  readonly #db: DatabaseSync;
  readonly #head: StatementSync;
  readonly #forwards: StatementSync;
  readonly #backwards: StatementSync;
  readonly #all: StatementSync;
  readonly #allBackwards: StatementSync;

  constructor(file: string) {
    this.#db = openForReading(file);
    this.#head = this.#guarded(() => this.#db.prepare('SELECT max(position) AS head FROM events'));
    this.#all = this.#prepare('position > ? AND position <= ? ORDER BY position LIMIT ?');
    this.#allBackwards = this.#prepare('position > ? AND position <= ? ORDER BY position DESC LIMIT ?');
    this.#forwards = this.#prepare('stream = ? AND revision >= ? AND position <= ? ORDER BY revision LIMIT ?');
    this.#backwards = this.#prepare('stream = ? AND revision <= ? AND position <= ? ORDER BY revision DESC LIMIT ?');
  }

  /** Position of the last committed event, 0 in an empty log. */
  head(): number {
    return this.#guarded(() => Number(this.#head.get()?.head ?? 0));
  }

  /** Id of the event at a position. */
  idAt(position: number): string | undefined {
    const id = this.#guarded(() => this.#db.prepare('SELECT id FROM events WHERE position = ?').get(position)?.id);
    return typeof id === 'string' ? id : undefined;
  }

  /** Events of a stream from `revision` in the given direction, without those after position `upTo`. */
  readStream(
    stream: string,
    direction: 'forwards' | 'backwards',
    revision: number,
    upTo: number,
    limit: number,
  ): RecordedEvent[] {
    const statement = direction === 'forwards' ? this.#forwards : this.#backwards;
    return this.#rows(statement, [stream, revision, upTo, limit]).map((row) => toEvent(row));
  }

  /** The page after one position, up to another. */
  page(after: number, upTo: number, size = pageSize): LogPage {
    return new LogPage(this.#rows(this.#all, [after, upTo, size]), upTo, size);
  }

  /** The newest events between two positions (`after` excluded), newest first. */
  readBackwards(after: number, upTo: number): RecordedEvent[] {
    return this.#rows(this.#allBackwards, [after, upTo, pageSize]).map((row) => toEvent(row));
  }

  close(): void {
    this.#db.close();
  }

  #prepare(where: string): StatementSync {
    return this.#guarded(() => {
      const statement = this.#db.prepare(`SELECT ${columns} FROM events WHERE ${where}`);
      statement.setReturnArrays(true);
      return statement;
    });
  }

  #rows(statement: StatementSync, values: SQLInputValue[]): Row[] {
    return this.#guarded(() => statement.all(...values));
  }

  #guarded<T>(work: () => T): T {
    if (!this.#db.isOpen) throw new EventLogUnavailable('The event log is closed');
    try {
      return work();
    } catch (error) {
      throw unreadable(error);
    }
  }
}
