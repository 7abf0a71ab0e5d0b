/** Embedded identity as a browser sees it: the real SDK, through the server, with a real emulator. */
import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Fastify from 'fastify';
import { initializeApp } from 'firebase/app';
import {
  type Auth,
  connectAuthEmulator,
  createUserWithEmailAndPassword,
  initializeAuth,
  inMemoryPersistence,
} from 'firebase/auth';
import { registerIdentityEmulator } from '../../server/http/plugins/identity-emulator.ts';
import { registerErrors } from '../../server/http/responses/errors.ts';
import { EmulatorProcess } from '../../server/identity/emulator/emulator-process.ts';
import type { EmulatorEmail } from '../../server/identity/emulator/messages.ts';
import { type Emulator, emulatorIdentity, externalEmulator } from '../../server/identity/emulator-identity.ts';
import { createLimits } from '../../server/limits/limits.ts';

export const password = 'correct horse';
export const accountsPath = '/identitytoolkit.googleapis.com/v1/accounts';

/** A call waits for an emulator that restarts, on a busy machine longer than the product lets it wait. */
const startTimeoutMs = 25_000;

export type EmbeddedIdentity<Used extends Emulator = EmulatorProcess> = Awaited<ReturnType<typeof openWith<Used>>>;

/** On an emulator of its own, for tests of its process and its files. */
export const openEmbeddedIdentity = (): Promise<EmbeddedIdentity> =>
  openWith((dir, warn, onEmail) => {
    const log = { info: () => undefined, warn };
    return new EmulatorProcess({ projectId: 'demo-potluck', dir, log, onEmail });
  });

/** On an emulator that other files use at the same time. */
export const openIdentityAt = (accountsHost: string): Promise<EmbeddedIdentity<Emulator>> =>
  openWith(() => externalEmulator(accountsHost));

async function openWith<Used extends Emulator>(
  openEmulator: (dir: string, warn: (line: string) => void, onEmail: (email: EmulatorEmail) => void) => Used,
) {
  const folder = await mkdtemp(join(tmpdir(), 'potluck-identity-'));
  const warnings: string[] = [];
  const emails: EmulatorEmail[] = [];

  const open = () => {
    const warn = (line: string) => void warnings.push(line);
    const emulator = openEmulator(join(folder, 'accounts'), warn, (email) => emails.push(email));
    return { emulator, identity: emulatorIdentity(emulator, warn, createLimits()) };
  };
  let running = open();

  const app = Fastify({ forceCloseConnections: true });
  registerErrors(app);
  // Looks up the current emulator, so that the proxy works after the emulator was restarted.
  const upstream = { base: () => running.emulator.base(startTimeoutMs) };
  let rechecks = 0;
  await registerIdentityEmulator(app, upstream, () => {
    rechecks += 1;
    running.identity.recheckSessions();
  });
  const origin = await app.listen({ host: '127.0.0.1', port: 0 });
  await running.identity.ready();

  /** Sets up the SDK as a page does, with the server's configuration. */
  const openSdk = (): Auth => {
    const { apiKey, projectId, authDomain } = running.identity.browser;
    const sdk = initializeApp({ apiKey, projectId, ...(authDomain && { authDomain }) }, randomUUID());
    const auth = initializeAuth(sdk, { persistence: inMemoryPersistence });
    connectAuthEmulator(auth, origin, { disableWarnings: true });
    return auth;
  };

  return {
    folder,
    warnings,
    emails,
    origin,
    /** How often a call through the server has caused a check of all sessions. */
    rechecks: () => rechecks,
    emulator: () => running.emulator,
    identity: () => running.identity,
    /** Opens another identity service on the same accounts. Close the previous one first. */
    reopenIdentity: () => {
      running = open();
    },
    openSdk,
    register: async (email: string) => {
      const auth = openSdk();
      const { user } = await createUserWithEmailAndPassword(auth, email, password);
      return { auth, user };
    },
    call: (path: string, body: object, headers: Record<string, string> = {}) =>
      fetch(`${origin}${path}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', ...headers },
        body: JSON.stringify(body),
      }),
    /** The status of a GET with this Host header. */
    statusForHost: (host: string, url: string) =>
      app.inject({ url, headers: { host } }).then(({ statusCode }) => statusCode),
    close: async () => {
      await app.close();
      await running.identity.close();
      await rm(folder, { recursive: true });
    },
  };
}
