import { beforeEach, expect, test, vi } from 'vitest';
import type { GroceryItem, GroceryList } from '../../../server/core/contracts/grocery-list.ts';
import type { GroceryLists } from '../../../server/core/contracts/grocery-lists.ts';
import { ApiError } from '../../lib/api-client.ts';
import { saveHouseholds } from '../../lib/households/saved-households.ts';
import { saveLists } from '../../lib/households/saved-lists.ts';
import { savedSession } from '../../lib/identity/saved-session.ts';
import { sentenceOf } from '../../lib/sync/change-actions.ts';
import { conflictOf, describeChange, explainRefusal } from './describe-change.ts';
import type { ListChange } from './list-changes.ts';
import { describeListsChange, type ListsChange } from './owners-lists.ts';

vi.hoisted(() => vi.stubGlobal('addEventListener', () => undefined));

const mia = { uid: 'mia', name: 'Mia' };
const item = (id: string, name: string, amount = '', unit = ''): GroceryItem => ({
  id,
  name,
  amount,
  unit,
  checked: false,
  addedBy: mia,
  addedAt: '2026-10-01T18:40:00.000Z',
  order: 0,
});
const [milk, eggs, salt] = [item('milk', 'Milk', '2', 'l'), item('eggs', 'Eggs', '6'), item('salt', 'Salt')];
const list: GroceryList = { listId: 'list', revision: '1', items: [milk, eggs, salt] };
const home = { id: 'home-id', name: 'Home' };
const mine = ['mia', 'mia'] as const;

beforeEach(() => {
  vi.stubGlobal('reportError', () => undefined);
  savedSession.set({ user: { ...mia, email: null, photoURL: null }, token: 'token' });
  saveHouseholds([]);
});

const edit = (
  id: string,
  changes: Extract<ListChange, { kind: 'edit' }>['changes'],
  assignee?: typeof mia,
): ListChange => ({
  kind: 'edit',
  id,
  changes,
  from: {},
  ...(assignee && { assignee }),
});

test.each<[string, ListChange]>([
  ['Add Milk, 2 l', { kind: 'add', items: [milk] }],
  ['Add Milk and 2 others', { kind: 'add', items: [milk, eggs, salt] }],
  ['Check Salt', { kind: 'check', id: 'salt', checked: true, by: mia }],
  ['Uncheck Salt', { kind: 'check', id: 'salt', checked: false, by: mia }],
  ['Check Milk, 2 lines', { kind: 'checkAll', ids: ['milk', 'other'], checked: true, by: mia }],
  ['Uncheck Milk, 2 lines', { kind: 'checkAll', ids: ['milk', 'other'], checked: false, by: mia }],
  ['Rename Milk to Oat milk', edit('milk', { name: 'Oat milk' })],
  ['Rename Milk to Oat milk, 3 l', edit('milk', { name: 'Oat milk', amount: '3', unit: 'l' })],
  ['Change Milk to 3 l', edit('milk', { amount: '3', unit: 'l' })],
  ['Change Milk to 3 l', edit('milk', { name: 'Milk', amount: '3', unit: 'l' })],
  ['Change Milk to no amount', edit('milk', { amount: '', unit: '' })],
  ['Change Milk with the note “the green one”', edit('milk', { note: 'the green one' })],
  ['Change Milk to no note', edit('milk', { note: '' })],
  ['Change Milk to the aisle Dairy', edit('milk', { category: 'Dairy' })],
  ['Change Milk to 3 l, to be brought by Mia', edit('milk', { amount: '3', unit: 'l', assignedTo: 'mia' }, mia)],
  ['Change Milk to be brought by nobody', edit('milk', { assignedTo: '' })],
  ['Remove Eggs', { kind: 'remove', id: 'eggs' }],
  ['Remove 2 items of a planned meal', { kind: 'takeBack', mealId: 'meal', ids: ['milk', 'eggs'] }],
  ['Buy less Eggs, 6', { kind: 'buyLess', mealId: 'meal', ids: ['milk'], items: [eggs] }],
  ['Clear 1 checked item', { kind: 'clear', ids: ['milk'], onlyChecked: true }],
  ['Clear 2 items', { kind: 'clear', ids: ['milk', 'eggs'] }],
  ['Put back Eggs, 6', { kind: 'restore', items: [eggs] }],
  ['Move Milk and 1 other to another list', { kind: 'move', items: [milk, eggs], from: 'mia', to: 'party' }],
  ['Move back Salt', { kind: 'move', items: [salt], from: 'party', to: 'mia', isReturn: true }],
  ['Undo a change from the history', { kind: 'undo', changeId: 'change', removes: [], unchecks: [] }],
])('“%s”', (sentence, change) => {
  expect(sentenceOf(describeChange(mine, change, list))).toBe(sentence);
});

