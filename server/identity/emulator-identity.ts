import { createAccounts } from './accounts.ts';
import { type AdminSdk, openAdminSdk } from './admin-sdk.ts';
import { type BrowserIdentity, type EmulatorUpstream, type Identity, IdentityUnavailable } from './identity.ts';
import { createKnownSessions } from './known-sessions.ts';

/** Firebase takes a project with this prefix for one that exists on no server. */
export const emulatedProject = 'demo-potluck';

const emulatedBrowser: BrowserIdentity = {
  apiKey: emulatedProject,
  projectId: emulatedProject,
  // The SDK opens no sign-in window without one, and does not use it.
  authDomain: 'localhost',
  emulator: true,
};

/** Below the time-out of a verification, so that its message is the one that is seen. */
const emulatorWaitMs = 4_000;

const startCheckMs = 5_000;

export interface Emulator extends EmulatorUpstream {
  ready(): Promise<void>;
  close(): Promise<void>;
}

/** Accounts of an emulator: for one machine, see `AdminTarget`. `warn` gets messages for the operator. */
export function emulatorIdentity(emulator: Emulator, warn: (message: string) => void): Identity {
  let current: { readonly base: string; readonly sdk: Promise<AdminSdk> } | undefined;

  /** A restarted emulator has another address, and the SDK keeps the one that it was set up with. */
  async function sdkOf(base: string): Promise<AdminSdk> {
    if (current?.base !== base) {
      void current?.sdk.then((old) => old.close());
      const emulatorHost = base.replace(/^https?:\/\//, '');
      current = { base, sdk: openAdminSdk({ projectId: emulatedProject, emulatorHost }) };
    }
    return current.sdk;
  }

  const currentSdk = async () => sdkOf(await emulator.base(emulatorWaitMs));
  const { close: forgetSessions, ...sessions } = createKnownSessions({
    verifyOnce: async (token) => (await currentSdk()).verifyIdToken(token),
    validSince: async (uids) => (await currentSdk()).validSince(uids),
    warn,
  });
  return {
    ...sessions,
    accounts: createAccounts({
      sdk: currentSdk,
      rest: async () => ({
        base: `${await emulator.base(emulatorWaitMs)}/identitytoolkit.googleapis.com/v1`,
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
      forgetSessions();
      await emulator.close();
      await (await current?.sdk)?.close();
    },
  };
}

/** An emulator that somebody else runs and keeps. */
export const externalEmulator = (host: string): Emulator => ({
  base: () => Promise.resolve(`http://${host}`),
  ready: () => answering(host),
  close: () => Promise.resolve(),
});

async function answering(host: string): Promise<void> {
  try {
    await fetch(`http://${host}/`, { signal: AbortSignal.timeout(startCheckMs) });
  } catch (error) {
    const message = `FIREBASE_AUTH_EMULATOR_HOST: nothing answers at ${host}; start an emulator there, or unset it`;
    throw new IdentityUnavailable(message, { cause: error });
  }
}
