/** Sessions that end before their tokens expire: because of a new password, or with the account. */

import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, inject, test } from 'vitest';
import { emulatorIdentity, externalEmulator } from '../../server/identity/emulator-identity.ts';
import { createLimits } from '../../server/limits/limits.ts';
import { openEmbeddedApp } from '../support/embedded-app.ts';
import { lastLetter } from '../support/letters.ts';
import { type Browser, connectBrowser } from '../support/live.ts';
import { nextSecond } from '../support/next-second.ts';
import { until } from '../support/until.ts';

const sameNodeWithinMs = 1_000;
const otherNodeWithinMs = 5_000;
const password = 'butter and salt';
const newPassword = 'vinegar and oil';
const accountCalls = '/identitytoolkit.googleapis.com/v1/accounts';

let folder: string;
let node: Node;
let otherNode: Node;
const browsers: Browser[] = [];

interface Node {
  readonly url: string;
  close(): Promise<void>;
}

async function startNode(name: string): Promise<Node> {
  const identity = emulatorIdentity(externalEmulator(inject('accountsHost')), () => undefined, createLimits());
  const { app, close } = await openEmbeddedApp(join(folder, name), [], { identity, live: true });
  const url = await app.listen({ host: '127.0.0.1', port: 0 });
  return {
    url,
    close: async () => {
      await close();
      await identity.close();
    },
  };
}

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'potluck-sessions-'));
  node = await startNode('node');
  otherNode = await startNode('other-node');
});

afterEach(() => {
  for (const { socket } of browsers.splice(0)) socket.disconnect();
});

afterAll(async () => {
  await otherNode?.close();
  await node?.close();
  await rm(folder, { recursive: true });
});

interface SignedIn {
  readonly idToken: string;
  readonly localId: string;
}

async function account(action: string, body: object): Promise<SignedIn> {
  const response = await fetch(`${node.url}${accountCalls}:${action}?key=k`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ ...body, returnSecureToken: true }),
  });
  expect(response.status, action).toBe(200);
  return response.json();
}

const emulatorAction = '/emulator/action?mode=resetPassword&apiKey=k&lang=en';
const resetPassword = (oobCode: string) =>
  fetch(`${node.url}${accountCalls}:resetPassword?key=k`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ oobCode, newPassword: 'remembered' }),
  });

const call = (node: Node, token: string, method: string, path: string, body?: object) =>
  fetch(`${node.url}${path}`, {
    method,
    headers: { authorization: `Bearer ${token}`, ...(body && { 'content-type': 'application/json' }) },
    ...(body && { body: JSON.stringify(body) }),
  });

const statusOf = async (node: Node, { idToken, localId }: SignedIn): Promise<number> =>
  (await call(node, idToken, 'GET', `/api/grocery-list/${localId}`)).status;

const reasonOf = async (node: Node, { idToken, localId }: SignedIn): Promise<string | undefined> =>
  (await (await call(node, idToken, 'GET', `/api/grocery-list/${localId}`)).json()).reason;

const changesOf = ({ messages }: Browser) => messages.filter(({ kind }) => kind === 'list.changed');

/** Registers a user with two sessions. */
async function signInTwice() {
  const email = `mia-${randomUUID()}@example.org`;
  const first = await account('signUp', { email, password });
  await nextSecond();
  const second = await account('signInWithPassword', { email, password });
  await nextSecond();
  const open = async (at: Node, { idToken }: SignedIn) => {
    expect(await statusOf(at, second)).toBe(200);
    const browser = await connectBrowser(at.url, idToken);
    browsers.push(browser);
    return browser;
  };
  const changePassword = async () => {
    const form = { username: 'Mia', currentPassword: password, newPassword };
    expect((await call(node, first.idToken, 'PUT', '/api/users/profile', form)).status).toBe(200);
  };
  return { email, first, second, open, changePassword };
}

const addTo = async (node: Node, { idToken, localId }: SignedIn) => {
  const added = { userId: localId, ingredients: [{ name: 'Milk' }] };
  expect((await call(node, idToken, 'POST', '/api/grocery-list', added)).status).toBe(201);
};

