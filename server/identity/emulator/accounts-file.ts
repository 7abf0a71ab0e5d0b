import { chmodSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import type { UserInfo } from 'firebase-tools/lib/emulator/auth/state.js';

/** The accounts on disk. A change is durable when its call returns. */
export interface AccountsFile {
  all(): Iterable<UserInfo>;
  put(account: UserInfo): void;
  remove(localId: string): void;
  close(): void;
}

/**
 * Opens the accounts of a folder for this process exclusively, and creates the folder if needed. The emulator stores
 * passwords in plain text, so only the owner may access the folder.
 * @throws when another process still has them open after 2 s, or they cannot be read
 */
export function openAccountsFile(dir: string): AccountsFile {
  mkdirSync(dir, { recursive: true, mode: 0o700 });
  chmodSync(dir, 0o700);
  const database = new DatabaseSync(join(dir, 'accounts.sqlite'), { timeout: 2_000 });
  database.exec('PRAGMA locking_mode = EXCLUSIVE; PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL');
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
    close: () => database.close(),
  };
}
