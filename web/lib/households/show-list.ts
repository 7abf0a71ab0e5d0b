import { chooseHousehold, knownHouseholds } from './saved-households.ts';
import { chooseList, furtherListsOf } from './saved-lists.ts';

/**
 * Shows a list from now on, by its id or, if it is the main one, that of its owner. Returns this id; that of the user if the
 * list is not theirs any more, and shows their own one.
 */
export function showList(reader: string, whose: string): string {
  const isOwner = (id: string) => id === whose || furtherListsOf(id).includes(whose);
  const household = isOwner(reader) ? undefined : knownHouseholds().find(({ id }) => isOwner(id));
  const owner = household?.id ?? reader;
  const further = furtherListsOf(owner).includes(whose) ? whose : null;
  chooseHousehold(household ?? null);
  chooseList(owner, further);
  return further ?? owner;
}
