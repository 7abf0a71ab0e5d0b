import { expect, test, vi } from 'vitest';
import type { HistoryEntry } from '../../../server/core/contracts/grocery-list.ts';
import { receive } from '../../../tests/support/live-connection.ts';
import { groceryListsKey } from '../../lib/add-to-grocery-list.ts';
import { api } from '../../lib/api-client.ts';
import { queryClient } from '../../lib/query-client.ts';
import { followHistories, historyQuery } from './history.ts';

vi.hoisted(() => vi.stubGlobal('addEventListener', () => undefined));
vi.mock('../../lib/live.ts', async () => (await import('../../../tests/support/live-connection.ts')).live);

const entry = (revision: string): HistoryEntry => ({
  ...{ revision, changeId: revision, at: '2026-11-19T11:04:00.000Z', by: { uid: 'sam', name: 'Sam' } },
  ...{ did: 'checked', items: [{ id: 'milk', name: 'Milk' }], canUndo: true },
});

test('goes on with older changes from where the page before ended', async () => {
  vi.spyOn(api, 'get').mockImplementation(async (path) => {
    const [, query] = path.split('?');
    const cursor = Number(new URLSearchParams(query).get('cursor') ?? 9);
    return { data: { items: [entry(String(cursor))], nextCursor: cursor > 7 ? String(cursor - 1) : null } };
  });
  const { pages } = await queryClient.fetchInfiniteQuery({ ...historyQuery('mia', 'home'), pages: 5 });
  expect(pages.flatMap(({ items }) => items.map(({ revision }) => revision))).toEqual(['9', '8', '7']);
});

test('is fetched again after each change of its list, also while the list itself is not here', () => {
  vi.stubGlobal('reportError', () => undefined);
  followHistories();
  const keys = ['home', 'party', 'unknown'].map((whose) => historyQuery('mia', whose).queryKey);
  for (const key of keys) queryClient.setQueryData(key, { pages: [], pageParams: [] });
  for (const whose of ['home', 'party'])
    queryClient.setQueryData([...groceryListsKey, 'mia', whose], {
      listId: `list of ${whose}`,
      revision: '5',
      items: [],
    });
  const revisions = { position: '9', from: '5', revision: '6', changed: [], removed: [] };
  receive({ kind: 'list.changed', listId: 'list of home', ...revisions });
  expect(keys.map((key) => queryClient.getQueryState(key)?.isInvalidated)).toEqual([true, false, true]);
});
