import type { GroceryItemChanged, ItemDetails, ItemText, RestoredItem } from './events.ts';

/** All that members edit of an item. A detail that it does not have is ''. */
export type ItemEntry = ItemText & Required<ItemDetails>;

const detailNames = ['note', 'assignedTo', 'category'] as const;

export const entryOf = ({
  name,
  amount,
  unit,
  note = '',
  assignedTo = '',
  category = '',
}: ItemText & ItemDetails): ItemEntry => ({ name, amount, unit, note, assignedTo, category });

/** The details that an item has. */
export const detailsOf = (entry: ItemDetails): ItemDetails =>
  pickDetails(entry, (detail) => entry[detail] !== undefined && entry[detail] !== '');

function pickDetails(entry: ItemDetails, isPicked: (detail: keyof ItemDetails) => boolean): ItemDetails {
  const picked: ItemDetails = {};
  for (const detail of detailNames) if (isPicked(detail)) picked[detail] = entry[detail] ?? '';
  return picked;
}

/** @param undoes the id of the change that the event undoes, if it does */
export function itemChanged(itemId: string, before: ItemEntry, after: ItemEntry, undoes?: string): GroceryItemChanged {
  const isChanged = (detail: keyof ItemDetails) => before[detail] !== after[detail];
  const changesOf = (entry: ItemEntry) => ({
    name: entry.name,
    amount: entry.amount,
    unit: entry.unit,
    ...pickDetails(entry, isChanged),
  });
  return {
    type: 'GroceryItemChanged',
    data: { itemId, ...changesOf(after), from: changesOf(before), ...(undoes !== undefined && { undoes }) },
  };
}

/** The item after an event that changed it. */
export function withChange(item: RestoredItem, data: GroceryItemChanged['data'], changedBy: string): RestoredItem {
  const { note: _, assignedTo: __, category: ___, ...rest } = item;
  const { name, amount, unit, ...details } = entryOf({ ...item, ...data });
  return { ...rest, name, amount, unit, ...detailsOf(details), changedBy };
}
