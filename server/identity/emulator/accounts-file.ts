import { chmodSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import type { UserInfo } from 'firebase-tools/lib/emulator/auth/state.js';
import { tryLock } from '../../core/files/process-lock.ts';

const accountsFileIn = (dir: string): string => join(dir, 'accounts.sqlite');

/** The accounts on disk. A change is durable when its call returns. */
export interface AccountsFile {
  all(): Iterable<UserInfo>;
  put(account: UserInfo): void;
  remove(localId: string): void;
  close(): void;
}

/** How long a process that was killed may take to end. */
const lockTimeoutMs = 2_000;

/**
 * Opens the accounts of a folder for writing, and creates the folder if needed. One process at a time; others may read
 * the database meanwhile, as a backup does. The emulator stores passwords in plain text, so only the owner may access
 * the folder.
 * @throws when another process still has them open after 2 s, or they cannot be read
 */
export function openAccountsFile(dir: string): AccountsFile {
  mkdirSync(dir, { recursive: true, mode: 0o700 });
  chmodSync(dir, 0o700);
  const file = accountsFileIn(dir);
  const lock = tryLock(`${file}.lock`, lockTimeoutMs);
  if (lock === undefined) throw new Error(`${file} is in use by another process`);
  const database = new DatabaseSync(file, { timeout: lockTimeoutMs });
  database.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL');
  database.exec(
    'CREATE TABLE IF NOT EXISTS account (local_id TEXT PRIMARY KEY, json TEXT NOT NULL) WITHOUT ROWID, STRICT',
  );
  const select = database.prepare('SELECT json FROM account');
  const upsert = database.prepare('INSERT OR REPLACE INTO account (local_id, json) VALUES (?, ?)');
  const remove = database.prepare('DELETE FROM account WHERE local_id = ?');
  return {
    *all() {
      for (const { json } of select.iterate()) {
        if (typeof json === 'string') yield JSON.parse(json);
      }
    },
    put(account) {
      upsert.run(account.localId, JSON.stringify(account));
    },
    remove(localId) {
      remove.run(localId);
    },
    close: () => {
      database.close();
      lock.release();
    },
  };
}