test('a change of an item that is not on the list any more, or of a list that is not here', () => {
  const change: ListChange = { kind: 'check', id: 'gone', checked: true, by: mia };
  expect(sentenceOf(describeChange(mine, change, list))).toBe('Check an item');
  expect(sentenceOf(describeChange(mine, change, undefined))).toBe('Check an item');
});

test.each<[string, ListsChange]>([
  ['Rename Party to Party on Friday', { kind: 'rename', listId: 'party', name: 'Party on Friday' }],
  ['Change the order of aisles of Party', { kind: 'order', listId: 'party', categories: ['Dairy'] }],
  ['Change the order of aisles of Grocery List', { kind: 'order', listId: 'main', categories: ['Dairy'] }],
])('“%s”', (sentence, change) => {
  const lists: GroceryLists = {
    revision: '1',
    items: [
      { id: 'main', name: null, categories: [] },
      { id: 'party', name: 'Party', categories: [] },
    ],
    remembered: [],
    used: [],
  };
  expect(sentenceOf(describeListsChange('mia', change, lists))).toBe(sentence);
});

test('says whose list it is, if the user has a household', () => {
  const change: ListChange = { kind: 'remove', id: 'eggs' };
  const rename: ListsChange = { kind: 'rename', listId: 'party', name: 'Feast' };
  const places = (whose: string) => [
    describeChange(['mia', whose], change, list).place,
    describeListsChange(whose, rename, undefined).place,
  ];
  expect(places('mia')).toEqual([undefined, undefined]);
  saveHouseholds([home]);
  expect(places('mia')).toEqual(['Just me', 'Just me']);
  expect(places('home-id')).toEqual(['Home', 'Home']);
});

test('names a list that is not the main one', () => {
  const placeOf = (whose: string) => describeChange(['mia', whose], { kind: 'remove', id: 'eggs' }, list).place;
  saveLists('mia', [{ id: 'own-party-id', name: 'My party' }]);
  expect([placeOf('mia'), placeOf('own-party-id')]).toEqual([undefined, 'My party']);
  saveHouseholds([home]);
  saveLists('home-id', [{ id: 'party-id', name: 'Party' }]);
  expect(['home-id', 'party-id', 'own-party-id'].map(placeOf)).toEqual(['Home', 'Home, Party', 'Just me, My party']);
});

test('says why a change was not saved: by the server, after the end of a membership, or without a reason', () => {
  const remove: ListChange = { kind: 'remove', id: 'eggs' };
  const refused = (code: string, message: string) => new ApiError({ statusCode: 403, code, message });
  expect(explainRefusal(remove, refused('LIST_FULL', 'A list has room for 500 items'))).toBe(
    'A list has room for 500 items',
  );
  expect(explainRefusal(remove, refused('FORBIDDEN', 'No'))).toBe('You are no longer a member of this household.');
  expect(explainRefusal(remove, new Error('a bug'))).toBe('Failed to remove item');
});

test('an edit of what another member has changed can replace their value, from the one on the list now', () => {
  const [mine, theirs] = [
    { amount: '3', unit: 'l' },
    { amount: '2', unit: 'l' },
  ];
  expect(conflictOf(list, [edit('milk', mine)])).toMatchObject({
    ...{ title: 'Milk', mine: { text: '3 l' }, theirs: { text: '2 l' } },
    resolve: { kind: 'edit', id: 'milk', changes: mine, from: theirs },
  });
});
