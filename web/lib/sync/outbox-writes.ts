/** Writes of this tab to what is stored in the browser. */
import { createStore } from '../store.ts';
import { type DeviceDatabase, deviceDatabase } from './device-database.ts';
import { documentName } from './document-keys.ts';
import type { PendingChange } from './pending-changes.ts';
import { changesChannel } from './stored-by-user.ts';
import type { StoredChange } from './stored-changes.ts';

/** False if the browser refuses to store changes: they are lost when the page closes. */
export const isStorageAvailable = createStore(true);

/** Those that have not ended, by document. */
const writes = new Map<string, Set<Promise<boolean>>>();
const none: ReadonlySet<Promise<boolean>> = new Set();

/** The writes for a document that have not ended. */
export const runningWrites = (document: readonly string[]): ReadonlySet<Promise<boolean>> =>
  writes.get(documentName(document)) ?? none;

export type Transaction = ReturnType<typeof startTransaction>;
const startTransaction = (database: DeviceDatabase) => database.transaction(['changes', 'documents'], 'readwrite');

/**
 * Writes to the database in one transaction, and tells the other tabs.
 * @param onWritten called with what `run` returns, unless the browser refuses
 */
export async function write<Result>(
  document: readonly string[],
  run: (transaction: Transaction) => Promise<Result>,
  onWritten: (result: Result) => void = () => undefined,
): Promise<void> {
  const name = documentName(document);
  const ofDocument = writes.get(name) ?? new Set();
  writes.set(name, ofDocument);
  const written = tryToWrite(run, onWritten);
  ofDocument.add(written);
  const isWritten = await written;
  ofDocument.delete(written);
  if (ofDocument.size === 0) writes.delete(name);
  // Do not announce a failed write: other tabs would send the stored change again, fail to store the response, and announce that.
  if (isWritten) changesChannel?.postMessage(document);
}

/** Resolves to false if the browser refuses. */
async function tryToWrite<Result>(
  run: (transaction: Transaction) => Promise<Result>,
  onWritten: (result: Result) => void,
): Promise<boolean> {
  try {
    const database = await deviceDatabase();
    isStorageAvailable.set(database !== undefined);
    if (!database) return false;
    const transaction = startTransaction(database);
    const [result] = await Promise.all([run(transaction), transaction.done]);
    onWritten(result);
    return true;
  } catch (error) {
    reportError(error); // For example, the disk is full.
    isStorageAvailable.set(false);
    return false;
  }
}

/** Updates the record of a change, unless another tab has removed it meanwhile. */
export async function updateRecord(
  transaction: Transaction,
  pending: PendingChange,
  changed: Partial<StoredChange>,
): Promise<void> {
  if (pending.sequence === undefined) return;
  const changes = transaction.objectStore('changes');
  const stored = await changes.get(pending.sequence);
  if (stored) await changes.put({ ...stored, ...changed });
}
