import type { GroceryList } from '../../../server/core/contracts/grocery-list.ts';
import { withPersonRenamed } from '../../../server/core/contracts/grocery-list-names.ts';
import type { LiveMessage } from '../../../server/core/contracts/live.ts';
import { classifyPush } from '../../lib/sync/versioned.ts';

/** Returns the list with the message applied, the same list if it changes nothing, or 'gap' if messages were missed. */
export function foldList(list: GroceryList, message: LiveMessage): GroceryList | 'gap' {
  if (message.kind === 'person.changed') return withPersonRenamed(list, message);
  if (message.kind !== 'list.changed' || message.listId !== list.listId) return list;
  const classification = classifyPush(list, message);
  if (classification !== 'next') return classification === 'gap' ? 'gap' : list;
  const { revision, changed, removed } = message;
  const replaced = new Set([...removed, ...changed.map(({ id }) => id)]);
  const kept = list.items.filter(({ id }) => !replaced.has(id));
  return { ...list, revision, items: [...kept, ...changed].sort((a, b) => a.order - b.order) };
}
