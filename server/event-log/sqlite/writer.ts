import type { DatabaseSync, StatementSync } from 'node:sqlite';
import { LRUCache } from 'lru-cache';
import { checksumOf } from './checksum.ts';
import { version } from './schema.ts';
import { type FlatGroup, type FlatOutcomes, GroupReader, noStream, outcome } from './writer-protocol.ts';

/**
 * Streams whose revisions are cached: those appended to last. Others are looked up in the index. The cache allocates
 * its memory at once: 100,000 entries would make each start 8 ms longer.
 */
const maxCachedRevisions = 25_000;

/** An event changes a page of the table and one of each index. It may share them with other events of its group. */
const pagesPerEvent = 3;
const charactersPerPage = 4096;

/**
 * A checkpoint that leaves more than this many times `checkpointPages` behind is reported as blocked. It often leaves
 * some pages that are being read; only a reader that stays in one transaction lets them grow without limit.
 */
const maxRemainingFactor = 4;

const uniqueViolation = 2067;

const isDuplicateId = (error: unknown): boolean =>
  error instanceof Error &&
  'errcode' in error &&
  error.errcode === uniqueViolation &&
  error.message.includes('events.id');

/** Another connection holds an old read transaction, so that later pages have to stay in the write-ahead log. */
export class CheckpointBlocked extends Error {}

/** Another process has appended, which the lock prevents unless its file was deleted. Positions would be used twice. */
export class AnotherWriter extends Error {
  constructor() {
    super('another process has written to it, maybe because its lock file was deleted; stop that one and start again');
    this.name = 'AnotherWriter';
  }
}

/** Commits groups of appends, each with one sync of the disk. Runs in the writer's thread. */
export class Writer {
  readonly #db: DatabaseSync;
  readonly #checkpointPages: number;
  readonly #begin: StatementSync;
  readonly #commit: StatementSync;
  readonly #insert: StatementSync;
  readonly #undo: StatementSync;
  readonly #revision: StatementSync;
  readonly #storedHead: StatementSync;
  readonly #checkpoint: StatementSync;
  readonly #revisions = new LRUCache<string, number>({ max: maxCachedRevisions });
  #head: number;
  /** Upper estimate of the pages written since the last checkpoint. */
  #pages = 0;

  /** `checkpointPages`: see SqliteEventLogOptions. */
  constructor(db: DatabaseSync, checkpointPages: number) {
    this.#db = db;
    this.#checkpointPages = checkpointPages;
    this.#begin = db.prepare('BEGIN IMMEDIATE');
    this.#commit = db.prepare('COMMIT');
    this.#insert = db.prepare(
      'INSERT INTO events (position, stream, revision, id, type, record, checksum) VALUES (?, ?, ?, ?, ?, ?, ?)',
    );
    this.#undo = db.prepare('DELETE FROM events WHERE position > ?');
    this.#revision = db.prepare('SELECT max(revision) AS revision FROM events WHERE stream = ?');
    this.#storedHead = db.prepare('SELECT max(position) AS head FROM events');
    this.#checkpoint = db.prepare('PRAGMA wal_checkpoint(PASSIVE)');
    this.#head = this.#readHead();
  }

  /** Position of the last event, 0 in an empty log. */
  get head(): number {
    return this.#head;
  }

  /**
   * Commits a group without the appends that have a wrong revision or a duplicate id. Returns the outcome of each.
   * @throws AnotherWriter; Error when the disk fails: then none of the group is recorded
   */
  write(group: FlatGroup): FlatOutcomes {
    const head = this.#head;
    try {
      this.#begin.get();
      if (this.#readHead() !== head) throw new AnotherWriter();
      const outcomes: FlatOutcomes = [];
      const appends = new GroupReader(group);
      while (!appends.atEnd) this.#append(appends, outcomes);
      this.#commit.get();
      return outcomes;
    } catch (error) {
      this.#head = head;
      this.#rollBack();
      throw error;
    }
  }

  /**
   * Writes a page as an append would, without an event: sets the version in the file's header to its present value.
   * @throws Error when the disk fails
   */
  probe(): void {
    try {
      this.#begin.get();
      this.#db.exec(`PRAGMA user_version = ${version}`);
      this.#commit.get();
      this.#pages += 1;
    } catch (error) {
      this.#rollBack();
      throw error;
    }
  }

  /**
   * Moves the write-ahead log into the file once it has `checkpointPages`, so that a start stays fast.
   * @returns whether a checkpoint was due
   * @throws CheckpointBlocked when readers keep far more pages than that: retried after `checkpointPages` more
   * @throws Error when the disk fails: nothing is lost, and the next call tries again
   */
  checkpointIfDue(): boolean {
    if (this.#pages < this.#checkpointPages) return false;
    const { log, checkpointed } = { ...this.#checkpoint.get() };
    this.#pages = 0;
    const remaining = Number(log) - Number(checkpointed);
    if (remaining > this.#checkpointPages * maxRemainingFactor) throw new CheckpointBlocked(`${remaining} pages wait`);
    return true;
  }

  #append(appends: GroupReader, outcomes: FlatOutcomes): void {
    const stream = appends.text();
    const expected = appends.number();
    const count = appends.number();
    const actual = this.#revisionOf(stream);
    if (expected !== actual) {
      appends.skipEvents(count);
      outcomes.push(outcome.wrongRevision, actual);
      return;
    }
    for (let n = 1; n <= count; n++) {
      try {
        const [id, type, record] = [appends.text(), appends.text(), appends.text()];
        this.#pages += pagesPerEvent + record.length / charactersPerPage;
        const [position, revision] = [this.#head + n, actual + n];
        const checksum = checksumOf(position, stream, revision, id, type, record);
        this.#insert.get(position, stream, revision, id, type, record, checksum);
      } catch (error) {
        if (!isDuplicateId(error)) throw error;
        appends.skipEvents(count - n);
        this.#undo.get(this.#head);
        outcomes.push(outcome.duplicateId, actual);
        return;
      }
    }
    this.#head += count;
    this.#revisions.set(stream, actual + count);
    outcomes.push(outcome.recorded, actual + count);
  }

  #revisionOf(stream: string): number {
    const cached = this.#revisions.get(stream);
    if (cached !== undefined) return cached;
    const found = this.#revision.get(stream)?.revision;
    return found === null || found === undefined ? noStream : Number(found);
  }

  #rollBack(): void {
    if (this.#db.isTransaction) this.#db.exec('ROLLBACK');
    this.#revisions.clear();
  }

  #readHead(): number {
    return Number(this.#storedHead.get()?.head ?? 0);
  }
}
