import { beforeEach, describe, expect, test, vi } from 'vitest';
import type { SavedSession } from './saved-session.ts';

const mia: SavedSession = { user: { uid: 'mia', name: 'Mia', email: null, photoURL: null }, token: 'token' };

/** The identity service as it is in the browser: it remembers who signed in, and cannot be loaded without a network. */
const service = vi.hoisted(() => ({ reachable: false, signedIn: true }));

vi.mock('./firebase.ts', () => ({
  connectFirebase: () => ({
    onChange: async (listener: (session: SavedSession | null) => void) => listener(service.signedIn ? mia : null),
    signOut: async () => {
      service.signedIn = false;
    },
  }),
}));

/** What the page listens to, as it is now. */
const listeners = new Map<string, (event: { key: string | null }) => void>();

beforeEach(() => {
  const stored = new Map<string, string>();
  Object.assign(service, { reachable: false, signedIn: true });
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

/** The modules as a page finds them that is opened now. */
async function openPage() {
  vi.resetModules();
  const { savedSession } = await import('./saved-session.ts');
  return { savedSession, session: await import('./session.ts') };
}

test('who signs out without a network is signed out, and stays so when the network is back', async () => {
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

describe('when another tab signs out', () => {
  /** A page of Mia's with the identity service loaded, then the other tab's doing, without a network. */
  async function leftElsewhere() {
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

  test('this one is signed out too, and tells the identity service where the other one could not', async () => {
    const session = await leftElsewhere();
    listeners.get('storage')?.({ key: 'token' });
    expect(session.currentUid()).toBeNull();
    await vi.waitFor(() => expect(service.signedIn).toBe(false), { timeout: 10_000 });
  });

  test('this one finds that out when it was put aside meanwhile', async () => {
    const session = await leftElsewhere();
    listeners.get('pageshow')?.({ key: null });
    expect(session.currentUid()).toBeNull();
  });
});

test('a page that comes back keeps its session where nothing can be stored', async () => {
  const { savedSession, session } = await openPage();
  vi.stubGlobal('localStorage', undefined);
  savedSession.set(mia);
  listeners.get('pageshow')?.({ key: null });
  expect(session.currentUid()).toBe('mia');
});
