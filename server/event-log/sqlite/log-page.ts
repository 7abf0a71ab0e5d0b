import { crc32 } from 'node:zlib';
import { DamagedEvent, type EventFilter, matchesFilter, type RecordedEvent } from '../../core/event-log.ts';
import { hasRightType, isWhole, type Row, toEvent, wrongChecksum } from './row.ts';

/** What a filter selects from a page. */
export interface Selection {
  readonly events: RecordedEvent[];
  /** Every event up to here is in this page or before it. */
  readonly position: number;
  /** Id of the event at `position`; undefined if it is not in this page, or damaged. */
  readonly positionId: string | undefined;
}

/** A page of the log, shared by all subscriptions. An event is checked and decoded once, when first requested. */
export class LogPage {
  /** Where the next page begins, unless an event that is requested from this one is damaged. */
  readonly position: number;
  /** More events may follow the page. */
  readonly isFull: boolean;
  readonly #rows: readonly Row[];
  readonly #events: (RecordedEvent | undefined)[];
  /** Numbers the page's types, so that a filter is evaluated once per type and not once per event. */
  readonly #types = new Map<string, number>();
  readonly #typeCrcs: number[] = [];
  readonly #typeOf: readonly number[];
  /** Index of the first row whose type is damaged: a filter may leave it out or select it wrongly. */
  readonly #end: number;

  /** @param rows all rows after some position up to `upTo`, `limit` at most; at least one if there are any */
  constructor(rows: readonly Row[], upTo: number, limit: number) {
    this.isFull = rows.length > 0 && rows.length === limit;
    this.position = this.isFull ? Number(rows.at(-1)?.[0]) : upTo;
    this.#rows = rows;
    this.#events = new Array<RecordedEvent | undefined>(rows.length).fill(undefined);
    this.#typeOf = rows.map((row) => this.#numberOf(String(row[4])));
    const end = rows.findIndex((row, index) => !hasRightType(row, this.#typeCrcs[this.#typeOf[index] ?? 0] ?? 0));
    this.#end = end === -1 ? rows.length : end;
  }

  /**
   * Ends before the first event that is damaged, if the filter selects it or its type is.
   * @throws DamagedEvent when that is the page's first one
   */
  select(filter: EventFilter): Selection {
    const types = [...this.#types.keys()];
    const wanted = types.map((type) => matchesFilter(filter, type));
    const events: RecordedEvent[] = [];
    for (let index = 0; index < this.#end; index++) {
      const [row, type] = [this.#rows[index], this.#typeOf[index]];
      if (row === undefined || type === undefined || !wanted[type]) continue;
      let event = this.#events[index];
      if (event === undefined) {
        if (!isWhole(row)) return this.#before(index, events);
        event = toEvent(row, types[type]);
        this.#events[index] = event;
      }
      events.push(event);
    }
    if (this.#end < this.#rows.length) return this.#before(this.#end, events);
    return { events, position: this.position, positionId: this.#idAt(this.#rows.length - 1, this.position) };
  }

  #before(damaged: number, events: RecordedEvent[]): Selection {
    const position = Number(this.#rows[damaged]?.[0]);
    if (damaged === 0) throw new DamagedEvent(BigInt(position), { problem: wrongChecksum });
    return { events, position: position - 1, positionId: this.#idAt(damaged - 1, position - 1) };
  }

  #idAt(index: number, position: number): string | undefined {
    const row = this.#rows[index];
    if (row === undefined || row[0] !== position) return undefined;
    return this.#events[index]?.id ?? (isWhole(row) ? String(row[3]) : undefined);
  }

  #numberOf(type: string): number {
    let number = this.#types.get(type);
    if (number === undefined) {
      number = this.#types.size;
      this.#types.set(type, number);
      this.#typeCrcs.push(crc32(type));
    }
    return number;
  }
}
