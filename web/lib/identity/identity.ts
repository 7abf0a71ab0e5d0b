import type { ClientConfig } from '../../../server/core/contracts/client-config.ts';
import type { Identity } from './identity-provider.ts';
import { savedSession } from './saved-session.ts';
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
  const [config, { connectFirebase }] = await Promise.all([fetchConfig(), import('./firebase.ts')]);
  const identity = connectFirebase(config.identity);
  if (signOutDue.get()) {
    await identity.signOut();
    signOutDue.set(false);
  }
  await identity.onChange((session) => {
    if (!signOutDue.get()) savedSession.set(session);
  });
  return identity;
}

async function fetchConfig(): Promise<ClientConfig> {
  const response = await fetch('/api/config', { signal: AbortSignal.timeout(configTimeoutMs) });
  if (!response.ok) throw new Error(`The configuration could not be read (${response.status}); try again in a moment`);
  return response.json();
}
