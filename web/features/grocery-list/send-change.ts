import type {
  AddIngredients,
  ChangeGroceryItem,
  CheckItems,
  ClearItems,
  GroceryItem,
  RestoreItems,
  TakeBack,
} from '../../../server/core/contracts/grocery-list.ts';
import type { MovedItems, MoveItems } from '../../../server/core/contracts/grocery-lists.ts';
import { ApiError } from '../../lib/api-client.ts';
import type { SendWrite } from '../../lib/api-response.ts';
import { type EntryEdit, entryOf } from './entry.ts';
import { refreshHistory } from './history.ts';
import type { ListChange } from './list-changes.ts';

const toIngredient = ({ id, recipeId, recipeTitle, plannedMeal, ...item }: GroceryItem) => ({
  id,
  ...entryOf(item),
  ...(recipeId !== undefined && { recipeId }),
  ...(recipeTitle !== undefined && { recipeTitle }),
  ...(plannedMeal !== undefined && { plannedMeal }),
});

/** Without a member, an item is assigned to nobody. */
const toRequest = ({ assignedTo, ...fields }: EntryEdit['changes']): Omit<ChangeGroceryItem, 'from'> => ({
  ...fields,
  ...(assignedTo !== undefined && { assignedTo: assignedTo === '' ? null : assignedTo }),
});

/**
 * @param whose the owner of the list or, if it is not the main one, the list
 * @returns the revision that includes the change; undefined if the response has none
 */
export async function sendChange(
  reader: string,
  whose: string,
  change: ListChange,
  write: SendWrite,
): Promise<string | undefined> {
  const path = `/grocery-list/${whose}`;
  switch (change.kind) {
    case 'add': {
      const ingredients = change.items.map(toIngredient);
      const body: AddIngredients = { userId: whose, ingredients };
      return (await write('POST', '/grocery-list', body)).revision;
    }
    case 'check': {
      const body: ChangeGroceryItem = { checked: change.checked };
      return (await write('PATCH', `${path}/${change.id}`, body)).revision;
    }
    case 'checkAll': {
      const body: CheckItems = { ingredientIds: [...change.ids], checked: change.checked };
      return (await write('PATCH', path, body)).revision;
    }
    case 'edit': {
      const body: ChangeGroceryItem = { ...toRequest(change.changes), from: toRequest(change.from) };
      return (await write('PATCH', `${path}/${change.id}`, body)).revision;
    }
    case 'remove':
      try {
        return (await write('DELETE', `${path}/${change.id}`)).revision;
      } catch (error) {
        if (error instanceof ApiError && error.code === 'ITEM_NOT_FOUND') return undefined; // Another device removed it first.
        throw error;
      }
    case 'takeBack':
    case 'buyLess': {
      const ingredients = change.kind === 'buyLess' ? { ingredients: change.items.map(toIngredient) } : {};
      const body: TakeBack = { plannedMealId: change.mealId, ingredientIds: [...change.ids], ...ingredients };
      return (await write('POST', `${path}/take-back`, body)).revision;
    }
    case 'clear': {
      const { ids, onlyChecked } = change;
      const body: ClearItems = { ingredientIds: [...ids], ...(onlyChecked && { onlyChecked }) };
      return (await write('DELETE', path, body)).revision;
    }
    case 'restore': {
      // What another member has removed stays removed.
      const body: RestoreItems = { ingredientIds: change.items.map(({ id }) => id), onlyOwn: true };
      try {
        return (await write('POST', `${path}/restore`, body)).revision;
      } catch (error) {
        if (error instanceof ApiError && error.code === 'NOTHING_TO_RESTORE') return undefined; // Others removed all of them first.
        throw error;
      }
    }
    case 'move': {
      const { items, from, to, isReturn } = change;
      const body: MoveItems = { ingredientIds: items.map(({ id }) => id), to };
      const { data } = await write<MovedItems>('POST', `/grocery-list/${from}/move`, body);
      return (isReturn ? data?.to : data?.from)?.revision ?? undefined;
    }
    case 'undo': {
      const undo = `${path}/history/${change.changeId}/undo`;
      const { revision } = await write('POST', undo);
      // Until the change is no longer pending, the history shows it as undone.
      await refreshHistory(reader, whose);
      return revision;
    }
    default:
      // A newer release has stored it.
      throw new Error(`Unknown change ${JSON.stringify(change satisfies never)}`);
  }
}
