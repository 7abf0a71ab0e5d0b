import { expect, test, vi } from 'vitest';
import type { GroceryLists } from '../../../server/core/contracts/grocery-lists.ts';
import { saveHouseholds } from '../../lib/households/saved-households.ts';
import { chosenCategoriesOf, otherListsOf, type ShownList } from './use-shown-list.ts';

vi.hoisted(() => vi.stubGlobal('addEventListener', () => undefined));
vi.mock('../../lib/live.ts', async () => (await import('../../../tests/support/live-connection.ts')).live);
// Node has no database.
vi.mock('../../lib/sync/kept-documents.ts', () => ({
  keepDocuments: () => undefined,
  forgetDocuments: async () => undefined,
}));

const party = { id: 'party', name: 'Party' };
const lists: GroceryLists = {
  ...{ revision: '1', remembered: [], used: [] },
  items: [
    { id: 'main', name: null, categories: [] },
    { ...party, categories: [] },
  ],
};
const shown = (further: ShownList['further']): ShownList => ({
  ...{ owner: { whose: 'mia', household: undefined, all: [] }, whose: 'mia', all: [party], further, lists },
});

test('items can be moved to the other lists, of which the main one has the name of its screen', () => {
  expect(otherListsOf('mia', shown(undefined))).toEqual([party]);
  expect(otherListsOf('mia', shown(party))).toEqual([{ id: 'main', name: 'Grocery List' }]);
});

test('items can be moved between the main lists of the user and of their households', () => {
  const [home, flat] = [
    { id: 'home', name: 'Home' },
    { id: 'flat', name: 'Flat' },
  ];
  saveHouseholds([home, flat]);
  const all = [home, flat];
  const own = { ...shown(undefined), owner: { whose: 'mia', household: undefined, all } };
  expect(otherListsOf('mia', own)).toEqual([party, home, flat]);
  const shared = { ...own, owner: { ...own.owner, whose: 'home' }, whose: 'home' };
  expect(otherListsOf('mia', shared)).toEqual([party, flat, { id: 'mia', name: 'Just me' }]);
});

test('each list has the order of its own aisles', () => {
  const items = lists.items.map((list) => ({ ...list, categories: [`Of ${list.name}`] }));
  const orderOf = (further: ShownList['further']) =>
    chosenCategoriesOf({ ...shown(further), lists: { ...lists, items } }).order;
  expect([orderOf(undefined), orderOf(party)]).toEqual([['Of null'], ['Of Party']]);
});