describe('a new password', () => {
  test('ends the other session, with its token and its socket', async () => {
    const mia = await signInTwice();
    const other = await mia.open(node, mia.second);
    await mia.changePassword();
    expect(await statusOf(node, mia.second)).toBe(401);
    expect(await reasonOf(node, mia.second)).toBe('revoked');
    await until(() => other.signedOut === 1, sameNodeWithinMs);

    const again = await account('signInWithPassword', { email: mia.email, password: newPassword });
    const own = await connectBrowser(node.url, again.idToken);
    browsers.push(own);
    await addTo(node, again);
    await until(() => changesOf(own).length === 1);
    expect(changesOf(other)).toEqual([]);
  });

  test('keeps the session that changed it', async () => {
    const mia = await signInTwice();
    const [own, other] = [await mia.open(node, mia.first), await mia.open(node, mia.second)];
    await mia.changePassword();
    await until(() => other.signedOut === 1, sameNodeWithinMs);
    expect(await statusOf(node, mia.first)).toBe(200);
    await addTo(node, mia.first);
    await until(() => changesOf(own).length === 1);
    expect([own.signedOut, own.missed]).toEqual([0, 0]);
  });

  test('ends a session that has tried to change it with a wrong current password', async () => {
    const mia = await signInTwice();
    const thief = await mia.open(node, mia.second);
    const guess = { username: 'Mia', currentPassword: 'a guess', newPassword };
    expect((await call(node, mia.second.idToken, 'PUT', '/api/users/profile', guess)).status).toBe(403);
    await mia.changePassword();
    await until(() => thief.signedOut === 1, sameNodeWithinMs);
    expect(await statusOf(node, mia.second)).toBe(401);
  });

  test('ends a session on another node within 5 s', async () => {
    const mia = await signInTwice();
    const other = await mia.open(otherNode, mia.second);
    await mia.changePassword();
    const changedAtMs = performance.now();
    const remainingMs = () => otherNodeWithinMs - (performance.now() - changedAtMs);
    await until(() => other.signedOut === 1, remainingMs());
    await until(async () => (await statusOf(otherNode, mia.second)) === 401, remainingMs());
  });

  test.each([
    [
      "the emulator's page",
      (code: string) => fetch(`${node.url}${emulatorAction}&oobCode=${code}&newPassword=remembered`),
    ],
    ["Potluck's page", (code: string) => resetPassword(code)],
  ])('set with a reset email and %s ends all sessions', async (_by, set) => {
    const mia = await signInTwice();
    const browser = await mia.open(node, mia.second);
    await account('sendOobCode', { requestType: 'PASSWORD_RESET', email: mia.email });
    // No other file sends letters.
    const email = await lastLetter(inject('accountsFolder'));
    expect(email).toContain(mia.email);
    expect((await set(/oobCode=(\S+)/.exec(email)?.[1] ?? '')).status).toBe(200);
    await until(() => browser.signedOut === 1, sameNodeWithinMs);
    await until(async () => (await statusOf(node, mia.second)) === 401, sameNodeWithinMs);
  });

  test('set by a call to the identity service ends the other session', async () => {
    const mia = await signInTwice();
    const other = await mia.open(node, mia.second);
    await account('update', { idToken: mia.first.idToken, password: newPassword });
    await until(() => other.signedOut === 1, sameNodeWithinMs);
    await until(async () => (await statusOf(node, mia.second)) === 401, sameNodeWithinMs);
  });
});

describe('a deleted account', () => {
  test('ends its sessions within 1 s on the same node and 5 s on another', async () => {
    const mia = await signInTwice();
    const [own, other] = [await mia.open(node, mia.first), await mia.open(otherNode, mia.second)];
    const deletedAtMs = performance.now();
    await account('delete', { idToken: mia.first.idToken });
    const remainingMs = (withinMs: number) => withinMs - (performance.now() - deletedAtMs);
    await until(() => own.signedOut === 1, remainingMs(sameNodeWithinMs));
    await until(async () => (await statusOf(node, mia.first)) === 401, remainingMs(sameNodeWithinMs));
    await until(() => other.signedOut === 1, remainingMs(otherNodeWithinMs));
    await until(async () => (await statusOf(otherNode, mia.second)) === 401, remainingMs(otherNodeWithinMs));
    expect([await reasonOf(node, mia.first), await reasonOf(otherNode, mia.second)]).toEqual(['deleted', 'deleted']);
  });

  test('ends even the session that changed its password', async () => {
    const mia = await signInTwice();
    const own = await mia.open(node, mia.first);
    await mia.changePassword();
    const again = await account('signInWithPassword', { email: mia.email, password: newPassword });
    await account('delete', { idToken: again.idToken });
    await until(() => own.signedOut === 1, sameNodeWithinMs);
    await until(async () => (await statusOf(node, mia.first)) === 401, sameNodeWithinMs);
  });
});
