import { expect, test, vi } from 'vitest';
import type { GroceryLists } from '../../../server/core/contracts/grocery-lists.ts';
import { otherListsOf, type ShownList } from './use-shown-list.ts';

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
  expect(otherListsOf(shown(undefined))).toEqual([party]);
  expect(otherListsOf(shown(party))).toEqual([{ id: 'main', name: 'Grocery List' }]);
});
