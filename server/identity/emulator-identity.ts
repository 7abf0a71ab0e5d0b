import type { Limits } from '../limits/limits.ts';
import { createAccounts } from './accounts.ts';
import { type AdminSdk, openAdminSdk } from './admin-sdk.ts';
import { type BrowserIdentity, type EmulatorUpstream, type Identity, IdentityUnavailable } from './identity.ts';
import { createKnownSessions } from './known-sessions.ts';

/** Firebase treats projects with the prefix `demo-` as local only. */
export const emulatedProject = 'demo-potluck';

const emulatedBrowser: BrowserIdentity = {
  apiKey: emulatedProject,
  projectId: emulatedProject,
  // Required by the SDK to open a sign-in window, but not used with an emulator.
  authDomain: 'localhost',
  emulator: true,
};

/** Shorter than the time-out of a verification, so that this error's message is reported. */
const emulatorTimeoutMs = 4_000;

const startCheckTimeoutMs = 5_000;

export interface Emulator extends EmulatorUpstream {
  ready(): Promise<void>;
  close(): Promise<void>;
}

/**
 * Uses the accounts of an emulator, for one machine only: see `AdminTarget`. `warn` receives messages for the operator.
 */
export function emulatorIdentity(emulator: Emulator, warn: (message: string) => void, limits: Limits): Identity {
  let current: { readonly base: string; readonly sdk: Promise<AdminSdk> } | undefined;

  /** A restarted emulator has a new address, but the SDK keeps its first one. */
  async function sdkOf(base: string): Promise<AdminSdk> {
    if (current?.base !== base) {
      void current?.sdk.then((old) => old.close());
      const emulatorHost = base.replace(/^https?:\/\//, '');
      current = { base, sdk: openAdminSdk({ projectId: emulatedProject, emulatorHost }) };
    }
    return current.sdk;
  }

  const currentSdk = async () => sdkOf(await emulator.base(emulatorTimeoutMs));
  const { close: closeSessions, ...sessions } = createKnownSessions({
    verifyOnce: async (token) => (await currentSdk()).verifyIdToken(token),
    validSince: async (uids) => (await currentSdk()).validSince(uids),
    warn,
  });
  return {
    ...sessions,
    accounts: createAccounts({
      sdk: currentSdk,
      limits,
      rest: async () => ({
        base: `${await emulator.base(emulatorTimeoutMs)}/identitytoolkit.googleapis.com/v1`,
        apiKey: emulatedBrowser.apiKey,
      }),
    }),
    browser: emulatedBrowser,
    emulator,
    async ready() {
      await emulator.ready();
      await currentSdk();
    },
    async close() {
      closeSessions();
      await emulator.close();
      await (await current?.sdk)?.close();
    },
  };
}

/** An emulator that runs separately. */
export const externalEmulator = (host: string): Emulator => ({
  base: () => Promise.resolve(`http://${host}`),
  ready: () => checkReachable(host),
  close: () => Promise.resolve(),
});

async function checkReachable(host: string): Promise<void> {
  try {
    await fetch(`http://${host}/`, { signal: AbortSignal.timeout(startCheckTimeoutMs) });
  } catch (error) {
    const message = `FIREBASE_AUTH_EMULATOR_HOST: nothing answers at ${host}; start an emulator there, or unset it`;
    throw new IdentityUnavailable(message, { cause: error });
  }
}
