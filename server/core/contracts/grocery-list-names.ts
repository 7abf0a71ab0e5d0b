/**
 * The effect of a new name on a grocery list that shows it. The projection and the browser rename with this function.
 * Names are not part of the list's stream: a change applies at any revision.
 */
import type { GroceryItem, GroceryList, NamedUser } from './grocery-list.ts';

/** The fields of an item that name users. */
const roles = ['addedBy', 'changedBy', 'checkedBy', 'assignedTo'] as const satisfies (keyof GroceryItem)[];

/** Not a loop over `roles`: a replay calls this for most items of a list with each event. */
export const isNamedOn = ({ addedBy, changedBy, checkedBy, assignedTo }: GroceryItem, uid: string): boolean =>
  addedBy.uid === uid || changedBy?.uid === uid || checkedBy?.uid === uid || assignedTo?.uid === uid;

/** Returns the same list if it does not show another name of the user. */
export function withPersonRenamed(list: GroceryList, { uid, name }: NamedUser): GroceryList {
  const rolesWithOldName = (item: GroceryItem) =>
    roles.filter((role) => item[role]?.uid === uid && item[role].name !== name);
  if (!list.items.some((item) => rolesWithOldName(item).length > 0)) return list;
  const items = list.items.map((item) => ({
    ...item,
    ...Object.fromEntries(rolesWithOldName(item).map((role) => [role, { uid, name }])),
  }));
  return { ...list, items };
}
