import type { ClientConfig } from '../../../server/core/contracts/client-config.ts';
import type { Identity } from './identity-provider.ts';
import { type SavedSession, savedSession } from './saved-session.ts';
import { sessionEnd } from './session-end.ts';
import { signOutDue } from './sign-out-due.ts';

const configTimeoutMs = 10_000;

let connecting: Promise<Identity> | undefined;

/** Loads and connects the identity service once. After a failure, the next call tries again. */
export function loadIdentity(): Promise<Identity> {
  connecting ??= connect().catch((error: unknown) => {
    connecting = undefined;
    throw error;
  });
  return connecting;
}

async function connect(): Promise<Identity> {
  const wasSignedIn = savedSession.get() !== null;
  const [config, { connectFirebase }] = await Promise.all([fetchConfig(), import('./firebase.ts')]);
  const identity = connectFirebase(config.identity);
  if (signOutDue.get()) {
    await identity.signOut();
    signOutDue.set(false);
  }
  await identity.onChange((session) => {
    if (signOutDue.get()) return;
    if (session === null) endSession();
    else if (isExpected(session)) savedSession.set(session);
  });
  // Another tab has signed out while this one restored the session: the SDK has stored it again.
  if (wasSignedIn && !savedSession.get()) await identity.signOut();
  return identity;
}

/** The service has ended the session. The reason is stored first: the login page shows it at once. */
function endSession(): void {
  const ended = savedSession.get();
  if (ended) sessionEnd.set('unknown');
  savedSession.set(null);
  if (!ended) return;
  import('./explain-session-end.ts')
    .then(async ({ explainSessionEnd }) => sessionEnd.notify(await explainSessionEnd(ended.token)))
    .catch(reportError);
}

/** The service confirms and renews a session. Only a user's sign-in starts one: see `session.ts`. */
const isExpected = ({ user }: SavedSession) => savedSession.get()?.user.uid === user.uid || savedSession.isIncomplete();

async function fetchConfig(): Promise<ClientConfig> {
  const response = await fetch('/api/config', { signal: AbortSignal.timeout(configTimeoutMs) });
  if (!response.ok) throw new Error(`The configuration could not be read (${response.status}); try again in a moment`);
  return response.json();
}
