/** The push subscription of a browser that several users share. */
import { beforeEach, expect, test, vi } from 'vitest';

const key = 'potluck.push';
const endpoint = 'https://push.example/browser';
const stored = new Map<string, string>();
/** The addresses that the browser gives its subscriptions, and the requests to the server. */
let current: string | undefined;
let requests: string[];
/** The key for which the browser has subscribed. */
let subscribedKey: string;
/** Called while the browser ends a subscription. */
let onUnsubscribe: () => void;
/** The messages that the browser shows. */
let shown: { close: () => void }[];

beforeEach(() => {
  vi.resetModules();
  stored.clear();
  requests = [];
  current = endpoint;
  subscribedKey = btoa('first');
  onUnsubscribe = () => undefined;
  shown = [];
  const subscription = () => ({
    endpoint: current,
    options: { applicationServerKey: Uint8Array.from(atob(subscribedKey), (char) => char.charCodeAt(0)).buffer },
    toJSON: () => ({ endpoint: current, keys: { p256dh: 'key', auth: 'secret' } }),
    unsubscribe: async () => {
      current = undefined;
      onUnsubscribe();
      return true;
    },
  });
  const pushManager = {
    getSubscription: async () => (current === undefined ? null : subscription()),
    subscribe: async ({ applicationServerKey }: { applicationServerKey: string }) => {
      if (current === undefined) subscribedKey = applicationServerKey;
      current ??= `${endpoint}-anew`;
      return subscription();
    },
  };
  const registration = { pushManager, getNotifications: async () => shown };
  vi.stubGlobal('localStorage', {
    getItem: (name: string) => stored.get(name) ?? null,
    setItem: (name: string, value: string) => stored.set(name, value),
    removeItem: (name: string) => stored.delete(name),
  });
  vi.stubGlobal('addEventListener', () => undefined);
  vi.stubGlobal('reportError', (error: unknown) => expect.unreachable(String(error)));
  vi.stubGlobal('PushManager', class {});
  vi.stubGlobal('Notification', { permission: 'granted', requestPermission: async () => 'granted' });
  vi.stubGlobal('navigator', {
    serviceWorker: { addEventListener: () => undefined, getRegistration: async () => registration },
  });
  vi.stubGlobal('fetch', async (path: string, { method, body }: RequestInit) => {
    requests.push(`${method} ${path} ${body}`);
    return new Response(null, { status: 204 });
  });
});

/** Loads the modules anew, as for a new page of a user. */
async function openPage(uid: string) {
  const { savedSession } = await import('../../lib/identity/saved-session.ts');
  const claims = btoa(JSON.stringify({ exp: Date.now() / 1_000 + 3_600 }));
  savedSession.set({ user: { uid, name: uid, email: null, photoURL: null }, token: `e30.${claims}.signature` });
  const { pushIsOn } = await import('../../lib/push-is-on.ts');
  await import('./unread-follower.tsx');
  return { savedSession, pushIsOn, push: () => import('./push.ts') };
}
const remember = (subscription: object) =>
  stored.set(key, JSON.stringify({ endpoint, sentAt: Date.now(), ...subscription }));

test('keeps the subscription of the user who turned it on', async () => {
  remember({ uid: 'mia' });
  const { push, pushIsOn } = await openPage('mia');
  (await push()).startPush('mia', () => undefined);
  await new Promise(setImmediate);
  expect(current).toBe(endpoint);
  expect(pushIsOn.get()).toBe(true);
});

/** A server that has this key. */
const serve = (publicKey: string) =>
  vi.stubGlobal('fetch', async (path: string, { method, body }: RequestInit) => {
    if (method !== 'PUT') return Response.json({ publicKey });
    requests.push(`${method} ${path} ${body}`);
    return new Response(null, { status: 204 });
  });

