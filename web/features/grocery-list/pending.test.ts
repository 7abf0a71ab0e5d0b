import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { GroceryItem } from '../../../server/core/contracts/grocery-list.ts';
import { foldAdded, foldChange, fromAnswer } from './list-cache.ts';
import { givenIfDone, type ListChangeRequest, provisionalItem, withPending } from './pending.ts';

const tom = { uid: 'tom', name: 'Tom' };
const mia = { uid: 'mia', name: 'Mia' };
const now = new Date('2026-10-01T18:40:00.000Z');

const item = (order: number, name = `Item ${order}`): GroceryItem => ({
  id: `item-${order}`,
  name,
  amount: '1',
  unit: 'l',
  checked: false,
  addedBy: tom,
  addedAt: now.toISOString(),
  order,
});

const confirmed = fromAnswer({ listId: 'list', revision: null, items: [item(1), item(2), item(3)] }, '10');
const entry = { name: 'Milk', amount: '2', unit: 'l' };
const milk = (order: number): GroceryItem => ({ ...item(order), ...entry, addedBy: mia });
const names = (requests: ListChangeRequest[], list = confirmed) => withPending(list, requests).map(({ name }) => name);

describe('changes on their way', () => {
  test('each is shown at once', () => {
    const added = provisionalItem(entry, mia, now);
    const requests: ListChangeRequest[] = [
      { key: 'a', kind: 'add', items: [added], known: ['item-1', 'item-2', 'item-3'] },
      { key: 'b', kind: 'check', id: 'item-1', checked: true, by: mia },
      { key: 'c', kind: 'edit', id: 'item-2', entry: { name: 'Oat milk', amount: '', unit: '' } },
      { key: 'd', kind: 'remove', id: 'item-3' },
      { key: 'e', kind: 'check', id: added.id, checked: true, by: mia },
    ];
    const shown = withPending(confirmed, requests);
    expect(shown.map(({ name }) => name)).toEqual(['Item 1', 'Oat milk', 'Milk']);
    expect(shown[0]).toMatchObject({ checked: true, checkedBy: mia });
    expect(shown[1]).toMatchObject({ amount: '', unit: '' });
    expect(shown[2]).toMatchObject({ checked: true, checkedBy: mia });
  });

  test('unchecking leaves nobody as the one who checked', () => {
    const checked = foldChange(confirmed, {
      position: '11',
      changed: [{ ...item(1), checked: true, checkedBy: tom }],
      removed: [],
    });
    const [first] = withPending(checked, [{ key: 'a', kind: 'check', id: 'item-1', checked: false, by: mia }]);
    expect(first).not.toHaveProperty('checkedBy');
  });

  test('a removal and its undoing leave the item where it was', () => {
    const undone: ListChangeRequest[] = [
      { key: 'a', kind: 'remove', id: 'item-2' },
      { key: 'b', kind: 'restore', items: [item(2)] },
    ];
    expect(names(undone)).toEqual(['Item 1', 'Item 2', 'Item 3']);
  });

  test('clearing hides what was there and not what came meanwhile', () => {
    const arrived = foldChange(confirmed, { position: '11', changed: [item(4)], removed: [] });
    const clear: ListChangeRequest = { key: 'a', kind: 'clear', ids: ['item-1', 'item-2', 'item-3'] };
    expect(names([clear], arrived)).toEqual(['Item 4']);
  });

  test('any changes, failing in any order, leave exactly what the server knows', () => {
    const request = fc.oneof(
      fc.nat(5).map((n): ListChangeRequest => ({ key: 'r', kind: 'remove', id: `item-${n}` })),
      fc.nat(5).map((n): ListChangeRequest => ({ key: 'c', kind: 'check', id: `item-${n}`, checked: true, by: mia })),
      fc.nat(5).map((n): ListChangeRequest => ({ key: 'e', kind: 'edit', id: `item-${n}`, entry })),
      fc.nat(5).map((n): ListChangeRequest => ({ key: 's', kind: 'restore', items: [item(n)] })),
      fc.constant<ListChangeRequest>({ key: 'l', kind: 'clear', ids: ['item-1', 'item-2', 'item-3'] }),
      fc.constant(0).map((): ListChangeRequest => {
        return { key: 'a', kind: 'add', items: [provisionalItem(entry, mia, now)], known: [] };
      }),
    );
    const before = structuredClone(confirmed);
    const untouched = withPending(confirmed, []);
    fc.assert(
      fc.property(fc.array(request, { maxLength: 20, size: 'max' }), (requests) => {
        const once = withPending(confirmed, requests);
        expect(confirmed).toEqual(before);
        expect(withPending(confirmed, [])).toEqual(untouched);
        expect(new Set(once.map(({ key }) => key)).size).toBe(once.length);
      }),
    );
  });
});

