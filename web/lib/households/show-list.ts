import { chooseHousehold, knownHouseholds, type NamedHousehold, placeOf } from './saved-households.ts';
import { chooseList, furtherListsOf, nameOfFurtherList } from './saved-lists.ts';

/** The household that has a list; undefined for a list of the user, and for one that is not theirs any more. */
function householdOf(reader: string, whose: string): NamedHousehold | undefined {
  const isOwner = (id: string) => id === whose || furtherListsOf(id).includes(whose);
  return isOwner(reader) ? undefined : knownHouseholds().find(({ id }) => isOwner(id));
}

/**
 * Shows a list from now on, by its id or, if it is the main one, that of its owner. Returns this id; that of the user if the
 * list is not theirs any more, and shows their own one.
 */
export function showList(reader: string, whose: string): string {
  const household = householdOf(reader, whose);
  const owner = household?.id ?? reader;
  const further = furtherListsOf(owner).includes(whose) ? whose : null;
  chooseHousehold(household ?? null);
  chooseList(owner, further);
  return further ?? owner;
}

/** What a list is called beside the others, such as "Home" or "Home, Party"; undefined for the user's main one if they have no household. */
export function placeOfList(reader: string, whose: string): string | undefined {
  const owner = householdOf(reader, whose)?.id ?? reader;
  const names = [placeOf(owner), nameOfFurtherList(owner, whose)].filter((name) => name !== undefined);
  return names.length > 0 ? names.join(', ') : undefined;
}
