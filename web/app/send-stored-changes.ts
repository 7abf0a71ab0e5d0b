import { whenIdle } from '../lib/after-first-paint.ts';
import { onUserChange } from '../lib/identity/session.ts';
import { hasStoredChanges } from '../lib/sync/stored-by-user.ts';

/** Sends the changes that earlier pages have stored, whatever screen is open: loads the features that send them. */
export function sendStoredChanges(): void {
  sendNow();
  onUserChange(() => whenIdle(sendNow));
}

function sendNow(): void {
  loadSenders().catch(reportError);
}

async function loadSenders(): Promise<void> {
  if (!(await hasStoredChanges())) return;
  const { showUnknownChanges } = await import('../lib/sync/outbox.ts');
  await Promise.all([import('../features/grocery-list/api.ts'), import('../features/meal-plan/api.ts')]);
  await showUnknownChanges();
}
