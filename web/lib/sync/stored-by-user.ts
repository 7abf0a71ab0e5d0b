/** What this browser has stored of a user. Apart from the outbox, whose code is loaded only if there are stored changes. */
import { currentUid, onSignOut, onUserLeft } from '../identity/session.ts';
import { forgetLastView } from '../last-view.ts';
import { deviceDatabase } from './device-database.ts';
import type { StoredChange } from './stored-changes.ts';

/** Tells the other tabs that the stored changes of a document have changed. */
export const changesChannel =
  typeof BroadcastChannel === 'undefined' ? undefined : new BroadcastChannel('potluck.changes');

/** The stored changes of the current user, also those that other pages have left. */
export async function storedChanges(): Promise<readonly StoredChange[]> {
  const uid = currentUid();
  const database = uid === null ? undefined : await deviceDatabase();
  return uid === null ? [] : ((await database?.getAllFromIndex('changes', 'by', uid)) ?? []);
}

/** Whether there are changes of the current user to be sent or shown. */
export const hasStoredChanges = async (): Promise<boolean> => (await storedChanges()).length > 0;

/** Whether there are changes of the current user that the server has not accepted, also those that no feature has read yet. */
export const hasUnsavedChanges = async (): Promise<boolean> =>
  (await storedChanges()).some(({ response }) => response === undefined);

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

onUserLeft(forgetLastView);
onSignOut(() => {
  const uid = currentUid();
  if (uid !== null) clear(uid).catch(reportError);
});
