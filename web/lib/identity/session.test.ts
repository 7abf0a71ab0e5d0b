import { beforeEach, expect, test, vi } from 'vitest';
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

beforeEach(() => {
  const stored = new Map<string, string>();
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => stored.set(key, value),
    removeItem: (key: string) => stored.delete(key),
  });
  vi.stubGlobal('reportError', () => undefined);
  vi.stubGlobal('addEventListener', () => undefined);
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
