/** What this browser has stored of a user. Apart from the outbox, whose code is loaded only if there are stored changes. */
import { currentUid, onSignOut, onUserLeft } from '../identity/session.ts';
import { forgetLastView } from '../last-view.ts';
import { deviceDatabase } from './device-database.ts';

/** Tells the other tabs that the stored changes of a document have changed. */
export const changesChannel =
  typeof BroadcastChannel === 'undefined' ? undefined : new BroadcastChannel('potluck.changes');

/** Whether another page has left changes of the current user, to be sent or shown. */
export async function hasStoredChanges(): Promise<boolean> {
  const uid = currentUid();
  const database = uid === null ? undefined : await deviceDatabase();
  return database !== undefined && uid !== null && (await database.countFromIndex('changes', 'by', uid)) > 0;
}

/** Whether changes of the current user are stored that the server has not accepted, also those that no feature has read yet. */
export async function hasUnsavedChanges(): Promise<boolean> {
  const uid = currentUid();
  const database = uid === null ? undefined : await deviceDatabase();
  const stored = uid === null ? [] : ((await database?.getAllFromIndex('changes', 'by', uid)) ?? []);
  return stored.some(({ response }) => response === undefined);
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

onUserLeft(forgetLastView);
onSignOut(() => {
  const uid = currentUid();
  if (uid !== null) clear(uid).catch(reportError);
});
