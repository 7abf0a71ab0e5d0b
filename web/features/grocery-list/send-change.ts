import type {
  AddedItems,
  AddIngredients,
  ChangeGroceryItem,
  CheckedItems,
  CheckItems,
  ClearItems,
  GroceryItem,
  RestoreItems,
  TakeBack,
  TakenBack,
  UndoneChange,
} from '../../../server/core/contracts/grocery-list.ts';
import type { MovedItems, MoveItems } from '../../../server/core/contracts/grocery-lists.ts';
import { ApiError, api, type SendOptions } from '../../lib/api-client.ts';
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
export async function sendChange(whose: string, change: ListChange, options: SendOptions): Promise<string | undefined> {
  const path = `/grocery-list/${whose}`;
  switch (change.kind) {
    case 'add': {
      const ingredients = change.items.map(toIngredient);
      const body: AddIngredients = { userId: whose, ingredients };
      return (await api.send<AddedItems>('POST', '/grocery-list', body, options)).revision;
    }
    case 'check': {
      const body: ChangeGroceryItem = { checked: change.checked };
      return (await api.send<GroceryItem>('PATCH', `${path}/${change.id}`, body, options)).revision;
    }
    case 'checkAll': {
      const body: CheckItems = { ingredientIds: [...change.ids], checked: change.checked };
      return (await api.send<CheckedItems>('PATCH', path, body, options)).revision;
    }
    case 'edit': {
      const body: ChangeGroceryItem = { ...toRequest(change.changes), from: toRequest(change.from) };
      return (await api.send<GroceryItem>('PATCH', `${path}/${change.id}`, body, options)).revision;
    }
    case 'remove':
      try {
        return (await api.send('DELETE', `${path}/${change.id}`, undefined, options)).revision;
      } catch (error) {
        if (error instanceof ApiError && error.statusCode === 404) return undefined; // Another device removed it first.
        throw error;
      }
    case 'takeBack': {
      const body: TakeBack = { plannedMealId: change.mealId };
      return (await api.send<TakenBack>('POST', `${path}/take-back`, body, options)).revision;
    }
    case 'clear': {
      const { ids, onlyChecked } = change;
      const body: ClearItems = { ingredientIds: [...ids], ...(onlyChecked && { onlyChecked }) };
      return (await api.send('DELETE', path, body, options)).revision;
    }
    case 'restore': {
      const body: RestoreItems = { ingredientIds: change.items.map(({ id }) => id) };
      return (await api.send<AddedItems>('POST', `${path}/restore`, body, options)).revision;
    }
    case 'move': {
      const { items, from, to, isReturn } = change;
      const body: MoveItems = { ingredientIds: items.map(({ id }) => id), to };
      const { data } = await api.send<MovedItems>('POST', `/grocery-list/${from}/move`, body, options);
      return (isReturn ? data.to : data.from).revision ?? undefined;
    }
    case 'undo': {
      const undo = `${path}/history/${change.changeId}/undo`;
      const { revision } = await api.send<UndoneChange>('POST', undo, undefined, options);
      // Until the change is no longer pending, the history shows it as undone.
      await refreshHistory(options.sender ?? '', whose);
      return revision;
    }
    default:
      // A newer release has stored it.
      throw new Error(`Unknown change ${JSON.stringify(change satisfies never)}`);
  }
}