test('subscribes again when the server has another key, and not before', async () => {
  remember({ uid: 'mia' });
  serve(subscribedKey.replace('=', ''));
  (await (await openPage('mia')).push()).startPush('mia', () => undefined);
  await new Promise(setImmediate);
  expect([current, requests]).toEqual([endpoint, []]);
  vi.resetModules();
  serve(btoa('second'));
  const { push, pushIsOn } = await openPage('mia');
  (await push()).startPush('mia', () => undefined);
  await vi.waitFor(() => expect(requests).toEqual([expect.stringContaining(`"endpoint":"${endpoint}-anew"`)]));
  await vi.waitFor(() => expect(JSON.parse(stored.get(key) ?? '')).toMatchObject({ endpoint: `${endpoint}-anew` }));
  expect([subscribedKey, pushIsOn.get()]).toEqual([btoa('second'), true]);
});

test('stays off for a user who turns it off while the key is read', async () => {
  remember({ uid: 'mia' });
  const { push } = await openPage('mia');
  serve(btoa('second'));
  const { startPush, turnPushOff } = await push();
  startPush('mia', () => undefined);
  await turnPushOff('mia').catch(() => undefined);
  await new Promise(setImmediate);
  expect([current, stored.get(key)]).toEqual([undefined, 'null']);
});

test('is off when the user has withdrawn their permission, and comes back after a failure', async () => {
  remember({ uid: 'mia' });
  current = undefined;
  serve(btoa('second'));
  (await (await openPage('mia')).push()).startPush('mia', () => undefined);
  await vi.waitFor(() => expect(JSON.parse(stored.get(key) ?? '')).toMatchObject({ endpoint: `${endpoint}-anew` }));
  vi.resetModules();
  current = undefined;
  vi.stubGlobal('Notification', { permission: 'denied' });
  (await (await openPage('mia')).push()).startPush('mia', () => undefined);
  await vi.waitFor(() => expect(stored.get(key)).toBe('null'));
});

test.each([{ uid: 'mia' }, {}])('ends the subscription of another or an unknown user: %o', async (subscription) => {
  remember(subscription);
  const { push, pushIsOn } = await openPage('bo');
  (await push()).startPush('bo', () => undefined);
  await vi.waitFor(() => expect(stored.get(key)).toBe('null'));
  expect(current).toBeUndefined();
  expect(pushIsOn.get()).toBe(false);
  expect(requests).toEqual([]);
});

test('subscribes anew, with another address, when the next user turns it on', async () => {
  remember({ uid: 'mia' });
  const { push } = await openPage('bo');
  expect(await (await push()).turnPushOn('bo', btoa('server key'))).toBe('on');
  expect(requests).toEqual([expect.stringContaining(`"endpoint":"${endpoint}-anew"`)]);
  expect(JSON.parse(stored.get(key) ?? '')).toMatchObject({ uid: 'bo', endpoint: `${endpoint}-anew` });
});

test('ends the subscription with the session, although the code for push messages is not loaded', async () => {
  remember({ uid: 'mia' });
  const { savedSession } = await openPage('mia');
  savedSession.set(null);
  await vi.waitFor(() => expect(current).toBeUndefined());
});

test('ends a subscription that the server has not confirmed, for it may have it', async () => {
  current = undefined;
  const refusal = { statusCode: 422, error: 'Unprocessable Entity', code: 'INVALID', message: 'Invalid input data' };
  vi.stubGlobal('fetch', async () => Response.json(refusal, { status: 422 }));
  const { push, pushIsOn } = await openPage('mia');
  await expect((await push()).turnPushOn('mia', 'key')).rejects.toThrow('Invalid input data');
  expect(current).toBeUndefined();
  expect(pushIsOn.get()).toBe(false);
});

test('ends a subscription whose user has left before the server confirmed it', async () => {
  current = undefined;
  const { push, savedSession, pushIsOn } = await openPage('mia');
  vi.stubGlobal('fetch', async () => {
    savedSession.set(null);
    return new Response(null, { status: 204 });
  });
  expect(await (await push()).turnPushOn('mia', 'key')).toBe('failed');
  expect(current).toBeUndefined();
  expect(pushIsOn.get()).toBe(false);
});

test('ends a subscription that was turned on in another tab when its user leaves', async () => {
  const listeners: ((event: { key: string | null }) => void)[] = [];
  vi.stubGlobal('addEventListener', (type: string, listener: (event: { key: string | null }) => void) => {
    if (type === 'storage') listeners.push(listener);
  });
  const { savedSession } = await openPage('mia');
  remember({ uid: 'mia' });
  for (const listener of listeners) listener({ key });
  savedSession.set(null);
  await vi.waitFor(() => expect(current).toBeUndefined());
});

