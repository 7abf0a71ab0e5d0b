/**
 * The rules of merging, written anew and as simply as possible: what a list has after these changes, in the order in which
 * the server carried them out.
 */
import type { GroceryItem } from '../../../server/core/contracts/grocery-list.ts';
import type { GroceryListEvent } from '../../../server/core/domain/grocery-list/events.ts';
import type { RecordedEvent } from '../../../server/core/event-log.ts';
import type { ListChange } from '../../../web/features/grocery-list/list-changes.ts';

interface ExpectedItem {
  readonly id: string;
  name: string;
  amount: string;
  unit: string;
  readonly addedBy: string;
  checkedBy: string | undefined;
}

/** An item that was added once. Removed, it keeps its values and its place. */
interface KnownItem extends ExpectedItem {
  isListed: boolean;
  /** The member who was the last to remove it. */
  removedBy?: string;
  readonly mealId: string | undefined;
}

export type ListEvent = RecordedEvent & GroceryListEvent;

/** All changes except those that concern other documents. */
export type MergedChange = Exclude<ListChange, { kind: 'takeBack' | 'buyLess' | 'move' }>;

/** The effects of undoing follow from what was changed since. */
type DirectChange = Exclude<MergedChange, { kind: 'undo' }>;

export class ExpectedList {
  readonly #known = new Map<string, KnownItem>();
  /** The ingredient of a meal that an item has brought, by its id. Without what was taken back, oldest first. */
  readonly #brought = new Map<string, string>();
  /** By the id of an item that its meal had brought before: the id of the item on the list. */
  readonly #merged = new Map<string, string>();

  /** The items on the list, in their order. */
  items(): ExpectedItem[] {
    return [...this.#known.values()]
      .filter(({ isListed }) => isListed)
      .map(({ id, name, amount, unit, addedBy, checkedBy }) => ({ id, name, amount, unit, addedBy, checkedBy }));
  }

  /** How many changes were of items that were merged. */
  mergedChanges = 0;

  /** Carries out the change of a member. Returns false, and changes nothing, if it must be refused. */
  carryOut(change: DirectChange, by: string): boolean {
    switch (change.kind) {
      case 'add':
        if (change.items.some(({ id }) => this.#known.has(id))) return false;
        for (const item of change.items) this.#add(item, by);
        return true;
      case 'restore':
        return this.#restore(
          change.items.map(({ id }) => id),
          by,
        );
      case 'clear':
        this.#remove(
          change.ids.filter((id) => !change.onlyChecked || this.#find(id)?.checkedBy !== undefined),
          by,
        );
        return true;
      case 'remove':
        return this.#remove([change.id], by);
      case 'check':
      case 'edit': {
        const item = this.#find(change.id);
        if (!item?.isListed) return false;
        if (change.kind === 'edit') return edit(item, change);
        check(item, change.checked, by);
        return true;
      }
      case 'checkAll': {
        const items = change.ids.flatMap((id) => this.#find(id) ?? []).filter(({ isListed }) => isListed);
        for (const item of items) check(item, change.checked, by);
        return items.length > 0;
      }
    }
  }

  /** Takes over what undoing has recorded. @throws if it affects items that the undone change has not */
  undo(undone: readonly ListEvent[], recorded: readonly ListEvent[]): void {
    const affected = new Set(undone.flatMap(idsOf));
    for (const event of recorded) {
      if (!idsOf(event).every((id) => affected.has(id))) throw new Error(`Undoing affects other items: ${event.type}`);
      for (const id of idsOf(event)) this.#apply(event, id);
    }
  }

  #apply({ type, data, meta }: ListEvent, id: string): void {
    const item = this.#known.get(id);
    if (!item) throw new Error('Undoing affects an item that was never added');
    if (type === 'GroceryItemChecked') item.checkedBy = meta.actor;
    else if (type === 'GroceryItemUnchecked') item.checkedBy = undefined;
    else if (type === 'GroceryItemChanged')
      Object.assign(item, { name: data.name, amount: data.amount, unit: data.unit });
    else {
      this.#setListed(item, type === 'GroceryItemsRestored', meta.actor);
      if (type === 'GroceryItemRemoved' && data.takenBack) this.#brought.delete(id);
    }
  }

  /** A meal brings each ingredient once, whatever became of it. */
  #add({ id, name, amount, unit, plannedMeal }: GroceryItem, by: string): void {
    const mealId = plannedMeal?.id;
    const ingredient = ingredientOf({ mealId, name, unit });
    const brought = ingredient === undefined ? [] : [...this.#brought].filter(([, other]) => other === ingredient);
    const listed = brought.find(([other]) => this.#known.get(other)?.isListed);
    if (listed) this.#merged.set(id, listed[0]);
    if (brought.length > 0) return;
    this.#known.set(id, { id, name, amount, unit, addedBy: by, checkedBy: undefined, isListed: true, mealId });
    if (ingredient !== undefined) this.#brought.set(id, ingredient);
  }

  #find(id: string): KnownItem | undefined {
    const merged = this.#merged.get(id);
    if (merged !== undefined) this.mergedChanges++;
    return this.#known.get(merged ?? id);
  }

  /** Returns whether any of the items was on the list. */
  #remove(ids: readonly string[], by: string): boolean {
    const listed = ids.flatMap((id) => this.#find(id) ?? []).filter(({ isListed }) => isListed);
    for (const item of listed) this.#setListed(item, false, by);
    return listed.length > 0;
  }

  /** Of what others have removed since, nothing comes back. Returns whether any of the items does. */
  #restore(ids: readonly string[], by: string): boolean {
    const own = ids.flatMap((id) => this.#find(id) ?? []).filter((item) => !item.isListed && item.removedBy === by);
    for (const item of own) this.#setListed(item, true, by);
    return own.length > 0;
  }

  /** What was taken back and is restored has been brought again. */
  #setListed(item: KnownItem, isListed: boolean, by: string): void {
    item.isListed = isListed;
    if (!isListed) item.removedBy = by;
    const ingredient = isListed && !this.#brought.has(item.id) && ingredientOf(item);
    if (ingredient) this.#brought.set(item.id, ingredient);
  }
}

const ingredientOf = ({ mealId, name, unit }: Pick<KnownItem, 'mealId' | 'name' | 'unit'>): string | undefined =>
  mealId && JSON.stringify([mealId, name, unit]);

/** Who has checked an item first stays the one who has. */
function check(item: KnownItem, checked: boolean, by: string): void {
  item.checkedBy = checked ? (item.checkedBy ?? by) : undefined;
}

/** Nobody's value is replaced by a member who has not seen it. Amount and unit are one value. */
function edit(item: KnownItem, { changes, from }: Extract<ListChange, { kind: 'edit' }>): boolean {
  const { name = item.name, amount = item.amount, unit = item.unit } = changes;
  const hasName = item.name === name;
  const hasAmount = item.amount === amount && item.unit === unit;
  const isOutdated = (field: 'name' | 'amount' | 'unit') => from[field] !== undefined && from[field] !== item[field];
  if (!hasName && isOutdated('name')) return false;
  if (!hasAmount && (isOutdated('amount') || isOutdated('unit'))) return false;
  Object.assign(item, { name, amount, unit });
  return true;
}

/** The ids of the items that an event is about. */
export function idsOf({ type, data }: ListEvent): string[] {
  if (type === 'GroceryItemsAdded' || type === 'GroceryItemsRestored') return data.items.map(({ id }) => id);
  if (type === 'GroceryListCleared') return data.items.map(({ itemId }) => itemId);
  return [data.itemId];
}
