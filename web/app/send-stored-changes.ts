import { whenIdle } from '../lib/after-first-paint.ts';
import { onUserChange } from '../lib/identity/session.ts';

/** Sends the changes that earlier pages have stored, whatever screen is open: loads the features that send them. */
export function sendStoredChanges(): void {
  sendNow();
  onUserChange(() => whenIdle(sendNow));
}

function sendNow(): void {
  loadSenders().catch(reportError);
}

async function loadSenders(): Promise<void> {
  const { hasStoredChanges, showUnknownChanges } = await import('../lib/sync/outbox.ts');
  if (!(await hasStoredChanges())) return;
  await Promise.all([import('../features/grocery-list/api.ts'), import('../features/meal-plan/api.ts')]);
  await showUnknownChanges();
}
