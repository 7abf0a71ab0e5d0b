/** The names of items that each owner has had on their lists, as a part of the read model of grocery lists. */
import { groceryLimits } from '../../server/core/contracts/limits.ts';
import type { GroceryListEvent } from '../../server/core/domain/grocery-list/events.ts';
import type { Projected, Workspace } from './projection.ts';

/** Collection: a `UsedNamesDocument` by the id of the owner's main list. */
export const usedNames = 'used-names';

/** How often a name was added. Times are in ms since the epoch. */
export interface UsedName {
  /** As it was last written. */
  readonly name: string;
  readonly count: number;
  readonly firstAt: number;
  readonly lastAt: number;
  /** The additions, each worth half after `halfLifeMs`, as of `lastAt`. */
  readonly score: number;
}

export interface UsedNamesDocument {
  /** Most likely to be needed again first. */
  readonly names: readonly UsedName[];
}

const dayMs = 24 * 60 * 60 * 1000;
/** What was bought weekly until two months ago is worth about as much as what was bought once yesterday. */
const halfLifeMs = 21 * dayMs;
/** Additions within this time belong to the same purchase, for example the milk of two recipes. */
const samePurchaseMs = dayMs / 2;

/** Grows with frequency and recency. Its order is the same at any time, because all scores decay alike. */
const likelihood = ({ score, lastAt }: UsedName): number => Math.log2(score) + lastAt / halfLifeMs;

const keyOf = (name: string): string => name.toLowerCase();

function withUse(before: UsedName | undefined, name: string, at: number): UsedName {
  if (!before) return { name, count: 1, firstAt: at, lastAt: at, score: 1 };
  // The clock of a server may have been set back.
  const elapsedMs = Math.max(0, at - before.lastAt);
  if (elapsedMs < samePurchaseMs) return name === before.name ? before : { ...before, name };
  const score = before.score * 2 ** (-elapsedMs / halfLifeMs) + 1;
  return { ...before, name, count: before.count + 1, lastAt: at, score };
}

/** An addition that was undone, or whose name was mistyped, does not count. */
function withoutUse(before: UsedName | undefined): UsedName | undefined {
  if (before === undefined || before.count === 1) return undefined;
  return { ...before, count: before.count - 1, score: Math.max(before.score - 1, Number.EPSILON) };
}

interface List {
  readonly mainListId: string;
  readonly items: readonly { readonly name: string }[];
}

/** Counts the names that an event adds to a list, for all lists of its owner. @param list after the event */
export function countNames(event: Projected<GroceryListEvent>, list: List, workspace: Workspace): void {
  const { used, unused, returned } = namesIn(event);
  if (used.length + unused.length + returned.length === 0) return;
  const at = Date.parse(event.meta.at);
  const { mainListId, items } = list;
  const isListed = (name: string) => items.some((item) => keyOf(item.name) === keyOf(name));
  const before = workspace.get<UsedNamesDocument>(usedNames, mainListId)?.names ?? [];
  let names = before;
  for (const name of unused) if (!isListed(name)) names = recounted(names, name, withoutUse);
  for (const name of returned) names = recounted(names, name, (last) => last ?? withUse(last, name, at));
  for (const name of used) names = recounted(names, name, (last) => withUse(last, name, at));
  if (names === before) return;
  workspace.put(usedNames, mainListId, { names: names.slice(0, groceryLimits.remembered) } satisfies UsedNamesDocument);
}

type Counted = readonly UsedName[];

/** Counts one name anew and moves it to its rank. Returns the same array if nothing changes. */
function recounted(
  names: Counted,
  name: string,
  change: (last: UsedName | undefined) => UsedName | undefined,
): Counted {
  const index = indexOf(names, name);
  const last = names[index];
  const counted = change(last);
  if (counted === last) return names;
  const others = names.filter((_, each) => each !== index);
  if (counted) others.splice(rankOf(counted, others, index < 0 ? others.length : index), 0, counted);
  return others;
}

/** -1 if the list does not have the name. */
function indexOf(names: Counted, name: string): number {
  // Most names are written as before, which is faster to find.
  const written = names.findIndex((each) => each.name === name);
  if (written >= 0) return written;
  const key = keyOf(name);
  return names.findIndex((each) => keyOf(each.name) === key);
}

/**
 * The number of names that come before another one. A replay calls this for most events, so it does not sort them all.
 * @param place of the other one until now, which it keeps among equally likely ones
 */
function rankOf(name: UsedName, names: Counted, place: number): number {
  const own = likelihood(name);
  let [low, high] = [0, names.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    const other = names[middle];
    const difference = other ? likelihood(other) - own : 0;
    if (difference > 0 || (difference === 0 && middle < place)) low = middle + 1;
    else high = middle;
  }
  return low;
}

interface Names {
  readonly used: readonly string[];
  readonly unused: readonly string[];
  /** Of items that were counted before, unless that was undone or they come from the list of another owner. */
  readonly returned: readonly string[];
}

function namesIn(event: GroceryListEvent): Names {
  const none: Names = { used: [], unused: [], returned: [] };
  switch (event.type) {
    case 'GroceryItemsAdded':
      return { ...none, used: event.data.items.map(({ name }) => name) };
    case 'GroceryItemsRestored':
      return { ...none, returned: event.data.items.map(({ name }) => name) };
    case 'GroceryItemChanged': {
      const { name, from, undoes } = event.data;
      const isRenamed = from !== undefined && keyOf(from.name) !== keyOf(name) && undoes === undefined;
      return isRenamed ? { ...none, used: [name], unused: [from.name] } : none;
    }
    case 'GroceryItemRemoved':
      return event.data.undoes === undefined ? none : { ...none, unused: [event.data.name] };
    default:
      return none;
  }
}
