import { readFile } from 'node:fs/promises';
import type { ServiceAccount } from 'firebase-admin/app';
import type { Limits } from '../limits/limits.ts';
import { createAccounts } from './accounts.ts';
import { type AdminSdk, openAdminSdk } from './admin-sdk.ts';
import { type Identity, IdentityUnavailable } from './identity.ts';
import { createKnownSessions } from './known-sessions.ts';
import type { FirebaseSettings } from './settings.ts';
import { withIdentityTimeout } from './with-identity-timeout.ts';

const startCheckTimeoutMs = 15_000;

const restBase = 'https://identitytoolkit.googleapis.com/v1';

/** Uses the accounts of a Firebase project. `warn` receives configuration problems, for the operator. */
export function firebaseIdentity(
  { projectId, apiKey, authDomain, credentials }: FirebaseSettings,
  warn: (message: string) => void,
  limits: Limits,
): Identity {
  const opened = openProject(projectId, credentials);
  // Token verification and `ready` report the failure.
  opened.catch(() => undefined);
  const { close: closeSessions, ...sessions } = createKnownSessions({
    verifyOnce: async (token) => (await opened).verifyIdToken(token),
    validSince: async (uids) => (await opened).validSince(uids),
    warn,
  });
  return {
    ...sessions,
    accounts: createAccounts({ sdk: () => opened, rest: async () => ({ base: restBase, apiKey }), limits, warn }),
    browser: { apiKey, projectId, authDomain, emulator: false },
    async ready() {
      const sdk = await opened;
      const refusal = `FIREBASE_PROJECT_ID: the service account cannot read the accounts of ${projectId}`;
      try {
        await withIdentityTimeout(startCheckTimeoutMs, 'no answer', sdk.checkAccess());
      } catch (error) {
        throw new IdentityUnavailable(`${refusal} (${messageOf(error)})`, { cause: error });
      }
    },
    async close() {
      closeSessions();
      await (await opened.catch(() => undefined))?.close();
    },
  };
}

/** @throws IdentityUnavailable whose message quotes nothing of the service account */
async function openProject(projectId: string, credentials: FirebaseSettings['credentials']): Promise<AdminSdk> {
  const inFile = credentials.kind === 'file';
  const credentialsError = (why: string) =>
    new IdentityUnavailable(
      inFile
        ? `GOOGLE_APPLICATION_CREDENTIALS: set the path of the JSON file of a Firebase service account (${why})`
        : `FIREBASE_CREDENTIALS: set the JSON text of a Firebase service account (${why})`,
    );
  const text = inFile ? await readFile(credentials.file, 'utf8').catch(() => undefined) : credentials.json;
  if (text === undefined) throw credentialsError('the file cannot be read');
  const serviceAccount = parseServiceAccount(text);
  if (serviceAccount === undefined) throw credentialsError('this is not JSON');
  return openAdminSdk({ projectId, serviceAccount }).catch((error: unknown) => {
    throw credentialsError(messageOf(error));
  });
}

function parseServiceAccount(json: string): ServiceAccount | undefined {
  try {
    return JSON.parse(json);
  } catch {
    return undefined;
  }
}

const messageOf = (error: unknown): string =>
  (error instanceof Error ? error.message : String(error)).split('\n', 1)[0] ?? '';
