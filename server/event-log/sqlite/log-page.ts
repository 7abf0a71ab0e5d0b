import type { SQLOutputValue } from 'node:sqlite';
import { type EventFilter, EventLogUnavailable, passes, type RecordedEvent } from '../../core/event-log.ts';
import { decodeEvent } from './record.ts';

export const columns = 'position, stream, revision, id, type, record';

/** A row of `columns`; an array, though the library's types do not say so. */
export type Row = Record<string, SQLOutputValue>;

/**
 * @param type the row's: one string for all events of a type is found in tables and compared faster than one for each
 * @throws EventLogUnavailable when the row is not as it was written
 */
export const toEvent = (row: Row, type = String(row[4])): RecordedEvent => {
  try {
    return decodeEvent(Number(row[0]), String(row[1]), Number(row[2]), String(row[3]), type, String(row[5]));
  } catch (error) {
    throw unreadable(error);
  }
};

export const unreadable = (cause: unknown): EventLogUnavailable =>
  new EventLogUnavailable('The event log cannot be read: see the disk and the file', { cause });

/** A part of the log as it was read, for all who follow it: an event is decoded once, when somebody wants it. */
export class LogPage {
  /** All up to here is in this page, or was before it. */
  readonly position: number;
  /** Id of the event at `position`, where that is in this page. */
  readonly positionId: string | undefined;
  /** There may be more after it. */
  readonly isFull: boolean;
  readonly #rows: readonly Row[];
  readonly #events: (RecordedEvent | undefined)[];
  /** The types in it, numbered: who follows says once for each which he wants, and not for each event. */
  readonly #types = new Map<string, number>();
  readonly #typeOf: readonly number[];

  /** @param rows all after some position, up to `upTo` but not more than `limit` */
  constructor(rows: readonly Row[], upTo: number, limit: number) {
    const last = rows.at(-1);
    this.isFull = last !== undefined && rows.length === limit;
    this.position = this.isFull ? Number(last?.[0]) : upTo;
    this.positionId = last !== undefined && Number(last[0]) === this.position ? String(last[3]) : undefined;
    this.#rows = rows;
    this.#events = new Array<RecordedEvent | undefined>(rows.length).fill(undefined);
    this.#typeOf = rows.map((row) => this.#numberOf(String(row[4])));
  }

  /** @throws EventLogUnavailable */
  matching(filter: EventFilter): RecordedEvent[] {
    const types = [...this.#types.keys()];
    const wanted = types.map((type) => passes(filter, type));
    const events: RecordedEvent[] = [];
    for (const [place, row] of this.#rows.entries()) {
      const type = this.#typeOf[place];
      if (type === undefined || !wanted[type]) continue;
      let event = this.#events[place];
      if (event === undefined) {
        event = toEvent(row, types[type]);
        this.#events[place] = event;
      }
      events.push(event);
    }
    return events;
  }

  #numberOf(type: string): number {
    let number = this.#types.get(type);
    if (number === undefined) {
      number = this.#types.size;
      this.#types.set(type, number);
    }
    return number;
  }
}
