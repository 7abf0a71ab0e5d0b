import { beforeEach, describe, expect, test, vi } from 'vitest';
import type { SavedSession } from './saved-session.ts';

const mia: SavedSession = { user: { uid: 'mia', name: 'Mia', email: null, photoURL: null }, token: 'token' };

/** The identity service in the browser: it stores the signed-in user, and cannot be loaded offline. */
const service = vi.hoisted(() => ({ reachable: false, signedIn: true, restoring: Promise.resolve() }));

vi.mock('./firebase.ts', () => ({
  connectFirebase: () => ({
    onChange: async (listener: (session: SavedSession | null) => void) => {
      const restored = service.signedIn ? mia : null;
      await service.restoring;
      listener(restored);
    },
    signOut: async () => {
      service.signedIn = false;
    },
    token: async ({ fresh }: { fresh: boolean }) => (fresh ? 'fresh token' : 'renewed token'),
  }),
}));

/** The page's event listeners by event type. */
const listeners = new Map<string, (event: { key: string | null }) => void>();

beforeEach(() => {
  const stored = new Map<string, string>();
  Object.assign(service, { reachable: false, signedIn: true, restoring: Promise.resolve() });
  listeners.clear();
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => stored.set(key, value),
    removeItem: (key: string) => stored.delete(key),
  });
  vi.stubGlobal('reportError', () => undefined);
  vi.stubGlobal('addEventListener', listeners.set.bind(listeners));
  vi.stubGlobal('fetch', async () => {
    if (!service.reachable) throw new TypeError('Failed to fetch');
    return Response.json({ identity: {} });
  });
});

/** Loads the modules anew, as for a new page. */
async function openPage() {
  vi.resetModules();
  const { savedSession } = await import('./saved-session.ts');
  return { savedSession, session: await import('./session.ts') };
}

test('signs out offline, and stays signed out when the network is back', async () => {
  const { savedSession, session } = await openPage();
  savedSession.set(mia);
  session.signOut();
  expect(session.currentUid()).toBeNull();

  service.reachable = true;
  const later = await openPage();
  expect(later.session.currentUid()).toBeNull();
  await later.session.confirmSession();
  expect(later.session.currentUid()).toBeNull();
  expect(service.signedIn).toBe(false);
});

test('completes a sign-out in the identity service when the network is back', async () => {
  const { savedSession, session } = await openPage();
  savedSession.set(mia);
  session.signOut();
  await vi.waitFor(() => expect(listeners.has('online')).toBe(true));
  service.reachable = true;
  listeners.get('online')?.({ key: null });
  await vi.waitFor(() => expect(localStorage.getItem('potluck.sign-out-due')).toBeNull());
  expect(service.signedIn).toBe(false);
});

test('keeps the session of a user while the identity service has that of another one', async () => {
  const { savedSession, session } = await openPage();
  savedSession.set({ ...mia, user: { ...mia.user, uid: 'sam' } });
  service.reachable = true;
  await session.confirmSession();
  expect(session.currentUid()).toBe('sam');
});

test('ends a session that the identity service has ended, and not as a sign-out', async () => {
  const { savedSession, session } = await openPage();
  const { sessionEnd } = await import('./session-end.ts');
  savedSession.set(mia);
  Object.assign(service, { reachable: true, signedIn: false });
  const signedOut = vi.fn();
  session.onSignOut(signedOut);
  await session.confirmSession();
  expect([session.currentUid(), sessionEnd.get(), signedOut.mock.calls]).toEqual([null, 'unknown', []]);
});

test('completes a sign-out at once while the identity service is there, so that the next session outlasts the page', async () => {
  const { savedSession, session } = await openPage();
  savedSession.set(mia);
  service.reachable = true;
  await session.confirmSession();
  session.signOut();
  await vi.waitFor(() => expect(localStorage.getItem('potluck.sign-out-due')).toBeNull());
  expect(service.signedIn).toBe(false);
});

test('asks the identity service for the user of whom only the token is stored', async () => {
  localStorage.setItem('token', 'token');
  const { session } = await openPage();
  expect(session.currentUid()).toBeNull();
  service.reachable = true;
  await session.confirmSession();
  expect(session.currentUid()).toBe('mia');
});

test('uses the stored token until it expires or is refused', async () => {
  const { savedSession, session } = await openPage();
  expect(await session.currentToken()).toBeNull();
  const tokenUntil = (ms: number) => `e30.${btoa(JSON.stringify({ exp: ms / 1_000 }))}.signature`;
  const token = tokenUntil(Date.now() + 3_600_000);
  savedSession.set({ ...mia, token });
  expect(await session.currentToken()).toBe(token);
  service.reachable = true;
  expect(await session.currentToken({ fresh: true })).toBe('fresh token');
  savedSession.set({ ...mia, token: tokenUntil(Date.now()) });
  expect(await session.currentToken()).toBe('renewed token');
});

test('reports when a user has left, but neither a renewed token nor a sign-in', async () => {
  const { savedSession, session } = await openPage();
  const changes: (string | null)[][] = [];
  let left = 0;
  session.onUserChange((uid, previous) => changes.push([previous, uid]));
  session.onUserLeft(() => {
    left += 1;
  });
  savedSession.set(mia);
  savedSession.set({ ...mia, token: 'renewed' });
  expect([changes, left]).toEqual([[[null, 'mia']], 0]);
  savedSession.set({ ...mia, user: { ...mia.user, uid: 'sam' } });
  savedSession.set(null);
  expect([changes.slice(1), left]).toEqual([
    [
      ['mia', 'sam'],
      ['sam', null],
    ],
    2,
  ]);
});

describe('when another tab signs out', () => {
  /** Opens a page of Mia with the identity service loaded, then signs out in another tab offline. */
  async function signOutElsewhere() {
    const { savedSession, session } = await openPage();
    savedSession.set(mia);
    service.reachable = true;
    await session.confirmSession();
    expect(session.currentUid()).toBe('mia');
    service.reachable = false;
    for (const key of ['token', 'user']) localStorage.removeItem(key);
    localStorage.setItem('potluck.sign-out-due', 'true');
    return session;
  }

  test('signs out here too, and in the identity service, which the other tab could not reach', async () => {
    const session = await signOutElsewhere();
    listeners.get('storage')?.({ key: 'token' });
    expect(session.currentUid()).toBeNull();
    await vi.waitFor(() => expect(service.signedIn).toBe(false));
  });

  test('stays signed out, though the identity service still restores the session', async () => {
    const { savedSession, session } = await openPage();
    savedSession.set(mia);
    const { promise, resolve } = Promise.withResolvers<void>();
    Object.assign(service, { reachable: true, restoring: promise });
    const confirmed = session.confirmSession();
    for (const key of ['token', 'user']) localStorage.removeItem(key);
    listeners.get('storage')?.({ key: 'token' });
    resolve();
    await confirmed;
    expect(session.currentUid()).toBeNull();
    expect(service.signedIn).toBe(false);
  });

  test('signs out a page that is restored from the back/forward cache', async () => {
    const session = await signOutElsewhere();
    listeners.get('pageshow')?.({ key: null });
    expect(session.currentUid()).toBeNull();
  });
});

test('keeps the session of a restored page when storage is blocked', async () => {
  const { savedSession, session } = await openPage();
  vi.stubGlobal('localStorage', undefined);
  savedSession.set(mia);
  listeners.get('pageshow')?.({ key: null });
  expect(session.currentUid()).toBe('mia');
});
