import { DatabaseSync } from 'node:sqlite';
import { DamagedLog } from '../../core/event-log.ts';
import { damagedFile, isDamage } from './file-errors.ts';
import { writeAheadLogDamage } from './write-ahead-log-damage.ts';

/** `NORMAL` does not sync commits. It exists so that the power-loss test can show that it detects lost commits. */
export type Synchronous = 'FULL' | 'NORMAL';

/** Marks the file as this application's ('Potl'), for SQLite's header. */
const applicationId = 0x506f746c;
/**
 * The schema's version, kept in SQLite's header. 2: the checksums of 47 bits, in which the releases before see damage: they
 * would say that a backup must be restored.
 */
export const version = 2;

/** How long the writer waits for another program that has locked the file, such as a backup. */
const busyTimeoutMs = 2000;

const pragma = (db: DatabaseSync, name: string): unknown => db.prepare(`PRAGMA ${name}`).get()?.[name];

/**
 * Opens the only writing connection; creates the file if missing.
 * @throws Error when the file is not an event log, or was written by a newer version; DamagedLog
 */
export const openForWriting = (file: string, synchronous: Synchronous): DatabaseSync => {
  assertWholeWriteAheadLog(file);
  const db = new DatabaseSync(file, { timeout: busyTimeoutMs });
  try {
    const isNew = pragma(db, 'schema_version') === 0;
    if (!isNew) assertKnown(db, file);
    // On macOS only a full fsync reaches the disk; elsewhere the two fullfsync pragmas have no effect.
    db.exec(`
      PRAGMA journal_mode = WAL;
      PRAGMA synchronous = ${synchronous};
      PRAGMA fullfsync = ON;
      PRAGMA checkpoint_fullfsync = ON;
      PRAGMA wal_autocheckpoint = 0;
      PRAGMA cache_size = -32768;
    `);
    if (isNew) create(db);
    else upgrade(db);
    return db;
  } catch (error) {
    db.close();
    throw isDamage(error) ? damagedFile(error) : error;
  }
};

/**
 * Call it before SQLite opens the file: that cuts a damaged write-ahead log off, and closing it removes the rest.
 * @throws DamagedLog
 */
export function assertWholeWriteAheadLog(file: string): void {
  const damaged = writeAheadLogDamage(file);
  if (damaged === undefined) return;
  throw new DamagedLog(`The write-ahead log ${file}-wal is damaged (${damaged}), and with it the last changes`);
}

/** @throws Error when the file is not an event log, or was written by a newer version */
function assertKnown(db: DatabaseSync, file: string): void {
  if (pragma(db, 'application_id') !== applicationId) {
    throw new Error(`${file} is not an event log: move it away or choose another data directory`);
  }
  if (Number(pragma(db, 'user_version')) > version) {
    throw new Error(`${file} was written by a newer version of Potluck: start that version`);
  }
}

const create = (db: DatabaseSync): void =>
  db.exec(`
    BEGIN IMMEDIATE;
    CREATE TABLE events (
      position INTEGER PRIMARY KEY,
      stream TEXT NOT NULL,
      revision INTEGER NOT NULL,
      id TEXT NOT NULL,
      type TEXT NOT NULL,
      record TEXT NOT NULL,
      checksum INTEGER
    ) STRICT;
    CREATE UNIQUE INDEX events_by_stream ON events (stream, revision);
    CREATE UNIQUE INDEX events_by_id ON events (id);
    PRAGMA application_id = ${applicationId};
    PRAGMA user_version = ${version};
    COMMIT;
  `);

/** Whether rows can have a checksum. The first releases made logs without the column. */
export const hasChecksums = (db: DatabaseSync): boolean =>
  db.prepare(`SELECT 1 FROM pragma_table_info('events') WHERE name = 'checksum'`).get() !== undefined;

/** Takes the same time for any size: SQLite changes no row. */
const upgrade = (db: DatabaseSync): void => {
  if (!hasChecksums(db)) db.exec('ALTER TABLE events ADD COLUMN checksum INTEGER');
  if (pragma(db, 'user_version') !== version) db.exec(`PRAGMA user_version = ${version}`);
};

/**
 * A read-only connection with a short busy time-out, because it is used on the event loop.
 * @throws Error when the file is not an event log, or was written by a newer version
 */
export const openForReading = (file: string): DatabaseSync => {
  const db = new DatabaseSync(file, { readOnly: true, timeout: 50 });
  try {
    assertKnown(db, file);
    db.exec('PRAGMA cache_size = -16384');
    return db;
  } catch (error) {
    db.close();
    throw error;
  }
};
