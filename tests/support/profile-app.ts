/** An application with profiles and their accounts, on the real embedded identity service. */
import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pino } from 'pino';
import { expect } from 'vitest';
import { type EventLog, EventLogUnavailable, type NewEvent } from '../../server/core/event-log.ts';
import { EmulatorProcess } from '../../server/identity/emulator/emulator-process.ts';
import { emulatorIdentity, externalEmulator } from '../../server/identity/emulator-identity.ts';
import { type Accounts, IdentityUnavailable } from '../../server/identity/identity.ts';
import { createLimits } from '../../server/limits/limits.ts';
import { injectChecked } from './checked-inject.ts';
import { openEmbeddedApp } from './embedded-app.ts';

export const password = 'butter and salt';
export const newPassword = 'vinegar and oil';
export const accountCalls = '/identitytoolkit.googleapis.com/v1/accounts';

export type ProfileApp = Awaited<ReturnType<typeof openProfileApp>>;

/** @param accountsHost of an emulator that other files use, too; default: one of its own, whose output is recorded */
export async function openProfileApp(accountsHost?: string) {
  const folder = await mkdtemp(join(tmpdir(), 'potluck-profile-'));
  const logged: string[] = [];
  const record = (line: string) => void logged.push(line);
  const emulator =
    accountsHost === undefined
      ? new EmulatorProcess({
          projectId: 'demo-potluck',
          dir: join(folder, 'accounts'),
          log: { info: record, warn: record },
        })
      : externalEmulator(accountsHost);
  const identity = emulatorIdentity(emulator, record, createLimits());
  const attempted: NewEvent[] = [];
  let failingAppends = 0;
  let canChangeAccounts = true;

  const withFailingAppends = (log: EventLog): EventLog => ({
    ...log,
    readStream: (...args) => log.readStream(...args),
    append: async (...args) => {
      attempted.push(...args[1]);
      if (failingAppends > 0) {
        failingAppends -= 1;
        throw new EventLogUnavailable('unavailable');
      }
      return log.append(...args);
    },
  });
  const changeIfAvailable: Accounts['change'] = async (...args) => {
    if (!canChangeAccounts) throw new IdentityUnavailable('unavailable');
    return identity.accounts.change(...args);
  };
  const running = await openEmbeddedApp(folder, [], {
    identity: { ...identity, accounts: { ...identity.accounts, change: changeIfAvailable } },
    wrapCommandLog: withFailingAppends,
    logger: pino({ level: 'trace' }, { write: record }),
  });
  await identity.ready();

  const signIn = async (email: string, secret: string, call = 'signInWithPassword') => {
    const payload = { email, password: secret, returnSecureToken: true };
    const response = await running.app.inject({ method: 'POST', url: `${accountCalls}:${call}?key=k`, payload });
    const session = response.json<{ idToken: string; localId: string; refreshToken: string }>();
    return { status: response.statusCode, ...session };
  };

  /** Calls of the profile's routes with this token. */
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

  return {
    folder,
    /** The lines of the application's log. */
    logged,
    /** The events that were to be recorded, also if that failed. */
    attempted,
    identity,
    running,
    signIn,
    as,
    /** Registers a user with a profile. */
    register: async (username = 'Mia') => {
      const email = `mia-${randomUUID()}@example.org`;
      const { idToken, localId } = await signIn(email, password, 'signUp');
      const mia = { email, uid: localId, ...as(idToken) };
      const { statusCode, body } = await mia.put({ username });
      expect(statusCode, body).toBe(200);
      return mia;
    },
    /** Makes the next append fail. */
    failNextAppend: () => {
      failingAppends = 1;
    },
    /** Sets whether the identity service can change accounts. */
    setAccountChanges: (isAvailable: boolean) => {
      canChangeAccounts = isAvailable;
    },
    /** Call this before each test. */
    resetFaults: () => {
      failingAppends = 0;
      canChangeAccounts = true;
    },
    close: async () => {
      await running.close();
      await identity.close();
      await rm(folder, { recursive: true });
    },
  };
}
