import type { GroceryItem, GroceryList } from '../../../server/core/contracts/grocery-list.ts';
import type { LiveMessage } from '../../../server/core/contracts/live.ts';
import { classifyPush } from '../../lib/sync/versioned.ts';

/** Returns the list with the message applied, the same list if it changes nothing, or 'gap' if messages were missed. */
export function foldList(list: GroceryList, message: LiveMessage): GroceryList | 'gap' {
  if (message.kind === 'person.changed') return withName(list, message.uid, message.name);
  if (message.kind !== 'list.changed' || message.listId !== list.listId) return list;
  const classification = classifyPush(list, message);
  if (classification !== 'next') return classification === 'gap' ? 'gap' : list;
  const { revision, changed, removed } = message;
  const replaced = new Set([...removed, ...changed.map(({ id }) => id)]);
  const kept = list.items.filter(({ id }) => !replaced.has(id));
  return { ...list, revision, items: [...kept, ...changed].sort((a, b) => a.order - b.order) };
}

/** Names are not part of the list's stream: a change applies at any revision. */
function withName(list: GroceryList, uid: string, name: string): GroceryList {
  const hasOldName = (person: GroceryItem['checkedBy']) => person?.uid === uid && person.name !== name;
  if (!list.items.some(({ addedBy, checkedBy }) => hasOldName(addedBy) || hasOldName(checkedBy))) return list;
  const items = list.items.map((item) => ({
    ...item,
    ...(hasOldName(item.addedBy) && { addedBy: { uid, name } }),
    ...(hasOldName(item.checkedBy) && { checkedBy: { uid, name } }),
  }));
  return { ...list, items };
}
