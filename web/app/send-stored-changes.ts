import { whenIdle } from '../lib/after-first-paint.ts';
import { onUserChange } from '../lib/identity/session.ts';
import { changesChannel, hasStoredChanges } from '../lib/sync/stored-by-user.ts';

/**
 * Sends the changes that earlier pages and other tabs have stored, whatever screen is open: loads the features that send
 * them. Without these, a sign-out would not ask before it deletes the changes either.
 */
export function sendStoredChanges(): void {
  sendNow();
  onUserChange(sendWhenIdle);
  changesChannel?.addEventListener('message', sendWhenIdle);
}

const sendWhenIdle = () => whenIdle(sendNow);

function sendNow(): void {
  if (canLoadCode()) loadSenders().catch(reportError);
  else addEventListener('online', sendWhenIdle, { once: true });
}

/** Without a connection, the service worker has the code. Browsers would keep a failed import until a reload. */
const canLoadCode = (): boolean =>
  navigator.onLine !== false || ('serviceWorker' in navigator && navigator.serviceWorker.controller !== null);

async function loadSenders(): Promise<void> {
  if (!(await hasStoredChanges())) return;
  const { showUnknownChanges } = await import('../lib/sync/outbox.ts');
  await Promise.all([import('../features/grocery-list/api.ts'), import('../features/meal-plan/api.ts')]);
  await showUnknownChanges();
  changesChannel?.removeEventListener('message', sendWhenIdle); // From now on, the features read what other tabs store.
}
