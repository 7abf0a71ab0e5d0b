import type { DatabaseSync, StatementSync } from 'node:sqlite';
import { DamagedLog } from '../../core/event-log.ts';
import type { Row } from './row.ts';

const entries = 'SELECT stream, revision, position FROM events INDEXED BY events_by_stream';

/**
 * Checks the index of streams. It has no checksums, and what is wrong in it would hide rows: a wrong entry is where the
 * right one would be, beside the place that a search ends at.
 */
export class StreamIndex {
  readonly #next: StatementSync;
  readonly #previous: StatementSync;
  readonly #count: StatementSync;
  readonly #row: StatementSync;

  constructor(db: DatabaseSync) {
    this.#next = db.prepare(`${entries} WHERE (stream, revision) > (?, ?) ORDER BY stream, revision LIMIT 1`);
    this.#previous = db.prepare(
      `${entries} WHERE (stream, revision) < (?, ?) ORDER BY stream DESC, revision DESC LIMIT 1`,
    );
    this.#count = db.prepare(
      'SELECT (SELECT max(position) FROM events), (SELECT count(*) FROM events INDEXED BY events_by_stream)',
    );
    this.#row = db.prepare('SELECT stream, revision FROM events WHERE position = ?');
    for (const statement of [this.#next, this.#previous, this.#count, this.#row]) statement.setReturnArrays(true);
  }

  /** Position of the last event, and the number of entries, as of one moment. They are equal: positions have no gaps. */
  headAndCount(): [head: number, count: number] {
    const row = this.#count.get();
    return [Number(row?.[0] ?? 0), Number(row?.[1])];
  }

  /**
   * Checks that no event of a stream is hidden behind the last one found.
   * @throws DamagedLog
   */
  checkEnd(stream: string, lastRevision: number): void {
    const next = this.#next.get(stream, lastRevision);
    if (next && ((next[0] !== stream && next[1] !== 0) || !this.#isRight(next))) throw damaged(stream);
  }

  /**
   * Checks that a stream has none of some revisions up to a position, as was found. A search in the other direction may
   * find one, since a wrong entry misleads only searches that compare with it.
   * @throws DamagedLog
   */
  checkAbsence(stream: string, { from, to, upTo }: { from: number; to: number; upTo: number }): void {
    const previous = this.#previous.get(stream, from);
    if (previous && !this.#isRight(previous)) throw damaged(stream);
    const next = this.#next.get(stream, from - 1);
    if (next?.[0] === stream && Number(next[1]) <= to && Number(next[2]) <= upTo) throw damaged(stream);
    this.checkEnd(stream, from - 1);
  }

  #isRight(entry: Row): boolean {
    const row = this.#row.get(Number(entry[2]));
    return row?.[0] === entry[0] && row?.[1] === entry[1];
  }
}

const damaged = (stream: string): DamagedLog =>
  new DamagedLog(`The index of the event log is damaged beside stream ${stream}`);
