import { type DBSchema, type IDBPDatabase, type IDBPObjectStore, openDB } from 'idb';
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
export type StoreOfDocuments = IDBPObjectStore<Schema, ArrayLike<'changes' | 'documents'>, 'documents', 'readwrite'>;

/** A damaged database is never opened, and changes would wait for it. Opening takes some milliseconds, on a busy phone seconds. */
const maxOpenMs = 10_000;

let database: Promise<DeviceDatabase | undefined> | undefined;

/** The database of this browser; undefined if the browser refuses it, as some do in private windows, or does not answer. */
export function deviceDatabase(): Promise<DeviceDatabase | undefined> {
  database ??= Promise.race([open(), noAnswer()]);
  return database;
}

const noAnswer = () => new Promise<undefined>((resolve) => setTimeout(resolve, maxOpenMs));

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
