/**
 * The effect of a new name on a grocery list that shows it. The projection and the browser rename with this function.
 * Names are not part of the list's stream: a change applies at any revision.
 */
import type { GroceryList, NamedUser } from './grocery-list.ts';

/** Returns the same list if it does not show another name of the user. */
export function withPersonRenamed(list: GroceryList, { uid, name }: NamedUser): GroceryList {
  const hasOldName = (person: NamedUser | undefined) => person?.uid === uid && person.name !== name;
  if (!list.items.some(({ addedBy, changedBy, checkedBy }) => [addedBy, changedBy, checkedBy].some(hasOldName))) {
    return list;
  }
  const items = list.items.map((item) => ({
    ...item,
    ...(hasOldName(item.addedBy) && { addedBy: { uid, name } }),
    ...(hasOldName(item.changedBy) && { changedBy: { uid, name } }),
    ...(hasOldName(item.checkedBy) && { checkedBy: { uid, name } }),
  }));
  return { ...list, items };
}