describe('an added item', () => {
  const added = provisionalItem(entry, mia, now);
  const request: ListChangeRequest = {
    key: 'a',
    kind: 'add',
    items: [added],
    known: confirmed.items.map(({ id }) => id),
  };
  const live = foldChange(confirmed, { position: '11', changed: [milk(4)], removed: [] });
  const answered = foldAdded(confirmed, '11', [milk(4)], [added.id]);

  test.each([
    ['before anything came back', confirmed],
    ['when the live message comes before the answer', live],
    ['when the answer is there and the request not yet done', answered],
    ['when both are there', foldAdded(live, '11', [milk(4)], [added.id])],
  ])('is shown once, under the same key, %s', (_, list) => {
    const shown = withPending(list, [request]);
    expect(shown.map(({ name }) => name)).toEqual(['Item 1', 'Item 2', 'Item 3', 'Milk']);
    expect(shown.at(-1)?.key).toBe(added.id);
  });

  test('keeps its key when the request is done', () => {
    expect(withPending(answered, []).at(-1)).toMatchObject({ id: 'item-4', key: added.id });
  });

  test('can be changed by the id under which it was shown', () => {
    const check: ListChangeRequest = { key: 'c', kind: 'check', id: added.id, checked: true, by: mia };
    expect(withPending(answered, [check]).at(-1)).toMatchObject({ id: 'item-4', checked: true });
  });

  test('is there once when it is put back, by the id under which it was shown first', () => {
    const undone: ListChangeRequest = { key: 'u', kind: 'restore', items: [added] };
    expect(names([undone], answered)).toEqual(['Item 1', 'Item 2', 'Item 3', 'Milk']);
  });

  test('can be changed and put back while a message has told of it and no answer has yet', () => {
    const items = (...more: ListChangeRequest[]) => withPending(live, [request, ...more]);
    const remove: ListChangeRequest = { key: 'r', kind: 'remove', id: added.id };
    const clear: ListChangeRequest = { key: 'l', kind: 'clear', ids: ['item-1', 'item-2', 'item-3', added.id] };
    const restore: ListChangeRequest = { key: 'u', kind: 'restore', items: [added] };
    const check: ListChangeRequest = { key: 'c', kind: 'check', id: added.id, checked: true, by: mia };
    expect(items(remove).map(({ name }) => name)).toEqual(['Item 1', 'Item 2', 'Item 3']);
    expect(items(clear)).toEqual([]);
    expect(items(clear, restore).map(({ id, key }) => [id, key])).toEqual([['item-4', added.id]]);
    expect(items(restore).map(({ key }) => key)).toEqual(['item-1', 'item-2', 'item-3', added.id]);
    expect(items(check).at(-1)).toMatchObject({ id: 'item-4', checked: true });
  });

  test('is not taken for an equal one that was there before', () => {
    const withMilk = foldChange(confirmed, { position: '11', changed: [milk(4)], removed: [] });
    const second: ListChangeRequest = { ...request, known: withMilk.items.map(({ id }) => id) };
    expect(names([second], withMilk)).toEqual(['Item 1', 'Item 2', 'Item 3', 'Milk', 'Milk']);
  });
});

