import type { SQLOutputValue } from 'node:sqlite';
import { DamagedEvent, type EventFilter, matchesFilter, type RecordedEvent } from '../../core/event-log.ts';
import { decodeEvent } from './record.ts';

/** Of a table that has checksums. */
export const columns = 'position, stream, revision, id, type, record, checksum';

/** A row of `columns`. At run time it is an array; the library's types do not say so. */
export type Row = Record<string, SQLOutputValue>;

/**
 * @param type the row's type. One string shared by all events of a type is faster in lookups and comparisons.
 * @throws DamagedEvent
 */
export const toEvent = (row: Row, type = String(row[4])): RecordedEvent => {
  const position = Number(row[0]);
  try {
    return decodeEvent(position, String(row[1]), Number(row[2]), String(row[3]), type, String(row[5]));
  } catch (error) {
    throw new DamagedEvent(BigInt(position), { cause: error });
  }
};

/** A page of the log, shared by all subscriptions. An event is decoded once, when first requested. */
export class LogPage {
  /** Every event up to here is in this page or before it. */
  readonly position: number;
  /** Id of the event at `position`, if it is in this page. */
  readonly positionId: string | undefined;
  /** More events may follow the page. */
  readonly isFull: boolean;
  readonly #rows: readonly Row[];
  readonly #events: (RecordedEvent | undefined)[];
  /** Numbers the page's types, so that a filter is evaluated once per type and not once per event. */
  readonly #types = new Map<string, number>();
  readonly #typeOf: readonly number[];

  /** @param rows all rows after some position up to `upTo`, `limit` at most */
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
    const wanted = types.map((type) => matchesFilter(filter, type));
    const events: RecordedEvent[] = [];
    for (const [index, row] of this.#rows.entries()) {
      const type = this.#typeOf[index];
      if (type === undefined || !wanted[type]) continue;
      let event = this.#events[index];
      if (event === undefined) {
        event = toEvent(row, types[type]);
        this.#events[index] = event;
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
