import { beforeEach, describe, expect, test, vi } from 'vitest';
import type { SavedSession } from '../identity/saved-session.ts';

const sessionOf = (uid: string): SavedSession => ({
  user: { uid, name: uid, email: null, photoURL: null },
  token: `token of ${uid}`,
});
const home = { id: 'home-id', name: 'Home' };
const flat = { id: 'flat-id', name: 'Flat' };

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
  const saved = await import('./saved-households.ts');
  savedSession.set(sessionOf(uid));
  return { ...saved, savedSession, signOut };
}

describe('the chosen household', () => {
  test('is still chosen at the next start, by its account only', async () => {
    const mia = await openAs('mia');
    expect(mia.ownerOfChosenList('mia')).toBe('mia');
    mia.saveHouseholds([home, flat]);
    mia.chooseHousehold(flat);
    expect(mia.ownerOfChosenList('mia')).toBe('flat-id');
    mia.savedSession.set(sessionOf('sam'));
    expect(mia.ownerOfChosenList('sam')).toBe('sam');
    expect((await openAs('mia')).ownerOfChosenList('mia')).toBe('flat-id');
  });

  test('can be unchosen', async () => {
    const { chooseHousehold, ownerOfChosenList } = await openAs('mia');
    chooseHousehold(home);
    chooseHousehold(null);
    expect(ownerOfChosenList('mia')).toBe('mia');
  });

  test('is reported once when it has ended, by its name', async () => {
    const { chooseHousehold, saveHouseholds, ownerOfChosenList } = await openAs('mia');
    saveHouseholds([home, flat]);
    chooseHousehold(home);
    expect(saveHouseholds([home, flat])).toBeUndefined();
    expect(saveHouseholds([flat])).toBe('Home');
    expect(saveHouseholds([flat])).toBeUndefined();
    expect(ownerOfChosenList('mia')).toBe('mia');
  });

  test('is not reported when the user has left it', async () => {
    const { chooseHousehold, saveHouseholds, forgetHousehold, ownerOfChosenList } = await openAs('mia');
    chooseHousehold(home);
    forgetHousehold('home-id');
    expect(saveHouseholds([])).toBeUndefined();
    expect(ownerOfChosenList('mia')).toBe('mia');
  });

  test('leaves nothing in the browser after a sign-out', async () => {
    const { chooseHousehold, signOut } = await openAs('mia');
    chooseHousehold(home);
    expect(JSON.stringify(Reflect.get(localStorage, 'keys')())).toContain('potluck.households.mia');
    signOut();
    expect(JSON.stringify(Reflect.get(localStorage, 'keys')())).not.toContain('potluck.households');
  });

  test.each(['{', '7', 'null', '{"known":7,"chosen":7}', '{"known":[{"id":7}]}'])(
    'is the user themself if %s is stored',
    async (json) => {
      localStorage.setItem('potluck.households.mia', json);
      const { ownerOfChosenList, saveHouseholds } = await openAs('mia');
      expect(ownerOfChosenList('mia')).toBe('mia');
      expect(saveHouseholds([home])).toBeUndefined();
    },
  );
});
