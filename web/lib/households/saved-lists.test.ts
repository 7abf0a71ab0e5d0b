import { beforeEach, describe, expect, test, vi } from 'vitest';
import type { SavedSession } from '../identity/saved-session.ts';

const sessionOf = (uid: string): SavedSession => ({
  user: { uid, name: uid, email: null, photoURL: null },
  token: `token of ${uid}`,
});
const party = { id: 'party-id', name: 'Party' };
const market = { id: 'market-id', name: 'Market' };

beforeEach(() => {
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
});

/** Loads the modules anew, as for a new page, and signs in. */
async function openAs(uid: string) {
  vi.resetModules();
  const { savedSession } = await import('../identity/saved-session.ts');
  const { signOut } = await import('../identity/session.ts');
  const saved = await import('./saved-lists.ts');
  savedSession.set(sessionOf(uid));
  return { ...saved, signOut };
}
const storedKeys = (): string[] => Reflect.get(localStorage, 'keys')();
/** The chosen list is only visible to a hook: it is what is reported when no list is left. */
const chosenOf = ({ saveLists }: Awaited<ReturnType<typeof openAs>>, owner: string) => saveLists(owner, [])?.id;

describe('the chosen list', () => {
  test('is remembered for each owner, until the next start, and by its account only', async () => {
    const { saveLists, chooseList } = await openAs('mia');
    saveLists('home', [party, market]);
    chooseList('home', 'party-id');
    saveLists('mia', [market]);
    expect(chosenOf(await openAs('sam'), 'home')).toBeUndefined();
    expect(chosenOf(await openAs('mia'), 'mia')).toBeUndefined();
    expect(chosenOf(await openAs('mia'), 'home')).toBe('party-id');
  });

  test('is reported once with its name when it was closed', async () => {
    const { saveLists, chooseList, furtherListsOf } = await openAs('mia');
    saveLists('home', [party, market]);
    chooseList('home', 'party-id');
    expect(saveLists('home', [party])).toBeUndefined();
    expect(saveLists('home', [market])).toEqual(party);
    expect(saveLists('home', [market])).toBeUndefined();
    expect(furtherListsOf('home')).toEqual(['market-id']);
  });

  test('is reported without a name if it was never seen, and not at all if the user has closed it', async () => {
    const { saveLists, chooseList, chooseOpenedList, forgetList } = await openAs('mia');
    chooseList('home', 'unknown-id');
    expect(saveLists('home', [market])).toEqual({ id: 'unknown-id' });
    chooseOpenedList('home', party);
    forgetList('home', 'party-id');
    expect(saveLists('home', [market])).toBeUndefined();
  });

  test('leaves nothing in the browser after a sign-out, or when the membership has ended', async () => {
    const { saveLists, forgetListsOf, furtherListsOf, signOut } = await openAs('mia');
    saveLists('home', [party]);
    forgetListsOf('home');
    expect(furtherListsOf('home')).toEqual([]);
    saveLists('home', [party]);
    expect(storedKeys()).toContain('potluck.lists.mia');
    signOut();
    expect(storedKeys()).not.toContain('potluck.lists.mia');
  });

  test.each(['{', '7', 'null', '{"home":7}', '{"home":{"known":7,"chosen":7}}', '{"home":{"known":[{"id":7}]}}'])(
    'is the main one if %s is stored',
    async (json) => {
      localStorage.setItem('potluck.lists.mia', json);
      const saved = await openAs('mia');
      expect(saved.furtherListsOf('home')).toEqual([]);
      expect(chosenOf(saved, 'home')).toBeUndefined();
    },
  );
});