test('ends the subscription of the user before whose session ended while this page was open', async () => {
  const { push, savedSession } = await openPage('mia');
  const { startPush } = await push();
  startPush('mia', () => undefined);
  await new Promise(setImmediate);
  remember({ uid: 'mia' });
  current = endpoint;
  savedSession.set({ user: { uid: 'bo', name: 'Bo', email: null, photoURL: null }, token: 'token' });
  startPush('bo', () => undefined);
  await vi.waitFor(() => expect(current).toBeUndefined());
});

test('knows a subscription that its user turns on while that of the user before ends', async () => {
  const listeners: ((event: { key: string | null }) => void)[] = [];
  vi.stubGlobal('addEventListener', (type: string, listener: (event: { key: string | null }) => void) => {
    if (type === 'storage') listeners.push(listener);
  });
  remember({ uid: 'mia' });
  const { push, pushIsOn } = await openPage('bo');
  onUnsubscribe = () => {
    remember({ uid: 'bo' });
    for (const listener of listeners) listener({ key });
  };
  (await push()).startPush('bo', () => undefined);
  await vi.waitFor(() => expect(current).toBeUndefined());
  await new Promise(setImmediate);
  expect([JSON.parse(stored.get(key) ?? ''), pushIsOn.get()]).toMatchObject([{ uid: 'bo' }, true]);
});

test('turned off, ends the subscription in the browser and tells the server', async () => {
  remember({ uid: 'mia' });
  const { push, pushIsOn } = await openPage('mia');
  await (await push()).turnPushOff('mia');
  expect([current, stored.get(key), pushIsOn.get()]).toEqual([undefined, 'null', false]);
  expect(requests).toEqual([`POST /api/notifications/push/unsubscribe ${JSON.stringify({ endpoint })}`]);
});

test('closes the messages that the browser shows once all notifications are read, and not before', async () => {
  remember({ uid: 'mia' });
  const { push } = await openPage('mia');
  await push();
  const { unreadCount } = await import('../../lib/unread.ts');
  const close = vi.fn();
  shown = [{ close }];
  unreadCount.set(2);
  unreadCount.set(1);
  await new Promise(setImmediate);
  expect(close).not.toHaveBeenCalled();
  unreadCount.set(0);
  await vi.waitFor(() => expect(close).toHaveBeenCalledOnce());
});

test('replaces the subscription of the user before, whose address the server knows as theirs', async () => {
  remember({ uid: 'mia' });
  const { push } = await openPage('sam');
  expect(await (await push()).turnPushOn('sam', 'key')).toBe('on');
  expect(current).toBe(`${endpoint}-anew`);
});

test.each([
  ['the browser has replaced it', { endpoint: `${endpoint}-before` }, 1],
  ['the server may have lost it', { sentAt: Date.now() - 8 * 24 * 3_600_000 }, 1],
  ['neither', {}, 0],
])('sends the subscription again at the start if %s', async (_, subscription, count) => {
  remember({ uid: 'mia', ...subscription });
  const { push } = await openPage('mia');
  (await push()).startPush('mia', () => undefined);
  await new Promise(setImmediate);
  expect(requests.filter((request) => request.startsWith('PUT /api/notifications/push'))).toHaveLength(count);
  expect(JSON.parse(stored.get(key) ?? '{}')).toMatchObject({ uid: 'mia', endpoint });
});

test('a sign-out tells the server, with the token of the user', async () => {
  remember({ uid: 'mia' });
  const { push, savedSession } = await openPage('mia');
  await push();
  const { signOut } = await import('../../lib/identity/session.ts');
  const token = savedSession.get()?.token;
  const authorizations: unknown[] = [];
  vi.stubGlobal('fetch', async (path: string, { headers }: RequestInit) => {
    if (path.endsWith('/push/unsubscribe')) authorizations.push(new Headers(headers).get('authorization'));
    return new Response(null, { status: 204 });
  });
  vi.stubGlobal('reportError', () => undefined); // The identity service is not there.
  signOut();
  await vi.waitFor(() => expect(authorizations).toEqual([`Bearer ${token}`]));
});
