import { currentUid, onUserChange } from '../identity/session.ts';
import { forgetLastView } from '../last-view.ts';
import { createStore } from '../store.ts';
import { forgetKept } from '../sync/remove-when-hidden.ts';

/** A grocery list that its owner has in addition to the main one. */
export interface FurtherList {
  readonly id: string;
  readonly name: string;
}

/** The lists of an owner: a user or a household. */
export interface SavedLists {
  /** As last fetched, so that they are shown at once at the next start, and offline. */
  readonly known: readonly FurtherList[];
  /** The id of the list that the user looks at; null for the main one. */
  readonly chosen: string | null;
}

/** By the id of their owner. Owners with only the main list are left out. */
type ListsByOwner = Readonly<Record<string, SavedLists>>;

const none: SavedLists = { known: [], chosen: null };

const keyOf = (uid: string): string => `potluck.lists.${uid}`;

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null;

const isFurtherList = (value: unknown): value is FurtherList =>
  isObject(value) && 'id' in value && typeof value.id === 'string' && 'name' in value && typeof value.name === 'string';

function parseLists(stored: unknown): SavedLists {
  if (!isObject(stored)) return none;
  const known: unknown = 'known' in stored ? stored.known : undefined;
  const chosen = 'chosen' in stored && typeof stored.chosen === 'string' ? stored.chosen : null;
  return {
    known: Array.isArray(known) ? known.filter(isFurtherList).map(({ id, name }) => ({ id, name })) : [],
    chosen,
  };
}

function read(uid: string | null): ListsByOwner {
  if (uid === null) return {};
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(keyOf(uid)) ?? 'null');
    const entries: [string, unknown][] = isObject(stored) ? Object.entries(stored) : [];
    return Object.fromEntries(entries.map(([owner, lists]) => [owner, parseLists(lists)]));
  } catch {
    return {}; // Storage is blocked: the choice lasts as long as the page.
  }
}

/** Of the current user. Stored in this browser until they sign out (`forget-user.ts`). */
const saved = createStore(read(currentUid()));
onUserChange((uid) => saved.set(read(uid)));

const of = (owner: string): SavedLists => saved.get()[owner] ?? none;

function save(owner: string, lists: SavedLists): void {
  const before = of(owner);
  if (JSON.stringify(before) === JSON.stringify(lists)) return;
  const { [owner]: _, ...others } = saved.get();
  const isEmpty = lists.known.length === 0 && lists.chosen === null;
  const changed = isEmpty ? others : { ...others, [owner]: lists };
  if (lists.chosen !== before.chosen) forgetLastView();
  saved.set(changed);
  // Closed, or the user may not see them any more.
  const ended = before.known.filter(({ id }) => !lists.known.some((list) => list.id === id));
  if (ended.length > 0) forgetKept(ended.map(({ id }) => id));
  try {
    const uid = currentUid();
    if (uid !== null) localStorage.setItem(keyOf(uid), JSON.stringify(changed));
  } catch {
    // Storage is blocked.
  }
}

/** The lists of an owner, as last seen. */
export const useSavedLists = (owner: string): SavedLists => saved.useSelected((lists) => lists[owner] ?? none);

/** The ids of an owner's lists besides the main one, as last seen. */
export const furtherListsOf = (owner: string): readonly string[] => of(owner).known.map(({ id }) => id);

/** What a list is called; undefined for the main one, and for one that the user does not see. */
export const nameOfFurtherList = (owner: string, listId: string): string | undefined =>
  of(owner).known.find(({ id }) => id === listId)?.name;

/** Shows this list from now on when the user looks at the owner's lists, or with null the main one. */
export const chooseList = (owner: string, listId: string | null): void =>
  save(owner, { known: of(owner).known, chosen: listId });

/** Chooses a list that the user has just opened. */
export const chooseOpenedList = (owner: string, { id, name }: FurtherList): void =>
  save(owner, { known: [...of(owner).known.filter((list) => list.id !== id), { id, name }], chosen: id });

/** To be called when the user has closed the list, so that nothing tells them later that it was closed. */
export function forgetList(owner: string, closedId: string): void {
  const { known, chosen } = of(owner);
  save(owner, { known: known.filter(({ id }) => id !== closedId), chosen: chosen === closedId ? null : chosen });
}

/** To be called when the user may not see the owner's lists any more. */
export const forgetListsOf = (owner: string): void => save(owner, none);

/**
 * Saves the lists that were fetched. If the chosen one is not among them, chooses the main list.
 * @returns the chosen list if it was closed; without a name if it was never seen, for example after an old link
 */
export function saveLists(owner: string, fetched: readonly FurtherList[]): Partial<FurtherList> | undefined {
  const { known, chosen } = of(owner);
  const isClosed = chosen !== null && !fetched.some(({ id }) => id === chosen);
  save(owner, { known: fetched.map(({ id, name }) => ({ id, name })), chosen: isClosed ? null : chosen });
  return isClosed ? { id: chosen, ...known.find(({ id }) => id === chosen) } : undefined;
}
