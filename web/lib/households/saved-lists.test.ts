import { beforeEach, describe, expect, test } from 'vitest';
import { openAs as openPageAs, storedKeys, stubBrowser } from '../../../tests/support/signed-in-page.ts';

const party = { id: 'party-id', name: 'Party' };
const market = { id: 'market-id', name: 'Market' };

beforeEach(stubBrowser);

const openAs = (uid: string) => openPageAs(uid, () => import('./saved-lists.ts'));
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

  test('stays chosen when another one is closed', async () => {
    const mia = await openAs('mia');
    mia.saveLists('home', [party, market]);
    mia.chooseList('home', 'party-id');
    mia.forgetList('home', 'market-id');
    expect(chosenOf(mia, 'home')).toBe('party-id');
  });

  test('is known once when it is opened again', async () => {
    const { saveLists, chooseOpenedList, furtherListsOf } = await openAs('mia');
    saveLists('home', [party, market]);
    chooseOpenedList('home', party);
    expect(furtherListsOf('home')).toEqual(['market-id', 'party-id']);
  });

  test('is at the address of another one, whose last view is not shown there', async () => {
    const { saveLists, chooseList } = await openAs('mia');
    saveLists('home', [party]);
    localStorage.setItem('lastView', '{}');
    chooseList('home', 'party-id');
    expect(storedKeys()).not.toContain('lastView');
  });

  test('is not known any more when the membership has ended', async () => {
    const { saveLists, forgetListsOf, furtherListsOf } = await openAs('mia');
    saveLists('home', [party]);
    forgetListsOf('home');
    expect(furtherListsOf('home')).toEqual([]);
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
