import { currentUid, onUserChange } from '../identity/session.ts';
import type { ChangeStorage, StoredFeature } from './change-options.ts';
import { deviceDatabase, onDatabaseClosed } from './device-database.ts';
import { documentName, isUnder } from './document-keys.ts';
import { putUnlessOlder, toStoredDocument } from './kept-documents.ts';
import { runningWrites, type Transaction, updateRecord, write } from './outbox-writes.ts';
import { isUnstored, type PendingChange, pendingChanges } from './pending-changes.ts';
import { type RefusedChange, refusedChanges } from './refused-changes.ts';
import { isSendingPaused } from './send-changes.ts';
import { changesChannel, storedChanges } from './stored-by-user.ts';
import { asUnknown, readStored, type StoredChange, toStoredChange } from './stored-changes.ts';

/** A tab that is frozen while it sends keeps its lock. Longer than a request with its retries. */
const stealAfterMs = 60_000;

const features: StoredFeature[] = [];
const featureOf = (document: readonly string[]): StoredFeature | undefined =>
  features.find(({ queryKey }) => isUnder(queryKey, document));

/** The number of reads under way of all that is stored. */
let restoring = 0;

/**
 * Reads the stored changes of a document, which other tabs may have added, sent or removed. Those of this tab that are not
 * stored yet, or cannot be stored, stay at the end.
 */
async function refresh(document: readonly string[]): Promise<void> {
  const feature = featureOf(document);
  if (!feature) return; // Its changes are read when it is loaded.
  const database = await deviceDatabase();
  if (!database) return;
  let stored: readonly StoredChange[];
  do {
    await Promise.all(runningWrites(document));
    stored = await database.getAllFromIndex('changes', 'name', documentName(document));
    // What was read before a write of this tab has ended is outdated.
  } while (runningWrites(document).size > 0);
  const read = stored.map((each) => readStored(each, feature)).filter(({ by }) => by === currentUid());
  pendingChanges.replaceStored(document, firstOfEachKey(read.filter((each) => !isRefused(each))));
  refusedChanges.replaceStored(document, firstOfEachKey(read.filter(isRefused)));
}

const isRefused = (read: PendingChange | RefusedChange): read is RefusedChange => 'refusal' in read;

/** After the database was deleted, two tabs may have stored the same change again. */
function firstOfEachKey<Change extends PendingChange>(read: readonly Change[]): Change[] {
  const byKey = new Map<string, Change>();
  for (const each of read) if (!byKey.has(each.key)) byKey.set(each.key, each);
  return [...byKey.values()];
}

changesChannel?.addEventListener('message', ({ data: document }: MessageEvent<readonly string[]>) => {
  refresh(document)
    .then(() => featureOf(document)?.onRead(document))
    .catch(reportError);
});

/** Reads all stored changes of the user. */
async function restore(): Promise<void> {
  const documents = new Map<string, readonly string[]>();
  for (const { name, document } of await storedChanges()) documents.set(name, document);
  for (const document of documents.values()) {
    if (!Array.isArray(document)) continue; // A damaged record.
    await refresh(document).catch(reportError);
    featureOf(document)?.onRead(document);
  }
}

/** Stores again what is in this page, after the database was closed from outside, and maybe deleted. */
async function storeAgain(): Promise<void> {
  pendingChanges.forgetStored();
  refusedChanges.forgetStored();
  const inPage = () => [...pendingChanges.all(), ...refusedChanges.all()];
  // A change that is made from here on is stored by itself.
  const lost = new Set(inPage().map(({ key }) => key));
  if (!(await deviceDatabase())) return;
  const stored = new Set((await storedChanges()).map(({ key }) => key));
  for (const each of inPage()) {
    if (lost.has(each.key) && !stored.has(each.key) && featureOf(each.document)) await outbox.add(each);
    else await refresh(each.document);
  }
}

/** Shows stored changes that no feature of this release knows. To be called when all features are loaded. */
export async function showUnknownChanges(): Promise<void> {
  const stored = await storedChanges();
  const unknown = stored.filter(({ document }) => !Array.isArray(document) || !featureOf(document));
  refusedChanges.replaceUnknown(unknown.map(asUnknown));
}

