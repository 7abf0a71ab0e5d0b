import type { DatabaseSync, StatementSync } from 'node:sqlite';
import { DamagedLog } from '../../core/event-log.ts';
import type { Row } from './row.ts';

const entries = 'SELECT stream, revision, position FROM events INDEXED BY events_by_stream';

/** Where a search ended. */
interface SearchEnd {
  readonly revision: number;
  readonly position: number;
}

/**
 * Checks the index of streams. It has no checksums, and what is wrong in it would hide rows: a wrong entry is where the
 * right one would be, beside the place that a search ends at.
 */
export class StreamIndex {
  readonly #next: StatementSync;
  readonly #previous: StatementSync;
  readonly #first: StatementSync;
  readonly #last: StatementSync;
  readonly #entries: StatementSync;
  readonly #row: StatementSync;

  constructor(db: DatabaseSync) {
    this.#next = db.prepare(`${entries} WHERE (stream, revision) > (?, ?) ORDER BY stream, revision LIMIT 1`);
    this.#previous = db.prepare(
      `${entries} WHERE (stream, revision) < (?, ?) ORDER BY stream DESC, revision DESC LIMIT 1`,
    );
    this.#first = db.prepare(`${entries} ORDER BY stream, revision LIMIT 1`);
    this.#last = db.prepare(`${entries} ORDER BY stream DESC, revision DESC LIMIT 1`);
    this.#entries = db.prepare(
      // In whole numbers: the sum of positions soon exceeds what a number holds exactly.
      `SELECT (SELECT max(position) FROM events), count(stream), count(revision),
         sum(position) * 2 <> count(*) * (count(*) + 1)
       FROM events INDEXED BY events_by_stream`,
    );
    this.#row = db.prepare('SELECT stream, revision FROM events WHERE position = ?');
    for (const statement of [this.#next, this.#previous, this.#first, this.#last, this.#entries, this.#row])
      statement.setReturnArrays(true);
  }

  /** The head, how many events have an entry, and whether two entries are of one event, as of one moment. */
  summary(): { readonly head: number; readonly count: number; readonly hasRepeat: boolean } {
    const [head, named, numbered, hasWrongSum] = Object.values(this.#entries.get() ?? {}).map(Number);
    const count = Math.min(named ?? 0, numbered ?? 0);
    // Positions have no gaps.
    return { head: head ?? 0, count, hasRepeat: count === head && hasWrongSum === 1 };
  }

  /**
   * Checks that none of some revisions of a stream is behind the last one found. A wrong entry misleads only the searches
   * that compare with it, so this search, from the other side, may find one.
   * @param to the last revision and the last position that were searched for
   * @throws DamagedLog
   */
  checkEnd(stream: string, lastRevision: number, to: SearchEnd): void {
    const next = this.#next.get(stream, lastRevision);
    const before = next ? this.#previous.get(next[0] ?? null, next[1] ?? null) : this.#last.get();
    // Searched from behind, one that is hidden may be found.
    if (before && !this.#isRight(before)) throw damaged(stream);
    if (next === undefined) return;
    const isOfStream = next[0] === stream;
    const isHidden = isOfStream && Number(next[1]) <= to.revision && Number(next[2]) <= to.position;
    if (isHidden || (!isOfStream && next[1] !== 0) || !this.#isRight(next)) throw damaged(stream);
  }

  /**
   * Checks that a stream has none of some revisions, as was found.
   * @throws DamagedLog
   */
  checkAbsence(stream: string, fromRevision: number, to: SearchEnd): void {
    const previous = this.#previous.get(stream, fromRevision);
    if (previous ? !this.#isRight(previous) : this.#beginsBefore(stream)) throw damaged(stream);
    this.checkEnd(stream, fromRevision - 1, to);
  }

  /** An entry that has lost its name ends a search backwards before the index does. */
  #beginsBefore(stream: string): boolean {
    const first = this.#first.get();
    if (first === undefined) return false;
    // In the order of SQLite: null first, then that of the bytes.
    return first[0] === null || Buffer.compare(Buffer.from(String(first[0])), Buffer.from(stream)) < 0;
  }

  #isRight(entry: Row): boolean {
    const row = this.#row.get(Number(entry[2]));
    return row?.[0] === entry[0] && row?.[1] === entry[1];
  }
}

const damaged = (stream: string): DamagedLog =>
  new DamagedLog(`The index of the event log is damaged beside stream ${stream}`);
