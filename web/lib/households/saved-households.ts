import type { Household } from '../../../server/core/contracts/households.ts';
import { currentUid, onUserChange } from '../identity/session.ts';
import { forgetLastView } from '../last-view.ts';
import { createStore } from '../store.ts';
import { forgetKept } from '../sync/remove-when-hidden.ts';
import { forgetListsOf } from './saved-lists.ts';

export type NamedHousehold = Pick<Household, 'id' | 'name'>;

interface SavedHouseholds {
  /** As last fetched, so that the switch between them is shown at once at the next start, and offline. */
  readonly known: readonly NamedHousehold[];
  /** The id of the household whose list and plan the user looks at; null for their own. Undefined: they have not chosen. */
  readonly chosen?: string | null;
}

const none: SavedHouseholds = { known: [] };

const keyOf = (uid: string): string => `potluck.households.${uid}`;

const isNamed = (value: unknown): value is NamedHousehold =>
  typeof value === 'object' &&
  value !== null &&
  'id' in value &&
  typeof value.id === 'string' &&
  'name' in value &&
  typeof value.name === 'string';

function parse(stored: unknown): SavedHouseholds {
  if (typeof stored !== 'object' || stored === null) return none;
  const known: unknown = 'known' in stored ? stored.known : undefined;
  const named = Array.isArray(known) ? known.filter(isNamed) : [];
  const chosen: unknown = 'chosen' in stored ? stored.chosen : undefined;
  // Without a household, there was nothing to choose.
  const isChoice = typeof chosen === 'string' || (chosen === null && named.length > 0);
  return { known: named, ...(isChoice && { chosen }) };
}

function read(uid: string | null): SavedHouseholds {
  if (uid === null) return none;
  try {
    return parse(JSON.parse(localStorage.getItem(keyOf(uid)) ?? 'null'));
  } catch {
    return none; // Storage is blocked: the choice lasts as long as the page.
  }
}

/** Whether households were fetched since the page was loaded, and its user came. */
let hasFetched = false;
/** Of the current user. Stored in this browser until they sign out (`forget-user.ts`). */
const saved = createStore(read(currentUid()));
onUserChange((uid) => {
  hasFetched = false;
  saved.set(read(uid));
});

function save(changed: SavedHouseholds): void {
  const json = JSON.stringify(changed);
  if (json === JSON.stringify(saved.get())) return;
  const ended = saved.get().known.filter((before) => !changed.known.some(({ id }) => id === before.id));
  // The same address shows another list now.
  if ((changed.chosen ?? null) !== (saved.get().chosen ?? null)) forgetLastView();
  saved.set(changed);
  for (const { id } of ended) forgetListsOf(id);
  if (ended.length > 0) forgetKept(ended.map(({ id }) => id));
  try {
    const uid = currentUid();
    if (uid !== null) localStorage.setItem(keyOf(uid), json);
  } catch {
    // Storage is blocked.
  }
}

export const useSavedHouseholds = saved.use;

/** Shows the list and the plan of this household from now on, or with null the user's own. */
export function chooseHousehold(household: NamedHousehold | null): void {
  const { known } = saved.get();
  if (!household) save({ known, chosen: null });
  else save({ known: [...known.filter(({ id }) => id !== household.id), household], chosen: household.id });
}

/** To be called when the user has left the household, so that nothing tells them later that it ended. */
export function forgetHousehold(endedId: string): void {
  const { known, chosen } = saved.get();
  const shown = chosen === endedId ? null : chosen;
  save({ known: known.filter(({ id }) => id !== endedId), ...(shown !== undefined && { chosen: shown }) });
}

/**
 * Saves the households that were fetched. If the chosen one is not among them, chooses the user's own list and plan. Chooses
 * the only household if the user has chosen nothing in this browser, at the first fetch of a page only: later, they may be
 * writing on their own list.
 * @returns the name of the household that was chosen and has ended
 */
export function saveHouseholds(fetched: readonly NamedHousehold[]): string | undefined {
  const { known, chosen } = saved.get();
  const hasEnded = typeof chosen === 'string' && !fetched.some(({ id }) => id === chosen);
  const only = !hasFetched && fetched.length === 1 ? fetched[0]?.id : undefined;
  hasFetched = true;
  const shown = hasEnded ? null : chosen === undefined ? only : chosen;
  save({ known: fetched.map(({ id, name }) => ({ id, name })), ...(shown !== undefined && { chosen: shown }) });
  return hasEnded ? known.find(({ id }) => id === chosen)?.name : undefined;
}

/** The households of the user, as last fetched. */
export const knownHouseholds = (): readonly NamedHousehold[] => saved.get().known;

/** The id of the owner of the list that the user looks at: a household, or the user. */
export const ownerOfChosenList = (uid: string): string => saved.get().chosen ?? uid;

/** What a list and a plan are called in the switch between them; undefined for the user's own if there is no switch. */
export function placeOf(whose: string): string | undefined {
  const { known } = saved.get();
  const household = known.find(({ id }) => id === whose);
  return household?.name ?? (known.length > 0 ? 'Just me' : undefined);
}