/** Removes changes that were not saved, for good. */
export async function discardChanges(discarded: readonly RefusedChange[]): Promise<void> {
  const stored = discarded.filter(({ sequence }) => sequence !== undefined);
  refusedChanges.remove(discarded.map(({ key }) => key));
  const [first] = stored;
  if (first) await outbox.remove(first.document, stored);
}

let hasAskedToKeep = false;

/** Asks the browser, once, to keep what waits also if the device has little room left. Only Firefox asks the user then. */
function askToKeep(): void {
  if (hasAskedToKeep) return;
  hasAskedToKeep = true;
  navigator.storage?.persist?.().catch(() => undefined);
}

/** The user's changes of lists and plans, stored in this browser until the server has them. */
export const outbox: ChangeStorage & { restore(): void } = {
  async add(pending: PendingChange): Promise<void> {
    const { document, key, sequence: former, ...added } = pending;
    const feature = featureOf(document);
    if (!feature) return;
    const store = async (transaction: Transaction) => {
      const changes = transaction.objectStore('changes');
      if (former !== undefined) await changes.delete(former);
      return changes.add(toStoredChange({ ...added, document, key }, feature));
    };
    await write(document, store, (sequence) => {
      pendingChanges.markStored(document, key, sequence);
      refusedChanges.markStored(key, sequence);
    });
    if (isSendingPaused.get()) askToKeep();
  },

  async answer(document: readonly string[], answered: readonly PendingChange[]): Promise<void> {
    await write(document, async (transaction) => {
      for (const each of answered)
        if (each.response) await updateRecord(transaction, each, { response: each.response });
    });
  },

  async refuse(document: readonly string[], refused: readonly RefusedChange[]): Promise<void> {
    await write(document, async (transaction) => {
      for (const each of refused) await updateRecord(transaction, each, { refusal: each.refusal });
    });
  },

  /** Removes changes. Stores the document with the same transaction, which may now include them. */
  async remove(document: readonly string[], changes: readonly PendingChange[]): Promise<void> {
    const kept = toStoredDocument(document);
    await write(document, async (transaction) => {
      if (kept) await putUnlessOlder(transaction.objectStore('documents'), kept);
      for (const { sequence } of changes) {
        if (sequence !== undefined) await transaction.objectStore('changes').delete(sequence);
      }
    });
  },

  async stored(document: readonly string[]): Promise<void> {
    await Promise.all(runningWrites(document));
  },

  async inTurn(document: readonly string[], send: () => Promise<void>): Promise<void> {
    const lock = `potluck.send ${documentName(document)}`;
    // Other tabs do not know of a change that is not stored yet. It is sent at once: the lock, the write and the read would
    // end only after the page has painted the change. Changes of an earlier page, which may not be read yet, go before it.
    const isFirst = restoring === 0 && pendingChanges.waitingOf(document).every(isUnstored);
    const sent = isFirst ? send() : undefined;
    // If what is stored cannot be read, what this page knows is sent.
    const read = () => refresh(document).catch(reportError);
    const run = async () => {
      if (!sent) {
        await read();
        return send();
      }
      await sent;
      // A message of another tab may have been missed.
      return read();
    };
    try {
      await navigator.locks.request(lock, { signal: AbortSignal.timeout(stealAfterMs) }, run);
    } catch (error) {
      if (!(error instanceof DOMException)) throw error;
      if (error.name === 'TimeoutError') await navigator.locks.request(lock, { steal: true }, run);
      // Otherwise, another tab has stolen the lock, since this one was frozen, and sends the changes.
      else if (error.name !== 'AbortError') throw error;
    }
  },

  register(feature: StoredFeature): void {
    features.push(feature);
    outbox.restore();
  },

  /** Reads the stored changes of the current user. */
  restore(): void {
    if (currentUid() === null) return;
    restoring += 1;
    restore()
      .catch(reportError)
      .finally(() => {
        restoring -= 1;
      });
  },
};

onUserChange(outbox.restore);
// A page restored from the back/forward cache has missed messages.
globalThis.addEventListener?.('pageshow', ({ persisted }) => persisted && outbox.restore());
onDatabaseClosed(() => storeAgain().catch(reportError));
