import { whenIdle } from '../lib/after-first-paint.ts';
import { onUserChange } from '../lib/identity/session.ts';
import { isLive } from '../lib/live.ts';
import { onLiveMissed } from '../lib/live-missed.ts';
import { changesChannel, hasStoredChanges } from '../lib/sync/stored-by-user.ts';

/** From then on, the features read what other tabs store. */
let areLoaded = false;

/**
 * Sends the changes that earlier pages and other tabs have stored, whatever screen is open: loads the features that send
 * and show them.
 */
export function sendStoredChanges(): void {
  sendStored();
  onUserChange(() => whenIdle(sendStored));
  changesChannel?.addEventListener('message', sendThoseOfOtherTabs);
  onLiveMissed(sendThoseOfOtherTabs);
}

/** Browsers remember until a reload that code could not be loaded: not without a connection, unless the code is stored. */
function sendThoseOfOtherTabs(): void {
  if (!areLoaded && (isLive() || navigator.serviceWorker?.controller)) whenIdle(sendStored);
}

function sendStored(): void {
  loadSenders().catch(reportError);
}

async function loadSenders(): Promise<void> {
  if (!(await hasStoredChanges())) return;
  const { showUnknownChanges } = await import('../lib/sync/outbox.ts');
  // With what keeps lists and plans in step, and deletes those of a household that ends: maybe no screen shows them.
  await Promise.all([import('../features/grocery-list/list-writer.ts'), import('../features/meal-plan/api.ts')]);
  areLoaded = true;
  await showUnknownChanges();
}
