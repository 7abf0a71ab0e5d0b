import { whenIdle } from '../lib/after-first-paint.ts';
import { onUserChange } from '../lib/identity/session.ts';
import { isLive } from '../lib/live.ts';
import { onLiveMissed } from '../lib/live-missed.ts';
import { changesChannel, hasStoredChanges, hasUnsavedChanges } from '../lib/sync/stored-by-user.ts';

/** From then on, the features read what other tabs store. */
let areLoaded = false;

/**
 * Sends the changes that earlier pages and other tabs have stored, whatever screen is open: loads the features that send
 * them. Without these, a sign-out would not ask before it deletes the changes either.
 */
export function sendStoredChanges(): void {
  sendNow();
  onUserChange(() => whenIdle(sendNow));
  changesChannel?.addEventListener('message', sendThoseOfOtherTabs);
  onLiveMissed(sendThoseOfOtherTabs);
}

/** Whether a sign-out would delete changes that this tab does not show, because it could not load their code. */
export const hasUnshownChanges = async (): Promise<boolean> => !areLoaded && (await hasUnsavedChanges());

/** Browsers remember until a reload that code could not be loaded: not without a connection, unless the code is stored. */
function sendThoseOfOtherTabs(): void {
  if (!areLoaded && (isLive() || navigator.serviceWorker?.controller)) whenIdle(sendNow);
}

function sendNow(): void {
  loadSenders().catch(reportError);
}

async function loadSenders(): Promise<void> {
  if (!(await hasStoredChanges())) return;
  const { showUnknownChanges } = await import('../lib/sync/outbox.ts');
  await Promise.all([import('../features/grocery-list/api.ts'), import('../features/meal-plan/api.ts')]);
  areLoaded = true;
  await showUnknownChanges();
}
