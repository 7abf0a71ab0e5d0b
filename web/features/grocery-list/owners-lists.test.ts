import { beforeEach, expect, test, vi } from 'vitest';
import type { GroceryLists } from '../../../server/core/contracts/grocery-lists.ts';
import { receive } from '../../../tests/support/live-connection.ts';
import { queryClient } from '../../lib/query-client.ts';
import { type ListsChange, ownersLists } from './owners-lists.ts';

vi.hoisted(() => vi.stubGlobal('addEventListener', () => undefined));
vi.mock('../../lib/live.ts', async () => (await import('../../../tests/support/live-connection.ts')).live);
// Node has no database.
vi.mock('../../lib/sync/kept-documents.ts', () => ({ keepDocuments: () => undefined }));

const lists = (owner: string): GroceryLists => ({
  ...{ revision: '5', remembered: [], used: [] },
  items: [
    { id: `${owner}-main`, name: null, categories: [] },
    { id: 'party', name: 'Party', categories: [] },
  ],
});

beforeEach(() => {
  vi.stubGlobal('reportError', (error: unknown) => {
    throw error;
  });
  queryClient.clear();
});

test.each<[ListsChange, string[]]>([
  [{ kind: 'rename', listId: 'party', name: 'Feast' }, ['null ', 'Feast ']],
  [{ kind: 'order', listId: 'party', categories: ['Bakery'] }, ['null ', 'Party Bakery']],
])('a pending %j changes one list, and no other', (change, shown) => {
  const pending = { key: 'key', document: [], change, by: 'mia', at: 0, text: { verb: '', what: '' } };
  const { items } = ownersLists.applyPending(lists('mia'), [pending]);
  expect(items.map(({ name, categories }) => `${name} ${categories}`)).toEqual(shown);
});

test('a message about the lists of an owner makes them be fetched, unless they include it, and no others', () => {
  ownersLists.follow();
  const keys = ['mia', 'home'].map((owner) => ownersLists.query('mia', owner).queryKey);
  for (const key of keys) queryClient.setQueryData(key, lists(String(key.at(-1))));
  const outdated = () => keys.map((key) => queryClient.getQueryState(key)?.isInvalidated);
  receive({ kind: 'lists.changed', position: '9', mainListId: 'home-main', revision: '5' });
  expect(outdated()).toEqual([false, false]);
  receive({ kind: 'lists.changed', position: '9', mainListId: 'home-main', revision: '6' });
  expect(outdated()).toEqual([false, true]);
});
