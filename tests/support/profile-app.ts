/** Profiles with the accounts behind them, on the embedded identity service as it runs. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pino } from 'pino';
import { expect } from 'vitest';
import { type EventLog, EventLogUnavailable } from '../../server/core/event-log.ts';
import { EmulatorProcess } from '../../server/identity/emulator/emulator-process.ts';
import { emulatorIdentity } from '../../server/identity/emulator-identity.ts';
import { type Accounts, IdentityUnavailable } from '../../server/identity/identity.ts';
import { injectChecked } from './checked-inject.ts';
import { openEmbeddedApp } from './embedded-app.ts';

export const password = 'butter and salt';
export const newPassword = 'vinegar and oil';
export const accountCalls = '/identitytoolkit.googleapis.com/v1/accounts';

export type ProfileApp = Awaited<ReturnType<typeof openProfileApp>>;

export async function openProfileApp() {
  const folder = await mkdtemp(join(tmpdir(), 'potluck-profile-'));
  const logged: string[] = [];
  const note = (line: string) => void logged.push(line);
  const emulator = new EmulatorProcess({
    projectId: 'demo-potluck',
    dir: join(folder, 'accounts'),
    log: { info: note, warn: note },
  });
  const identity = emulatorIdentity(emulator, note);
  let failingAppends = 0;
  let changesAccounts = true;

  const sometimesAway = (log: EventLog): EventLog => ({
    ...log,
    readStream: (...read) => log.readStream(...read),
    append: async (...appended) => {
      if (failingAppends > 0) {
        failingAppends -= 1;
        throw new EventLogUnavailable('away');
      }
      return log.append(...appended);
    },
  });
  const sometimesChanged: Accounts['change'] = async (...changed) => {
    if (!changesAccounts) throw new IdentityUnavailable('away');
    return identity.accounts.change(...changed);
  };
  const running = await openEmbeddedApp(folder, [], {
    identity: { ...identity, accounts: { ...identity.accounts, change: sometimesChanged } },
    logAs: sometimesAway,
    logger: pino({ level: 'trace' }, { write: note }),
  });
  await identity.ready();

  const signIn = async (email: string, word: string, call = 'signInWithPassword') => {
    const payload = { email, password: word, returnSecureToken: true };
    const answer = await running.app.inject({ method: 'POST', url: `${accountCalls}:${call}?key=k`, payload });
    return { status: answer.statusCode, ...answer.json<{ idToken: string; localId: string; refreshToken: string }>() };
  };

  /** Calls of the profile with this token. */
  const as = (token: string) => {
    const headers = { authorization: `Bearer ${token}` };
    const url = '/api/users/profile';
    return {
      headers,
      get: () => injectChecked(running.app, { url, headers }),
      put: (payload: object, key?: string) =>
        injectChecked(running.app, {
          method: 'PUT',
          url,
          payload,
          headers: { ...headers, ...(key !== undefined && { 'idempotency-key': key }) },
        }),
    };
  };

  let people = 0;
  return {
    folder,
    /** What it wrote to its log. */
    logged,
    emulator,
    identity,
    running,
    signIn,
    as,
    /** Somebody new, with a profile. */
    register: async (username = 'Mia') => {
      const email = `mia${++people}@example.org`;
      const { idToken, localId } = await signIn(email, password, 'signUp');
      const mia = { email, uid: localId, ...as(idToken) };
      expect((await mia.put({ username })).statusCode).toBe(200);
      return mia;
    },
    /** The next append finds the log away. */
    failNextAppend: () => {
      failingAppends = 1;
    },
    /** Whether the identity service answers when an account is to be changed. */
    changeAccounts: (does: boolean) => {
      changesAccounts = does;
    },
    /** Before each test. */
    works: () => {
      failingAppends = 0;
      changesAccounts = true;
    },
    close: async () => {
      await running.close();
      await identity.close();
      await rm(folder, { recursive: true });
    },
  };
}
