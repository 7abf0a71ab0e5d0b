import type { EventWithMetadata } from '../event-with-metadata.ts';
import type { GroceryListEvent, RestoredItem } from './events.ts';
import { entryOf, type ItemEntry } from './item-entry.ts';
import { isTakenBack, type MealLines } from './meal-lines.ts';

/** What a command did to an item. `wasTakenBack`: until then, its planned meal could bring it again. */
export type Effect =
  | { readonly kind: 'added' | 'removed' | 'checked' | 'unchecked'; readonly itemId: string }
  | { readonly kind: 'restored'; readonly itemId: string; readonly wasTakenBack: boolean }
  | { readonly kind: 'edited'; readonly itemId: string; readonly from: ItemEntry; readonly to: ItemEntry };

/** What one command changed, with all that is needed to undo it, except for removed items. */
export interface RecentChange {
  /** The id of the command. */
  readonly id: string;
  readonly effects: Effect[];
  /** The id of the change that it undid. */
  readonly undoes: string | undefined;
  isUndone: boolean;
}

/** The changes that can be undone. */
export interface RecentChanges {
  /** Newest last. */
  readonly list: RecentChange[];
  /** The number of effects of all of them. */
  effectCount: number;
}

export const noChanges = (): RecentChanges => ({ list: [], effectCount: 0 });

/** Older changes cannot be undone. */
const maxChanges = 100;
/** Changes and their effects; the newest change is kept in any case. */
const maxWeight = 5_000;

/** The list before an event. */
interface Before {
  readonly items: ReadonlyMap<string, RestoredItem>;
  readonly mealLines: MealLines;
}

/** Adds an event to the changes. Call it before the event is applied to the list. */
export function addToRecent(changes: RecentChanges, event: EventWithMetadata<GroceryListEvent>, before: Before): void {
  const { list } = changes;
  const { commandId } = event.meta;
  const effects = effectsOf(event, before);
  changes.effectCount += effects.length;
  const last = list.at(-1);
  if (last?.id === commandId) {
    last.effects.push(...effects);
    return;
  }
  const undoes = 'undoes' in event.data ? event.data.undoes : undefined;
  if (undoes !== undefined) markUndone(list, undoes);
  list.push({ id: commandId, effects, undoes, isUndone: false });
  while (list.length > maxChanges || (list.length > 1 && weightOfChanges(changes) > maxWeight)) {
    changes.effectCount -= list.shift()?.effects.length ?? 0;
  }
}

/** A change whose undoing is undone is in effect again, and can be undone again. */
function markUndone(changes: readonly RecentChange[], id: string): void {
  const find = (wanted: string | undefined) => changes.find((change) => change.id === wanted);
  let isUndone = true;
  for (let change = find(id); change; change = find(change.undoes)) {
    change.isUndone = isUndone;
    isUndone = !isUndone;
  }
}

export const weightOfChanges = ({ list, effectCount }: RecentChanges): number => list.length + effectCount;

/** Items that were moved are moved back between both lists: undoing it on one would lose or double them. */
function effectsOf(event: GroceryListEvent, { items, mealLines }: Before): Effect[] {
  switch (event.type) {
    case 'GroceryItemsAdded':
      return event.data.items.map(({ id }) => ({ kind: 'added', itemId: id }));
    case 'GroceryItemsRestored':
      if (event.data.movedFrom !== undefined) return [];
      return event.data.items.map((item) => ({
        kind: 'restored',
        itemId: item.id,
        wasTakenBack: isTakenBack(mealLines, item),
      }));
    case 'GroceryItemRemoved':
      if (event.data.movedTo !== undefined) return [];
      return [{ kind: 'removed', itemId: event.data.itemId }];
    case 'GroceryListCleared':
      return Array.from(items.keys(), (itemId) => ({ kind: 'removed', itemId }));
    case 'GroceryItemChecked':
      return [{ kind: 'checked', itemId: event.data.itemId }];
    case 'GroceryItemUnchecked':
      return [{ kind: 'unchecked', itemId: event.data.itemId }];
    case 'GroceryItemChanged': {
      const { itemId } = event.data;
      const item = items.get(itemId);
      return item ? [{ kind: 'edited', itemId, from: entryOf(item), to: entryOf({ ...item, ...event.data }) }] : [];
    }
  }
}
