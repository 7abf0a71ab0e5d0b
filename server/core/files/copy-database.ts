import { backup, DatabaseSync } from 'node:sqlite';

export interface CopyOptions {
  readonly signal: AbortSignal;
  /** Receives how many bytes are copied, and how many there are. */
  readonly onProgress?: ((bytes: number, total: number) => void) | undefined;
}

/** Few enough that a signal is noticed within a fraction of a second. */
const pagesPerStep = 2_000;
const busyTimeoutMs = 2_000;

/**
 * Copies an SQLite database that another process may be writing. The copy is the database as of one moment, and a
 * complete file without a write-ahead log.
 * @param to must not exist
 * @throws Error when the file cannot be read or written, or is locked for more than 2 s
 */
export async function copyDatabase(from: string, to: string, { signal, onProgress }: CopyOptions): Promise<void> {
  signal.throwIfAborted();
  const source = new DatabaseSync(from, { readOnly: true, timeout: busyTimeoutMs });
  try {
    const pageBytes = Number(source.prepare('PRAGMA page_size').get()?.page_size);
    // SQLite starts the copy again after each change by another connection. Inside a transaction it sees none.
    source.exec('BEGIN');
    source.prepare('SELECT count(*) FROM sqlite_schema').get();
    await backup(source, to, {
      rate: pagesPerStep,
      progress: ({ totalPages, remainingPages }) => {
        signal.throwIfAborted();
        onProgress?.((totalPages - remainingPages) * pageBytes, totalPages * pageBytes);
      },
    });
  } finally {
    source.close();
  }
}
