/**
 * Removes from the browser what a user has chosen in it, when they leave. The code that stores it is loaded with its screens:
 * the page in which the user leaves may not have it.
 */
import { currentUid, onSignOut, onUserLeft } from './identity/session.ts';

const prefix = 'potluck.';

/** About the device or the session itself. */
const staying = ['push', 'session-end', 'sign-out-due', 'single-key-shortcuts'];
/** The uid of an account follows. A session that has ended may continue with the same user. */
const ofAccounts = ['households.', 'kept-draft.', 'lists.'];

function remove(isRemoved: (name: string) => boolean): void {
  try {
    for (const key of Object.keys(localStorage)) {
      if (key.startsWith(prefix) && isRemoved(key.slice(prefix.length))) localStorage.removeItem(key);
    }
  } catch {
    // Storage is blocked: nothing is stored.
  }
}

onUserLeft(() => remove((name) => !staying.includes(name) && !ofAccounts.some((start) => name.startsWith(start))));
onSignOut(() => {
  const own = [`households.${currentUid()}`, `lists.${currentUid()}`];
  remove((name) => own.includes(name));
});
