/** The names that a list shows with its items. */
import { toGroceryItem } from '../../../../projections/definitions/grocery-list.ts';
import { people, unknownUserName } from '../../../../projections/definitions/people.ts';
import type { ReadModelReader } from '../../../../projections/read-models/read-model-store.ts';
import type { GroceryItem, NamedUser } from '../../../core/contracts/grocery-list.ts';
import type { RestoredItem } from '../../../core/domain/grocery-list/events.ts';

/** Reads the names of these users in one call; `unknownUserName` for a user without a profile. */
export async function namesOf(lists: ReadModelReader, uids: readonly string[]): Promise<(uid: string) => string> {
  const distinct = [...new Set(uids)];
  const documents = await lists.getMany(people, distinct);
  const names = new Map(
    distinct.map((uid, i) => {
      const document = documents[i];
      const person: { name: string } | undefined = document && JSON.parse(document.json);
      return [uid, person?.name ?? unknownUserName];
    }),
  );
  return (uid) => names.get(uid) ?? unknownUserName;
}

/**
 * Items with the names of their users. Only the names of users other than `self` are read; without other users, the
 * items are returned without a promise.
 */
export function withNames(
  lists: ReadModelReader,
  items: RestoredItem[],
  self: NamedUser,
): GroceryItem[] | Promise<GroceryItem[]> {
  const others = new Set<string>();
  for (const { addedBy, changedBy = self.uid, checkedBy = self.uid, assignedTo = self.uid } of items) {
    others.add(addedBy).add(changedBy).add(checkedBy).add(assignedTo);
  }
  others.delete(self.uid);
  if (others.size === 0) return items.map((item) => toGroceryItem(item, () => self));
  return namesOf(lists, [...others]).then((nameOf) =>
    items.map((item) => toGroceryItem(item, (uid) => (uid === self.uid ? self : { uid, name: nameOf(uid) }))),
  );
}
