import { type DBSchema, type IDBPDatabase, openDB } from 'idb';
import type { StoredChange } from './stored-changes.ts';
import type { Versioned } from './versioned.ts';

/** A document as it was last seen. */
export interface StoredDocument {
  /** The query key as one string. */
  readonly name: string;
  readonly key: readonly string[];
  /** The uid of its reader. */
  readonly by: string;
  /** When it was last the same as the server's, in ms since the epoch. */
  readonly seenAt: number;
  readonly document: Versioned;
}

interface Schema extends DBSchema {
  changes: { key: number; value: StoredChange; indexes: { by: string; name: string } };
  documents: { key: string; value: StoredDocument; indexes: { by: string } };
}

export type DeviceDatabase = IDBPDatabase<Schema>;

let database: Promise<DeviceDatabase | undefined> | undefined;

/** The database of this browser; undefined if the browser refuses it, as some do in private windows. */
export function deviceDatabase(): Promise<DeviceDatabase | undefined> {
  database ??= open();
  return database;
}

const listeners = new Set<() => void>();

/** Calls the listener when the database was closed from outside: it may have been deleted, with all that was stored. */
export function onDatabaseClosed(listener: () => void): void {
  listeners.add(listener);
}

function close(): void {
  database = undefined; // The next call opens it again.
  for (const listener of listeners) listener();
}

async function open(): Promise<DeviceDatabase | undefined> {
  try {
    return await openDB<Schema>('potluck', 1, {
      upgrade(created) {
        const changes = created.createObjectStore('changes', { keyPath: 'sequence', autoIncrement: true });
        changes.createIndex('by', 'by');
        changes.createIndex('name', 'name');
        const documents = created.createObjectStore('documents', { keyPath: 'name' });
        documents.createIndex('by', 'by');
      },
      // A newer release upgrades the database, or the user deletes the site's data.
      blocking(_version, _blocked, event) {
        if (event.target instanceof IDBDatabase) event.target.close();
        close();
      },
      terminated: close,
    });
  } catch {
    return undefined;
  }
}
