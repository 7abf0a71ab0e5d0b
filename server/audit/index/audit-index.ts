/** Answers which events an actor, a type, a time, a request or a command has. Derived from the log, in a file beside it. */
import { hash } from 'node:crypto';
import type { DatabaseSync, SQLInputValue, StatementSync } from 'node:sqlite';
import { LRUCache } from 'lru-cache';
import { accessEvents } from '../../core/domain/access/upcast.ts';
import type { RecordedEvent, SubscriptionBatch } from '../../core/event-log.ts';
import { openIndexFile } from './schema.ts';

/** Selects events that have all of these. */
export interface IndexFilter {
  readonly stream?: string;
  readonly actor?: string;
  readonly types?: readonly string[];
  /** Types that are left out. */
  readonly without?: readonly string[];
  /** First and last time, inclusive. */
  readonly since?: Date;
  readonly until?: Date;
  readonly correlationId?: string;
  readonly commandId?: string;
  /** The user whose private data an operator has read. */
  readonly whose?: string;
}

export interface IndexQuery extends IndexFilter {
  readonly direction: 'forwards' | 'backwards';
  /** Only events beyond this position, in `direction`. */
  readonly after?: bigint;
  readonly limit: number;
}

/** Where an event is. With a filter by correlation, command or user concerned, it may have another one with the same hash: check it. */
export interface IndexedEvent {
  readonly position: bigint;
  readonly stream: string;
  readonly revision: bigint;
}

/** Up to where the log is indexed. */
export interface IndexProgress {
  readonly position: bigint;
  readonly eventId: string | undefined;
}

/** Another process has indexed these events: continue from its progress. */
export class IndexMoved extends Error {
  constructor() {
    super('Another process has moved the index');
    this.name = 'IndexMoved';
  }
}

export type IndexBatch = Pick<SubscriptionBatch, 'events' | 'position' | 'positionId'>;

/** With fewer events in a span of time, sorting them by position is faster than searching the whole index for them. */
const maxSorted = 20_000;
const maxCachedNames = 20_000;

export class AuditIndex {
  readonly #db: DatabaseSync;
  readonly #numbers = new LRUCache<string, number>({ max: maxCachedNames });
  readonly #insert: StatementSync;
  readonly #insertId: StatementSync;
  readonly #findName: StatementSync;
  readonly #addName: StatementSync;

  /** @param file created if missing */
  constructor(file: string) {
    this.#db = openIndexFile(file);
    this.#insert = this.#db.prepare('INSERT INTO events VALUES (?, ?, ?, ?, ?, ?)');
    // A command and its correlation may have the same id.
    this.#insertId = this.#db.prepare('INSERT OR IGNORE INTO ids VALUES (?, ?)');
    this.#findName = this.#db.prepare('SELECT number FROM names WHERE name = ?');
    this.#addName = this.#db.prepare('INSERT INTO names (name) VALUES (?)');
  }

  progress(): IndexProgress | undefined {
    const row = this.#db.prepare('SELECT position, event_id FROM progress').get();
    if (!row) return undefined;
    return {
      position: BigInt(Number(row.position)),
      eventId: row.event_id === null ? undefined : String(row.event_id),
    };
  }

