import { groceryLimits } from '../../contracts/limits.ts';
import { Refusal } from '../refusal.ts';

/** How the message names a field. */
const changed = {
  name: 'name',
  amount: 'quantity',
  unit: 'quantity',
  note: 'note',
  assignedTo: 'person',
  category: 'category',
} as const;

export const groceryListRefusals = {
  itemNotFound: () => new Refusal('not-found', 'ITEM_NOT_FOUND', 'This item is not on the list'),
  nameRequired: (field?: string) => new Refusal('invalid', 'NAME_REQUIRED', 'An ingredient needs a name', field),
  listFull: () =>
    new Refusal('conflict', 'LIST_FULL', `A grocery list holds ${groceryLimits.items} items; remove some first`),
  idInUse: () =>
    new Refusal('conflict', 'ID_IN_USE', 'There is an item with this id already; send a new id with each item'),
  itemChangedMeanwhile: (field: keyof typeof changed) =>
    new Refusal(
      'conflict',
      'ITEM_CHANGED_MEANWHILE',
      `The ${changed[field]} of this item was changed meanwhile; choose which one to keep`,
      field,
    ),
  assigneeNotAMember: (field: string) =>
    new Refusal('invalid', 'ASSIGNEE_NOT_A_MEMBER', 'This person is not a member of the household', field),
  changeNotFound: () =>
    new Refusal('not-found', 'CHANGE_NOT_FOUND', 'There is no such change, or it is too old to be undone'),
  alreadyUndone: () => new Refusal('conflict', 'ALREADY_UNDONE', 'This change was undone already'),
  nothingToUndo: () =>
    new Refusal('conflict', 'NOTHING_TO_UNDO', 'This cannot be undone any more: the items were changed since'),
  nothingToRestore: () => new Refusal('not-found', 'NOTHING_TO_RESTORE', 'There is nothing to put back'),
};
