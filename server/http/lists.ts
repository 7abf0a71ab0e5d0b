import { LRUCache } from 'lru-cache';
import { derivedId } from '../commands/ids.ts';

/** The list that a user shops from. */
export type ListIdOf = (uid: string) => string;

/** Each account has a list of its own; its id is derived, so that it needs no look-up and tells nothing of the uid. */
export function createListIds(): ListIdOf {
  const ids = new LRUCache<string, string>({ max: 10_000 });
  return (uid) => {
    let id = ids.get(uid);
    if (id === undefined) {
      id = derivedId('grocery-list', uid);
      ids.set(uid, id);
    }
    return id;
  };
}
