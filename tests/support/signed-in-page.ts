/** The modules of a page, loaded anew for each start, with the storage of one browser. */
import { vi } from 'vitest';
import type { SavedSession } from '../../web/lib/identity/saved-session.ts';
import { browserStorage } from './browser-storage.ts';

export const sessionOf = (uid: string): SavedSession => ({
  user: { uid, name: uid, email: null, photoURL: null },
  token: `token of ${uid}`,
});

/** Replaces the storage by an empty one, and the network by none. */
export function stubBrowser(): void {
  const stored = new Map<string, string>();
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => void stored.set(key, value),
    removeItem: (key: string) => void stored.delete(key),
    keys: () => [...stored.keys()],
  });
  vi.stubGlobal('reportError', () => undefined);
  vi.stubGlobal('addEventListener', () => undefined);
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('Failed to fetch')));
}

/** The same, with an empty storage of the tab. */
export function stubTab(): void {
  stubBrowser();
  vi.stubGlobal('localStorage', browserStorage());
  vi.stubGlobal('sessionStorage', browserStorage());
}

export const storedKeys = (): string[] => Reflect.get(localStorage, 'keys')();

/** Loads modules as a new page does, and signs in. */
export async function openAs<Modules extends object>(uid: string, load: () => Promise<Modules>) {
  vi.resetModules();
  const { savedSession } = await import('../../web/lib/identity/saved-session.ts');
  const { signOut } = await import('../../web/lib/identity/session.ts');
  const modules = await load();
  savedSession.set(sessionOf(uid));
  return { ...modules, savedSession, signOut };
}
