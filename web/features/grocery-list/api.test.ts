import { onlineManager } from '@tanstack/react-query';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import type { GroceryItem, GroceryList } from '../../../server/core/contracts/grocery-list.ts';
import { receive } from '../../../tests/support/live-connection.ts';
import { sessionOf } from '../../../tests/support/signed-in-page.ts';
import { readDraft, writeDraft } from '../../lib/drafts.ts';
import { savedSession } from '../../lib/identity/saved-session.ts';
import { queryClient } from '../../lib/query-client.ts';
import { changeActionsOf } from '../../lib/sync/change-actions.ts';
import { pendingChanges } from '../../lib/sync/pending-changes.ts';
import type { RefusedGroup } from '../../lib/sync/refused-changes.ts';
import { addBoxDraftKey, changedByOthers, lists } from './api.ts';
import type { ListChange } from './list-changes.ts';

vi.hoisted(() => vi.stubGlobal('addEventListener', () => undefined));
vi.mock('../../lib/live.ts', async () => (await import('../../../tests/support/live-connection.ts')).live);
// It would store documents half a second later, during another test.
vi.mock('../../lib/sync/kept-documents.ts', () => ({
  keepDocuments: () => undefined,
  forgetDocuments: async () => undefined,
  toStoredDocument: () => undefined,
}));
vi.mock('../../lib/sync/device-database.ts', () => ({
  deviceDatabase: async () => undefined,
  onDatabaseClosed: () => undefined,
}));

const mia = { uid: 'mia', name: 'Mia' };
const item = (name: string, more: Partial<GroceryItem> = {}): GroceryItem => ({
  ...{ id: name.toLowerCase(), name, amount: '', unit: '', checked: false },
  ...{ addedBy: mia, addedAt: '2026-10-01T18:40:00.000Z', order: 0 },
  ...more,
});

beforeEach(() => {
  const stored = new Map<string, string>();
  vi.stubGlobal('sessionStorage', {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => void stored.set(key, value),
    removeItem: (key: string) => void stored.delete(key),
  });
  vi.stubGlobal('reportError', () => undefined);
  savedSession.set(sessionOf('mia'));
});

describe('a change that was not saved', () => {
  const refused = (change: ListChange): RefusedGroup => [
    {
      ...{ key: 'key', document: ['grocery-list', 'items', 'mia', 'mia'], by: 'mia', at: 0, change },
      ...{ text: { verb: 'Add', what: '' }, refusal: { code: 'LIST_FULL', reason: 'It is full', cause: 'key' } },
    },
  ];
  const canRevise = (change: ListChange) => changeActionsOf(refused(change))?.canRevise(refused(change));
  const typed: ListChange = {
    kind: 'add',
    items: [item('Milk'), item('Eggs', { amount: '6' }), item('Flour', { amount: '500', unit: 'g' })],
  };
  const revise = () => changeActionsOf(refused(typed))?.revise(refused(typed));
  const addBox = () => readDraft(addBoxDraftKey('mia'));

  test('can be edited if its items were typed', () => {
    expect(canRevise(typed)).toBe(true);
    expect(canRevise({ kind: 'add', items: [item('Nori', { recipeTitle: 'Ramen' })] })).toBe(false);
    expect(canRevise({ kind: 'remove', id: 'milk' })).toBe(false);
  });

  test('is in the add box of its list as it was typed', () => {
    expect(revise()).toBe('/grocery-list');
    expect(addBox()).toBe('Milk; Eggs, 6; Flour, 500 g');
  });

  test('is there after what was typed meanwhile', () => {
    writeDraft(addBoxDraftKey('mia'), 'Bread');
    revise();
    expect(addBox()).toBe('Bread; Milk; Eggs, 6; Flour, 500 g');
  });
});

test('marks the items that another device has added or changed, and no others', async () => {
  lists.follow();
  const [milk, eggs, salt] = [item('Milk'), item('Eggs'), item('Salt')];
  const list: GroceryList = { listId: 'list', revision: '5', items: [milk, eggs] };
  queryClient.setQueryData(lists.query('mia', 'mia').queryKey, list);
  const revisions = { position: '1', listId: 'list', from: '5', revision: '6' };
  receive({ kind: 'list.changed', ...revisions, changed: [milk, { ...eggs, amount: '6' }, salt], removed: [] });
  await vi.waitFor(() => expect(Object.keys(changedByOthers.get())).toEqual(['eggs', 'salt']));
});

test('a change of an item that waits to be added says its name', () => {
  onlineManager.setOnline(false);
  const list: GroceryList = { listId: 'list', revision: '5', items: [] };
  queryClient.setQueryData(lists.query('mia', 'mia').queryKey, list);
  lists.change(['mia', 'mia'], { kind: 'add', items: [item('Feta')] });
  lists.change(['mia', 'mia'], { kind: 'check', id: 'feta', checked: true, by: mia });
  expect(lists.pendingOf(['mia', 'mia']).map(({ text }) => `${text.verb} ${text.what}`)).toEqual([
    ...['Add Feta', 'Check Feta'],
  ]);
  for (const { document } of pendingChanges.all()) pendingChanges.remove(document, () => true);
  onlineManager.setOnline(true);
});