  /**
   * Adds the events of a batch, and moves the progress from `expected` to its position.
   * @throws IndexMoved
   */
  add(expected: bigint | undefined, { events, position, positionId }: IndexBatch): void {
    this.#transaction(() => {
      if (this.progress()?.position !== expected) throw new IndexMoved();
      for (const event of events) this.#insertEvent(event);
      this.#db.exec('DELETE FROM progress');
      this.#db.prepare('INSERT INTO progress VALUES (?, ?)').run(Number(position), positionId ?? null);
    });
  }

  /** Removes the events, to index another log. The names keep their numbers, which other processes may have cached. */
  clear(): void {
    this.#transaction(() => this.#db.exec('DELETE FROM progress; DELETE FROM events; DELETE FROM ids'));
  }

  /** The event at a position. */
  at(position: bigint): IndexedEvent | undefined {
    const [found] = this.find({ direction: 'forwards', after: position - 1n, limit: 1 });
    return found?.position === position ? found : undefined;
  }

  find(query: IndexQuery): IndexedEvent[] {
    const { sql, values } = this.#conditions(query);
    const isBackwards = query.direction === 'backwards';
    if (query.after !== undefined) {
      sql.push(isBackwards ? 'position < ?' : 'position > ?');
      values.push(Number(query.after));
    }
    const rows = this.#db
      .prepare(
        `SELECT position, names.name AS stream, revision FROM events JOIN names ON names.number = events.stream
         WHERE ${sql.join(' AND ') || 'true'} ORDER BY position ${isBackwards ? 'DESC' : ''} LIMIT ?`,
      )
      .all(...values, query.limit);
    return rows.map(({ position, stream, revision }) => ({
      position: BigInt(Number(position)),
      stream: String(stream),
      revision: BigInt(Number(revision)),
    }));
  }

  /** Events that were recorded in this time, without its end. */
  count(since: Date, until: Date): number {
    const counted = this.#db.prepare('SELECT count(*) AS count FROM events WHERE at >= ? AND at < ?');
    return Number(counted.get(since.getTime(), until.getTime())?.count);
  }

  /** Events of a type, up to a position. */
  countOfType(type: string, upTo: bigint): number {
    const number = this.#numberOf(type);
    if (number === undefined) return 0;
    const counted = this.#db.prepare('SELECT count(*) AS count FROM events WHERE type = ? AND position <= ?');
    return Number(counted.get(number, Number(upTo))?.count);
  }

  /** Names that begin with this text, in their order: of streams, types and users. */
  namesFrom(prefix: string, limit: number): string[] {
    const rows = this.#db
      .prepare('SELECT name FROM names WHERE name >= ? AND name < ? ORDER BY name LIMIT ?')
      .all(prefix, `${prefix}\u{10ffff}`, limit);
    return rows.map(({ name }) => String(name));
  }

  [Symbol.dispose](): void {
    this.#db.close();
  }

  #conditions(filter: IndexFilter) {
    const { stream, actor, types, without, since, until, correlationId, commandId, whose } = filter;
    const sql: string[] = [];
    const values: SQLInputValue[] = [];
    const add = (condition: string, ...added: SQLInputValue[]) => {
      sql.push(condition);
      values.push(...added);
    };
    if (stream !== undefined) add('stream = ?', this.#numberOf(stream) ?? null);
    if (actor !== undefined) add('actor = ?', this.#numberOf(actor) ?? null);
    if (types !== undefined) {
      const known = types.flatMap((type) => this.#numberOf(type) ?? []);
      add(`type IN (${known.map(() => '?').join()})`, ...known);
    }
    for (const id of [correlationId, commandId, whose === undefined ? undefined : concerns(whose)]) {
      if (id !== undefined) add('position IN (SELECT position FROM ids WHERE hash = ?)', hashOf(id));
    }
    if (since !== undefined || until !== undefined) {
      const span = [since?.getTime() ?? 0, until?.getTime() ?? Number.MAX_SAFE_INTEGER];
      // A unary plus keeps SQLite from using the index of times.
      const at = sql.length === 0 && this.#isShort(span) ? 'at' : '+at';
      add(`${at} BETWEEN ? AND ?`, ...span);
    }
    // Last: the index of times serves as without it.
    if (without !== undefined) {
      const known = without.flatMap((type) => this.#numberOf(type) ?? []);
      // A unary plus keeps SQLite from using the index of types.
      if (known.length > 0) add(`+type NOT IN (${known.map(() => '?').join()})`, ...known);
    }
    return { sql, values };
  }

  #isShort(span: readonly SQLInputValue[]): boolean {
    const counted = `SELECT count(*) AS count FROM (SELECT 1 FROM events WHERE at BETWEEN ? AND ? LIMIT ${maxSorted})`;
    return Number(this.#db.prepare(counted).get(...span)?.count) < maxSorted;
  }

  #insertEvent(event: RecordedEvent): void {
    const { position, stream, revision, type, meta } = event;
    this.#insert.run(
      Number(position),
      this.#addedNumber(stream),
      Number(revision),
      this.#addedNumber(type),
      this.#addedNumber(meta.actor),
      Date.parse(meta.at),
    );
    const whose = whoseData(event);
    const ids = [meta.correlationId, meta.commandId, ...(whose === undefined ? [] : [concerns(whose)])];
    for (const id of ids) this.#insertId.run(hashOf(id), Number(position));
  }

  #numberOf(name: string): number | undefined {
    const cached = this.#numbers.get(name);
    if (cached !== undefined) return cached;
    const row = this.#findName.get(name);
    if (!row) return undefined;
    this.#numbers.set(name, Number(row.number));
    return Number(row.number);
  }

  #addedNumber(name: string): number {
    const known = this.#numberOf(name);
    if (known !== undefined) return known;
    return Number(this.#addName.run(name).lastInsertRowid);
  }

  #transaction(work: () => void): void {
    this.#db.exec('BEGIN IMMEDIATE');
    try {
      work();
      this.#db.exec('COMMIT');
    } catch (error) {
      // SQLite has rolled it back already if the disk is full.
      if (this.#db.isTransaction) this.#db.exec('ROLLBACK');
      // Numbers that this transaction has given may be given to other names.
      this.#numbers.clear();
      throw error;
    }
  }
}

/** The user whose private data an operator has read; undefined for other events. */
export const whoseData = ({ type, data }: Pick<RecordedEvent, 'type' | 'data'>): string | undefined =>
  type in accessEvents && typeof data.whose === 'string' ? data.whose : undefined;

/** Apart from the ids of requests and commands. */
const concerns = (uid: string): string => `whose ${uid}`;

/** 48 bits: exact as a JavaScript number, and among ten million ids hardly one pair has the same. */
const hashOf = (id: string): number => hash('sha1', id, 'buffer').readUIntBE(0, 6);
