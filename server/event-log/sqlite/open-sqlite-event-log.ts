import { dirname, resolve } from 'node:path';
import type { EventLog } from '../../core/event-log.ts';
import { makeDirectory } from '../../core/files/directories.ts';
import { type Logger, silentLogger } from '../../core/logger.ts';
import { WriteWatch } from '../write-watch.ts';
import { GroupCommit } from './group-commit.ts';
import { LogPages } from './log-pages.ts';
import { Notifier } from './notifier.ts';
import { pageSize, Reader } from './reader.ts';
import { RecentEvents } from './recent-events.ts';
import type { Synchronous } from './schema.ts';
import { SqliteEventLog } from './sqlite-event-log.ts';
import { startWriter } from './writer-link.ts';
import { lockForWriting } from './writer-lock.ts';

export interface SqliteEventLogOptions {
  /** The database. SQLite keeps two files beside it; a fourth locks out other processes. */
  readonly file: string;
  readonly synchronous?: Synchronous;
  /** How long the disk may take for one group of appends. */
  readonly writeTimeoutMs?: number;
  /**
   * Pages of 4 KiB in the write-ahead log before a checkpoint moves them into the database. More pages make the
   * checkpoint and a start after a crash slower; fewer write the same page more often.
   */
  readonly checkpointPages?: number;
  /** Receives in one line why checkpoints fail; once, until one succeeds again. */
  readonly onCheckpointFailure?: (message: string) => void;
  /** Logs when appends begin to fail, and when they succeed again. */
  readonly logger?: Pick<Logger, 'warn' | 'error'>;
}

/**
 * Opens the embedded log; creates it if missing. Positions start at 1. One process at a time.
 * @throws Error with the remedy when the file is in use, is not an event log, or cannot be opened
 */
export const openSqliteEventLog = async (options: SqliteEventLogOptions): Promise<EventLog> => {
  const { synchronous = 'FULL', writeTimeoutMs = 30_000, checkpointPages = 8000, onCheckpointFailure } = options;
  const { logger = silentLogger } = options;
  const file = resolve(options.file);
  const syncDirectories = await makeDirectory(dirname(file));
  const lock = lockForWriting(file);
  const writer = await startWriter({ file, synchronous, checkpointPages }).catch((error: unknown) => {
    lock.release();
    throw error;
  });
  try {
    await syncDirectories();
    const reader = new Reader(file);
    reader.checkCount(false);
    reader.checkNewest();
    const recent = new RecentEvents(writer.head);
    const older = new LogPages({ read: (after) => reader.page(after, recent.head), pageSize });
    const notifier = new Notifier();
    const watch = new WriteWatch({ logger, probe: writer.probe });
    const commits = new GroupCommit({
      head: writer.head,
      send: writer.send,
      committed: (events, bytes) => {
        recent.push(events, bytes);
        notifier.notify();
      },
      writeFailed: (failure) => watch.failed(failure),
      writeTimeoutMs,
    });
    writer.listen({
      committed: (outcomes) => commits.committed(outcomes),
      failed: (failure) => commits.failed(failure),
      probed: (failure) => watch.probed(failure),
      stop: (reason) => commits.stop(reason),
      checkpointFailed: (reason) =>
        onCheckpointFailure?.(
          `The event log ${file} can be written, but its write-ahead log grows and cannot be moved into it: ${reason}`,
        ),
    });

    const release = async (): Promise<void> => {
      watch.close();
      reader.close();
      await writer.close();
      lock.release();
    };
    return new SqliteEventLog({ reader, older, recent, notifier, commits, watch, release });
  } catch (error) {
    await writer.close();
    lock.release();
    throw error;
  }
};
