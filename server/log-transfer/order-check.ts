import { DatabaseSync } from 'node:sqlite';
import type { RecordedEvent } from '../core/event-log.ts';

/** KiB of memory for what has been seen; the rest is in a temporary file, which SQLite removes. */
const cacheKib = 65_536;
/** SQLITE_CONSTRAINT_PRIMARYKEY: https://www.sqlite.org/rescode.html */
const primaryKeyViolation = 1555;

const openScratch = (): DatabaseSync => {
  const db = new DatabaseSync('');
  db.exec(`
    PRAGMA journal_mode = OFF;
    PRAGMA synchronous = OFF;
    PRAGMA cache_size = -${cacheKib};
    CREATE TABLE ids (id TEXT PRIMARY KEY) WITHOUT ROWID, STRICT;
    CREATE TABLE streams (name TEXT PRIMARY KEY, first INTEGER NOT NULL, last INTEGER NOT NULL) WITHOUT ROWID, STRICT;
    BEGIN;
  `);
  return db;
};

/**
 * Checks that positions increase, ids are unique, and the revisions of each stream have no gaps. Its memory is bounded
 * for a log of any length.
 */
export class OrderCheck {
  readonly #seen = openScratch();
  readonly #addId = this.#seen.prepare('INSERT INTO ids VALUES (?)');
  readonly #advance = this.#seen.prepare('UPDATE streams SET last = last + 1 WHERE name = ? RETURNING last');
  readonly #addStream = this.#seen.prepare('INSERT INTO streams VALUES (?, ?, ?)');
  readonly #isPartial: boolean;
  #position = 0n;

  /** @param isPartial whether the events follow others, so that a stream may begin with any revision */
  constructor(isPartial: boolean) {
    this.#isPartial = isPartial;
  }

  /** What is wrong with the next event; undefined if nothing is. */
  problemWith({ id, stream, revision, position }: RecordedEvent): string | undefined {
    if (position <= this.#position) return `position ${position} follows position ${this.#position}`;
    this.#position = position;
    const expected = this.#expectedRevision(stream, revision);
    if (revision !== expected) return `revision ${revision} of ${stream} is where revision ${expected} must be`;
    return this.#isNew(id) ? undefined : `the event ${id} occurs twice`;
  }

  /** Streams that began before these events, with the revision that came first here. */
  *continuedStreams(): Generator<{ readonly stream: string; readonly first: bigint }, void> {
    for (const { name, first } of this.#seen.prepare('SELECT name, first FROM streams WHERE first > 0').iterate()) {
      yield { stream: String(name), first: BigInt(Number(first)) };
    }
  }

  close(): void {
    this.#seen.close();
  }

  #expectedRevision(stream: string, revision: bigint): bigint {
    const last = this.#advance.get(stream)?.last;
    if (last !== undefined) return BigInt(Number(last));
    const first = this.#isPartial ? revision : 0n;
    this.#addStream.run(stream, first, first);
    return first;
  }

  #isNew(id: string): boolean {
    try {
      this.#addId.run(id);
      return true;
    } catch (error) {
      if (error instanceof Error && 'errcode' in error && error.errcode === primaryKeyViolation) return false;
      throw error;
    }
  }
}
