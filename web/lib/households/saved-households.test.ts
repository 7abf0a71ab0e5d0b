import { beforeEach, describe, expect, test } from 'vitest';
import { openAs as openPageAs, sessionOf, stubBrowser } from '../../../tests/support/signed-in-page.ts';

const home = { id: 'home-id', name: 'Home' };
const flat = { id: 'flat-id', name: 'Flat' };

beforeEach(stubBrowser);

const openAs = (uid: string) => openPageAs(uid, () => import('./saved-households.ts'));

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

  test('is the only one until the user chooses, but not while they look at their own list', async () => {
    const { saveHouseholds, ownerOfChosenList } = await openAs('mia');
    saveHouseholds([]);
    saveHouseholds([home]);
    expect(ownerOfChosenList('mia')).toBe('mia');
    const later = await openAs('mia');
    later.saveHouseholds([home]);
    expect(later.ownerOfChosenList('mia')).toBe('home-id');
    later.chooseHousehold(null);
    const again = await openAs('mia');
    again.saveHouseholds([home]);
    expect(again.ownerOfChosenList('mia')).toBe('mia');
    const sam = await openAs('sam');
    sam.saveHouseholds([home, flat]);
    expect(sam.ownerOfChosenList('sam')).toBe('sam');
  });

  test('is the only one of the next user in the same page, too, who has not looked at their own list yet', async () => {
    const { saveHouseholds, ownerOfChosenList, savedSession } = await openAs('mia');
    saveHouseholds([]);
    savedSession.set(sessionOf('sam'));
    saveHouseholds([home]);
    expect(ownerOfChosenList('sam')).toBe('home-id');
  });

  test('can be unchosen', async () => {
    const { chooseHousehold, ownerOfChosenList } = await openAs('mia');
    chooseHousehold(home);
    chooseHousehold(null);
    expect(ownerOfChosenList('mia')).toBe('mia');
  });

  test('has a list at the address of another one, whose last view is not shown there', async () => {
    const { chooseHousehold } = await openAs('mia');
    localStorage.setItem('lastView', '{}');
    chooseHousehold(home);
    expect(localStorage.getItem('lastView')).toBeNull();
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
    expect(ownerOfChosenList('mia')).toBe('mia');
    expect(saveHouseholds([])).toBeUndefined();
  });

  test('stays chosen when the user leaves another one', async () => {
    const { chooseHousehold, saveHouseholds, forgetHousehold, ownerOfChosenList } = await openAs('mia');
    saveHouseholds([home, flat]);
    chooseHousehold(flat);
    forgetHousehold('home-id');
    expect(ownerOfChosenList('mia')).toBe('flat-id');
  });

  test('is known once, by its latest name', async () => {
    const { chooseHousehold, saveHouseholds, knownHouseholds } = await openAs('mia');
    saveHouseholds([home, flat]);
    chooseHousehold({ ...home, name: 'Home 2' });
    expect(knownHouseholds()).toEqual([flat, { ...home, name: 'Home 2' }]);
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
