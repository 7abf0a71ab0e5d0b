import { describe, expect, it } from 'vitest';
import { by, given } from '../../../../tests/support/decider.ts';
import { groceryList } from './decider.ts';
import type { GroceryListEvent, ItemDetails, ListedItem } from './events.ts';

const text = { name: 'Milk', amount: '2', unit: 'l' };
const milk: ListedItem = { id: 'milk', ...text, order: 0, note: 'The blue one', assignedTo: 'tom', category: 'Dairy' };
const added: GroceryListEvent = { type: 'GroceryItemsAdded', data: { items: [milk] } };
const changed = (to: ItemDetails, from: ItemDetails): GroceryListEvent => ({
  type: 'GroceryItemChanged',
  data: { itemId: 'milk', ...text, ...to, from: { ...text, ...from } },
});
const members = ['mia', 'tom'];

describe('notes, assignments and categories', () => {
  it('are added with an item, without surrounding blanks, and omitted if they are empty', () => {
    const { order: _, ...item } = milk;
    given(groceryList, [])
      .when({ type: 'AddItems', items: [{ ...item, note: ' The blue one', category: 'Dairy ' }], members })
      .decides(added);
    given(groceryList, [])
      .when({ type: 'AddItems', items: [{ id: 'milk', ...text, note: ' ', assignedTo: '', category: '' }], members })
      .decides({ type: 'GroceryItemsAdded', data: { items: [{ id: 'milk', ...text, order: 0 }] } });
  });

  it('are changed and removed each on its own', () => {
    const list = given(groceryList, by('mia', added));
    const edit = { type: 'ChangeItem', itemId: 'milk', members } as const;
    list.when({ ...edit, note: ' Oat ' }).decides(changed({ note: 'Oat' }, { note: 'The blue one' }));
    list.when({ ...edit, assignedTo: 'mia' }).decides(changed({ assignedTo: 'mia' }, { assignedTo: 'tom' }));
    list
      .when({ ...edit, note: '', category: '' })
      .decides(changed({ note: '', category: '' }, { note: 'The blue one', category: 'Dairy' }));
    list.when({ ...edit, note: 'The blue one', assignedTo: 'tom', category: 'Dairy' }).decides();
  });

  it('are not replaced if they were changed meanwhile', () => {
    const list = given(groceryList, by('tom', added, changed({ note: '', assignedTo: 'mia' }, {})));
    const edit = { type: 'ChangeItem', itemId: 'milk', members } as const;
    list.when({ ...edit, note: 'Oat', from: { note: 'The blue one' } }).refused('ITEM_CHANGED_MEANWHILE');
    list.when({ ...edit, assignedTo: '', from: { assignedTo: 'tom' } }).refused('ITEM_CHANGED_MEANWHILE');
    list.when({ ...edit, note: 'Oat', from: { note: '' } }).decides(changed({ note: 'Oat' }, { note: '' }));
    list.when({ ...edit, assignedTo: 'mia', from: { assignedTo: 'tom' } }).decides();
  });

  it('assign items only to members, and keep what is assigned to a former one', () => {
    const { order: _, ...item } = milk;
    given(groceryList, [])
      .when({ type: 'AddItems', items: [item], members: ['mia'] })
      .refused('ASSIGNEE_NOT_A_MEMBER');
    const list = given(groceryList, by('mia', added));
    const edit = { type: 'ChangeItem', itemId: 'milk', members: ['mia'] } as const;
    list.when({ ...edit, assignedTo: 'eve' }).refused('ASSIGNEE_NOT_A_MEMBER');
    list.when({ ...edit, assignedTo: 'tom', note: 'Oat' }).decides(changed({ note: 'Oat' }, { note: 'The blue one' }));
    list.when({ ...edit, assignedTo: '' }).decides(changed({ assignedTo: '' }, { assignedTo: 'tom' }));
  });

  it('are kept by a change of another field that an earlier release has recorded, and by a restoration', () => {
    const renamed: GroceryListEvent = {
      type: 'GroceryItemChanged',
      data: { itemId: 'milk', ...text, name: 'Oat milk' },
    };
    const removed: GroceryListEvent = { type: 'GroceryItemRemoved', data: { itemId: 'milk', name: 'Oat milk' } };
    const { state } = given(groceryList, by<GroceryListEvent>('mia', added, renamed, removed));
    const [restored] = groceryList.decide({ type: 'RestoreItems', itemIds: ['milk'] }, state);
    expect(restored).toMatchObject({ data: { items: [{ ...milk, name: 'Oat milk' }] } });
  });
});
