import { expect, test } from 'vitest';
import type { GroceryItem, GroceryList } from '../../../server/core/contracts/grocery-list.ts';
import type { LiveMessage } from '../../../server/core/contracts/live.ts';
import { foldList } from './fold-list.ts';

const [mia, tom] = [
  { uid: 'mia', name: 'Mia' },
  { uid: 'tom', name: 'Tom' },
];
const item = (order: number, name = `Item ${order}`): GroceryItem => ({
  id: `item-${order}`,
  name,
  amount: '',
  unit: '',
  checked: false,
  addedBy: tom,
  addedAt: '2026-10-01T18:40:00.000Z',
  order,
});
const list: GroceryList = { listId: 'list', revision: '7', items: [item(1), item(2), item(3)] };
const changed = (fields: Partial<Extract<LiveMessage, { kind: 'list.changed' }>>): LiveMessage => ({
  kind: 'list.changed',
  position: '40',
  listId: 'list',
  from: '7',
  revision: '8',
  changed: [],
  removed: [],
  ...fields,
});

test('applies the next message: changes, adds and removes items, and keeps their order', () => {
  const message = changed({ changed: [item(3, 'Flour'), item(0, 'Salt')], removed: ['item-1'], revision: '9' });
  expect(foldList(list, message)).toEqual({
    listId: 'list',
    revision: '9',
    items: [item(0, 'Salt'), item(2), item(3, 'Flour')],
  });
});

test('returns the same list for a message that it includes, and for messages about something else', () => {
  const others: LiveMessage[] = [
    changed({ from: '5', revision: '7', removed: ['item-1'] }),
    changed({ listId: 'another', removed: ['item-1'] }),
    { kind: 'post.deleted', position: '40', postId: 'item-1' },
    { kind: 'person.changed', position: '40', uid: 'mia', name: 'Maria', avatar: null },
    { kind: 'person.changed', position: '40', uid: 'tom', name: 'Tom', avatar: '/tom.webp' },
  ];
  for (const message of others) expect(foldList(list, message)).toBe(list);
});

test('reports a gap when messages were missed', () => {
  expect(foldList(list, changed({ from: '8', revision: '9' }))).toBe('gap');
});

test('updates the name of a user in every item, at any revision', () => {
  const before = { ...list, items: [item(1), { ...item(2), checked: true, addedBy: mia, checkedBy: tom }] };
  const renamed = foldList(before, {
    kind: 'person.changed',
    position: '40',
    uid: 'tom',
    name: 'Thomas',
    avatar: null,
  });
  const thomas = { uid: 'tom', name: 'Thomas' };
  expect(renamed).toEqual({
    ...before,
    items: [
      { ...item(1), addedBy: thomas },
      { ...item(2), checked: true, addedBy: mia, checkedBy: thomas },
    ],
  });
});
