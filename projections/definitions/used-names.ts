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
  if (elapsedMs < samePurchaseMs) return { ...before, name };
  const score = before.score * 2 ** (-elapsedMs / halfLifeMs) + 1;
  return { ...before, name, count: before.count + 1, lastAt: at, score };
}

/** An addition that was undone, or whose name was mistyped, does not count. */
function withoutUse(before: UsedName): UsedName | undefined {
  if (before.count === 1) return undefined;
  return { ...before, count: before.count - 1, score: Math.max(before.score - 1, Number.EPSILON) };
}

/** A name after an event. */
interface Counted {
  /** Index in the list before the event; behind all of it for a new name. */
  readonly place: number;
  /** Undefined if it does not count any more. */
  readonly name: UsedName | undefined;
}

/** Counts the names that an event adds to a list, for all lists of its owner. */
export function countNames(event: Projected<GroceryListEvent>, mainListId: string, workspace: Workspace): void {
  const { used, unused } = namesIn(event);
  if (used.length === 0 && unused.length === 0) return;
  const at = Date.parse(event.meta.at);
  const before = workspace.get<UsedNamesDocument>(usedNames, mainListId)?.names ?? [];
  const counted = new Map<string, Counted>();
  const count = (name: string, change: (last: UsedName | undefined) => UsedName | undefined) => {
    const key = keyOf(name);
    const known = counted.get(key);
    const place = known?.place ?? indexOf(before, name, key) ?? before.length + counted.size;
    counted.set(key, { place, name: change(known ? known.name : before[place]) });
  };
  for (const name of unused) count(name, (last) => last && withoutUse(last));
  for (const name of used) count(name, (last) => withUse(last, name, at));
  workspace.put(usedNames, mainListId, {
    names: ranked(before, [...counted.values()]).slice(0, groceryLimits.remembered),
  } satisfies UsedNamesDocument);
}

function indexOf(names: readonly UsedName[], name: string, key: string): number | undefined {
  // Most names are written as before, which is faster to find.
  const written = names.findIndex((each) => each.name === name);
  const index = written < 0 ? names.findIndex((each) => keyOf(each.name) === key) : written;
  return index < 0 ? undefined : index;
}

/**
 * As a stable sort of all names would order them. A replay calls this for most events, so it moves only the few names that
 * an event counts.
 */
function ranked(before: readonly UsedName[], counted: readonly Counted[]): UsedName[] {
  const names = [...before];
  for (const { place } of counted.toSorted((a, b) => b.place - a.place)) names.splice(place, 1);
  const moved = counted.flatMap(({ name, place }) => (name ? { name, place, likelihood: likelihood(name) } : []));
  for (const each of moved.sort((a, b) => b.likelihood - a.likelihood || a.place - b.place)) {
    names.splice(rankOf(each, names, before), 0, each.name);
  }
  return names;
}

/** The number of names that come before another one. */
function rankOf(
  { place, likelihood: own }: { readonly place: number; readonly likelihood: number },
  names: readonly UsedName[],
  before: readonly UsedName[],
): number {
  let [low, high] = [0, names.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    const other = names[middle];
    const difference = other ? likelihood(other) - own : 0;
    // Of the equally likely ones, those that were moved already come first: they are not in the list before.
    const comesFirst = difference > 0 || (difference === 0 && other !== undefined && before.indexOf(other) < place);
    if (comesFirst) low = middle + 1;
    else high = middle;
  }
  return low;
}

function namesIn(event: GroceryListEvent): { used: string[]; unused: string[] } {
  switch (event.type) {
    case 'GroceryItemsAdded':
      return { used: event.data.items.map(({ name }) => name), unused: [] };
    case 'GroceryItemChanged': {
      const { name, from, undoes } = event.data;
      const isRenamed = from !== undefined && keyOf(from.name) !== keyOf(name) && undoes === undefined;
      return isRenamed ? { used: [name], unused: [from.name] } : { used: [], unused: [] };
    }
    case 'GroceryItemRemoved':
      return { used: [], unused: event.data.undoes === undefined ? [] : [event.data.name] };
    default:
      return { used: [], unused: [] };
  }
}
