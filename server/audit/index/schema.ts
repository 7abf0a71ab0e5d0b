import { mkdirSync } from 'node:fs';
import { dirname } from 'node:path';
import { DatabaseSync } from 'node:sqlite';

/** A file of another version is built anew: the index is derived from the log. */
const version = 2;

/** How long one process waits while another commits. */
const busyTimeoutMs = 5_000;

/**
 * Opens the index; creates it if it is missing or of another version. What is lost in a power failure is read from the log
 * again, so commits are not synced.
 */
export function openIndexFile(file: string): DatabaseSync {
  mkdirSync(dirname(file), { recursive: true });
  const db = new DatabaseSync(file, { timeout: busyTimeoutMs });
  db.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL; PRAGMA cache_size = -16384');
  if (db.prepare('PRAGMA user_version').get()?.user_version !== version) create(db);
  return db;
}

/**
 * Streams, types and actors are numbers, because their names repeat. `ids` has a hash of each event's command and of its
 * correlation, and of the user whose data an operator has read.
 */
const create = (db: DatabaseSync): void =>
  db.exec(`
    BEGIN IMMEDIATE;
    DROP TABLE IF EXISTS progress;
    DROP TABLE IF EXISTS names;
    DROP TABLE IF EXISTS events;
    DROP TABLE IF EXISTS ids;
    CREATE TABLE progress (position INTEGER NOT NULL, event_id TEXT) STRICT;
    CREATE TABLE names (number INTEGER PRIMARY KEY, name TEXT NOT NULL UNIQUE) STRICT;
    CREATE TABLE events (
      position INTEGER PRIMARY KEY,
      stream INTEGER NOT NULL,
      revision INTEGER NOT NULL,
      type INTEGER NOT NULL,
      actor INTEGER NOT NULL,
      at INTEGER NOT NULL
    ) STRICT;
    CREATE TABLE ids (hash INTEGER, position INTEGER, PRIMARY KEY (hash, position)) STRICT, WITHOUT ROWID;
    CREATE INDEX events_by_actor ON events (actor);
    CREATE INDEX events_by_type ON events (type);
    CREATE INDEX events_by_time ON events (at);
    PRAGMA user_version = ${version};
    COMMIT;
  `);