describe('a request without an answer', () => {
  const added = provisionalItem(entry, mia, now);
  const known = confirmed.items.map(({ id }) => id);
  const add: ListChangeRequest = { key: 'a', kind: 'add', items: [added], known };
  const told = (changed: GroceryItem[], removed: string[] = []) =>
    foldChange(confirmed, { position: '11', changed, removed });

  test.each<[string, ListChangeRequest, GroceryItem[], string[]]>([
    ['check', { key: 'c', kind: 'check', id: 'item-1', checked: true, by: mia }, [{ ...item(1), checked: true }], []],
    ['edit', { key: 'e', kind: 'edit', id: 'item-2', entry }, [{ ...item(2), ...entry }], []],
    ['remove', { key: 'r', kind: 'remove', id: 'item-3' }, [], ['item-3']],
    ['clear', { key: 'l', kind: 'clear', ids: known }, [], known],
    ['restore', { key: 's', kind: 'restore', items: [item(4)] }, [item(4)], []],
  ])('to %s was carried out where a message has told it, and else was not', (_, request, changed, removed) => {
    expect(givenIfDone(confirmed, request)).toBeUndefined();
    expect(givenIfDone(told(changed, removed), request)).toEqual({});
  });

  test.each<ListChangeRequest>([
    { key: 'c', kind: 'check', id: 'item-1', checked: true, by: mia },
    { key: 'e', kind: 'edit', id: 'item-1', entry },
  ])('to $kind was not carried out where a message has told that the item was removed', (request) => {
    expect(givenIfDone(told([], ['item-1']), request)).toBeUndefined();
  });

  test('to add gives the new item its id where a message has told of it, and not where it is an equal one of before', () => {
    expect(givenIfDone(confirmed, add)).toBeUndefined();
    expect(givenIfDone(told([milk(4)]), add)).toEqual({ [added.id]: 'item-4' });
    expect(givenIfDone(told([milk(4)]), { ...add, known: [...known, 'item-4'] })).toBeUndefined();
  });
});

describe('of equal items', () => {
  const [one, other] = [provisionalItem(entry, mia, now), provisionalItem(entry, mia, now)];
  const known = ['item-1', 'item-2', 'item-3'];
  const keysOf = (requests: ListChangeRequest[], list: typeof confirmed) =>
    withPending(list, requests)
      .filter(({ name }) => name === 'Milk')
      .map(({ key }) => key);
  const arrived = foldChange(confirmed, { position: '11', changed: [milk(4)], removed: [] });

  test('that are added together each stand on the list, when the message about one of them has come', () => {
    const both: ListChangeRequest = { key: 'a', kind: 'add', items: [one, other], known };
    expect(keysOf([both], arrived)).toEqual([one.id, other.id]);
  });

  test('that are added one after the other each stand on the list, when the message about the first has come', () => {
    const requests: ListChangeRequest[] = [
      { key: 'a', kind: 'add', items: [one], known },
      { key: 'b', kind: 'add', items: [other], known: [...known, one.id] },
    ];
    expect(keysOf(requests, arrived)).toEqual([one.id, other.id]);
  });

  test('that two people add, each is their own', () => {
    const byTom = foldChange(confirmed, { position: '11', changed: [{ ...milk(4), addedBy: tom }], removed: [] });
    expect(keysOf([{ key: 'a', kind: 'add', items: [one], known }], byTom)).toEqual(['item-4', one.id]);
  });
});

test('putting back an item that is there leaves it as it is by now', () => {
  const renamed = foldChange(confirmed, { position: '11', changed: [item(2, 'Renamed')], removed: [] });
  expect(names([{ key: 'a', kind: 'restore', items: [item(2)] }], renamed)).toEqual(['Item 1', 'Renamed', 'Item 3']);
});

test('an item is edited by the id under which it was shown first, and that is known to be done', () => {
  const added = foldAdded(confirmed, '11', [item(4)], ['new-4']);
  const edit: ListChangeRequest = {
    key: 'a',
    kind: 'edit',
    id: 'new-4',
    entry: { name: 'Oats', amount: '1', unit: 'l' },
  };
  expect(names([edit], added)).toEqual(['Item 1', 'Item 2', 'Item 3', 'Oats']);
  expect(givenIfDone(added, edit)).toBeUndefined();
  const told = foldChange(added, { position: '12', changed: [item(4, 'Oats')], removed: [] });
  expect(givenIfDone(told, edit)).toEqual({ 'new-4': 'item-4' });
});
