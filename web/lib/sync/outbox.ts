import { currentUid, onSignOut, onUserChange } from '../identity/session.ts';
import { createStore } from '../store.ts';
import { type DeviceDatabase, deviceDatabase, type StoredChange } from './device-database.ts';
import type { ChangeStorage } from './document-changes.ts';
import { toStored } from './kept-documents.ts';
import { type PendingChange, pendingChanges } from './pending-changes.ts';

/** A tab that is frozen while it sends keeps its lock. Longer than a request with its retries. */
const stealAfterMs = 60_000;

/** False if the browser refuses to store changes: they are lost when the page closes. */
export const isStorageAvailable = createStore(true);

const nameOf = (document: readonly string[]): string => document.join(' ');
/** Tells the other tabs that the stored changes of a document have changed. */
const channel = typeof BroadcastChannel === 'undefined' ? undefined : new BroadcastChannel('potluck.changes');
/** The writes of this tab that have not ended, by document. */
const writes = new Map<string, Set<Promise<void>>>();
/** Called for a document when changes of it were read. They may wait to be sent. */
const listeners = new Set<(document: readonly string[]) => void>();

/** Writes to the database, and tells the other tabs. Resolves to false if the browser refuses. */
async function write(
  document: readonly string[],
  run: (database: DeviceDatabase) => Promise<unknown>,
): Promise<boolean> {
  const name = nameOf(document);
  const running = writes.get(name) ?? new Set();
  const { promise: ended, resolve: end } = Promise.withResolvers<void>();
  writes.set(name, running.add(ended));
  try {
    const database = await deviceDatabase();
    if (database) await run(database);
    isStorageAvailable.set(database !== undefined);
    return database !== undefined;
  } catch (error) {
    reportError(error); // For example, the disk is full.
    isStorageAvailable.set(false);
    return false;
  } finally {
    running.delete(ended);
    if (running.size === 0) writes.delete(name);
    end();
    channel?.postMessage(document);
  }
}

/**
 * Reads the stored changes of a document, which other tabs may have added, sent or removed. Those of this tab that are not
 * stored yet, or cannot be stored, stay at the end.
 * @returns false if a write of this tab has not ended, so that what was read may be outdated and was not used
 */
async function refresh(document: readonly string[]): Promise<boolean> {
  const name = nameOf(document);
  const database = await deviceDatabase();
  const stored = (await database?.getAllFromIndex('changes', 'name', name)) ?? [];
  if (writes.has(name)) return false;
  pendingChanges.replaceStored(
    document,
    stored.filter(isReadable).filter(({ by }) => by === currentUid()),
  );
  return true;
}

/** A newer release in another tab may have stored changes that this one cannot send. */
const isReadable = ({ version }: StoredChange): boolean => version === 1;

channel?.addEventListener('message', ({ data: document }: MessageEvent<readonly string[]>) => {
  refresh(document)
    .then(() => notify(document))
    .catch(reportError);
});

function notify(document: readonly string[]): void {
  for (const listener of [...listeners]) listener(document);
}

/** Reads all stored changes of the user. */
async function restore(uid: string): Promise<void> {
  const database = await deviceDatabase();
  const stored = (await database?.getAllFromIndex('changes', 'by', uid)) ?? [];
  const documents = new Map(stored.map(({ name, document }) => [name, document]));
  for (const document of documents.values()) {
    await refresh(document);
    notify(document);
  }
}

/** Whether an earlier page has left changes of the current user to send. */
export async function hasStoredChanges(): Promise<boolean> {
  const uid = currentUid();
  const database = uid === null ? undefined : await deviceDatabase();
  return database !== undefined && uid !== null && (await database.countFromIndex('changes', 'by', uid)) > 0;
}

async function clear(uid: string): Promise<void> {
  const database = await deviceDatabase();
  if (!database) return;
  const transaction = database.transaction(['changes', 'documents'], 'readwrite');
  for (const store of ['changes', 'documents'] as const) {
    const keys = await transaction.objectStore(store).index('by').getAllKeys(uid);
    for (const key of keys) await transaction.objectStore(store).delete(key);
  }
  await transaction.done;
}

/** The user's changes of lists and plans, stored in this browser until the server has them. */
export const outbox: ChangeStorage & { restore(): void } = {
  async add(pending: PendingChange): Promise<void> {
    const { document, key } = pending;
    await write(document, async (database) => {
      const stored: StoredChange = { ...pending, version: 1, name: nameOf(document) };
      const sequence = await database.add('changes', stored);
      pendingChanges.stored(document, key, sequence);
    });
  },

  async answer({ document, key }: PendingChange): Promise<void> {
    const answered = pendingChanges.of(document).find((each) => each.key === key);
    if (answered?.sequence === undefined) return;
    await write(document, (database) => database.put('changes', { ...answered, version: 1, name: nameOf(document) }));
  },

  /** Removes changes. Stores the document with the same transaction, which may now include them. */
  async remove(document: readonly string[], changes: readonly PendingChange[]): Promise<void> {
    const kept = toStored(document);
    await write(document, async (database) => {
      const transaction = database.transaction(['changes', 'documents'], 'readwrite');
      if (kept) await transaction.objectStore('documents').put(kept);
      for (const { sequence } of changes) {
        if (sequence !== undefined) await transaction.objectStore('changes').delete(sequence);
      }
      await transaction.done;
    });
  },

  async inTurn(document: readonly string[], send: () => Promise<void>): Promise<void> {
    const lock = `potluck.send ${nameOf(document)}`;
    const run = async () => {
      // What an earlier page has stored is sent before what was just added.
      while (!(await refresh(document))) await Promise.all(writes.get(nameOf(document)) ?? []);
      await send();
    };
    try {
      await navigator.locks.request(lock, { signal: AbortSignal.timeout(stealAfterMs) }, run);
    } catch (error) {
      if (!(error instanceof DOMException && error.name === 'TimeoutError')) throw error;
      await navigator.locks.request(lock, { steal: true }, run);
    }
  },

  onRead(listener: (document: readonly string[]) => void): void {
    listeners.add(listener);
    outbox.restore();
  },

  /** Reads the stored changes of the current user. */
  restore(): void {
    const uid = currentUid();
    if (uid !== null) restore(uid).catch(reportError);
  },
};

onUserChange(outbox.restore);
onSignOut(() => {
  const uid = currentUid();
  if (uid !== null) clear(uid).catch(reportError);
});
