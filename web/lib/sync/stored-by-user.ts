/** What this browser has stored of a user. Separate from `outbox.ts`, so that a page starts without the code of the outbox. */
import { currentUid, onSignOut, onUserLeft } from '../identity/session.ts';
import { forgetLastView } from '../last-view.ts';
import { deviceDatabase } from './device-database.ts';
import { pendingChanges } from './pending-changes.ts';
import { refusedChanges } from './refused-changes.ts';
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

/**
 * Whether there are changes of the current user that the server has not accepted and this page does not show: another tab has
 * stored them, and no feature has read them here. Also true if that cannot be found out.
 */
export const hasUnreadChanges = async (): Promise<boolean> => {
  try {
    return (await storedChanges()).some((change) => change.response === undefined && !isShown(change));
  } catch {
    return true;
  }
};

const isShown = (change: StoredChange): boolean =>
  refusedChanges.all().some(({ key, sequence }) => key === change.key || sequence === change.sequence) ||
  pendingChanges.has(change);

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
