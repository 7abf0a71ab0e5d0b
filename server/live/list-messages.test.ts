import { describe, expect, test } from 'vitest';
import { batch, eventsOf, type GivenEvent, listId, messagesOf, onList } from '../../tests/support/applied-batches.ts';
import type { GroceryItem } from '../core/contracts/grocery-list.ts';
import { liveMessages } from './messages.ts';

const listBatch = (happened: GivenEvent[], items: GroceryItem[]) =>
  liveMessages(batch('grocery-list', eventsOf(7, happened), { [`lists/${listId}`]: { listId, items } }));

describe('grocery lists', () => {
  test('sends each changed item once, as it is after the batch, to the room of the list', () => {
    const happened = [
      onList('GroceryItemsAdded', { items: [{ id: 'i1' }, { id: 'i2' }] }),
      onList('GroceryItemChecked', { itemId: 'i1', name: 'Flour' }),
      onList('GroceryItemRemoved', { itemId: 'i2', name: 'Salt' }),
    ];
    expect(listBatch(happened, [item('i0'), item('i1', true)])).toEqual([
      {
        room: `list:${listId}`,
        message: {
          kind: 'list.changed',
          position: '9',
          listId,
          from: null,
          revision: '2',
          changed: [item('i1', true)],
          removed: ['i2'],
        },
      },
    ]);
  });

  test('sends changes of a further list, and of the lists themselves, to the room of the main list', () => {
    const furtherList = { listId, mainListId: 'main', items: [item('i0')] };
    const happened: GivenEvent[] = [
      ['listCollection-main', 'GroceryListOpened', { listId, name: 'Party' }],
      onList('GroceryItemsAdded', { items: [item('i0')] }),
    ];
    expect(liveMessages(batch('grocery-list', eventsOf(7, happened), { [`lists/${listId}`]: furtherList }))).toEqual([
      { room: 'list:main', message: { kind: 'lists.changed', position: '7', mainListId: 'main', revision: '0' } },
      {
        room: 'list:main',
        message: {
          kind: 'list.changed',
          position: '8',
          listId,
          from: null,
          revision: '0',
          ...{ changed: [item('i0')], removed: [] },
        },
      },
    ]);
  });

  test('sends the revisions of the list before and after the batch', () => {
    const events = eventsOf(
      7,
      ['i1', 'i2', 'i3'].map((itemId) => onList('GroceryItemChecked', { itemId, name: 'Salt' })),
    );
    const document = { listId, items: [item('i2', true), item('i3', true)] };
    const pushed = liveMessages(batch('grocery-list', events.slice(1), { [`lists/${listId}`]: document }));
    expect(messagesOf(pushed)).toMatchObject([{ from: '0', revision: '2' }]);
  });

  test('says who removed several items with one change, but not after a move or an undo, or with a planned meal', () => {
    const removal = (itemId: string, more = {}) => onList('GroceryItemRemoved', { itemId, name: itemId, ...more });
    const given: (readonly [commandId: string, event: GivenEvent])[] = [
      ['one', removal('i1')],
      ['checked', removal('i2')],
      ['checked', removal('i3')],
      ['moved', removal('i4', { movedTo: 'party' })],
      ['moved', removal('i5', { movedTo: 'party' })],
      ['undone', removal('i6', { undoes: 'one' })],
      ['undone', removal('i7', { undoes: 'one' })],
      ['with a meal', removal('i11', { takenBack: true })],
      ['with a meal', removal('i12', { takenBack: true })],
      ['all', onList('GroceryListCleared', { items: ['i8', 'i9', 'i10'].map((itemId) => ({ itemId, name: itemId })) })],
    ];
    const events = eventsOf(
      7,
      given.map(([, event]) => event),
    ).map((event, n) => ({ ...event, meta: { ...event.meta, commandId: given[n]?.[0] ?? '' } }));
    const pushed = liveMessages(batch('grocery-list', events, { [`lists/${listId}`]: { listId, items: [] } }));
    expect(messagesOf(pushed)).toMatchObject([
      {
        cleared: [
          { changeId: 'checked', by: 'mia', count: 2 },
          { changeId: 'all', by: 'mia', count: 3 },
        ],
      },
    ]);
  });

  test('sends the ids of the items that were cleared', () => {
    const cleared = onList('GroceryListCleared', { items: [{ itemId: 'i1', name: 'Flour' }] });
    expect(messagesOf(listBatch([cleared], []))).toEqual([
      { kind: 'list.changed', position: '7', listId, from: null, revision: '0', changed: [], removed: ['i1'] },
    ]);
  });
});

function item(id: string, checked = false): GroceryItem {
  const mia = { uid: 'mia', name: 'Mia' };
  return {
    id,
    name: 'Flour',
    amount: '',
    unit: '',
    checked,
    addedBy: mia,
    addedAt: '2026-11-20T10:00:00.000Z',
    order: 1,
  };
}
