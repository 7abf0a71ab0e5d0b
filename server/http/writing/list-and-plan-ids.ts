import { LRUCache } from 'lru-cache';
import { derivedId } from '../../commands/ids.ts';

/** The list that a user shops from. */
export type ListIdOf = (uid: string) => string;

/** The plan that a user cooks by. */
export type PlanIdOf = (uid: string) => string;

/** Each account has a list and a plan of its own; their ids are derived, so that they need no look-up and tell nothing of the uid. */
export const createListIds = (): ListIdOf => createIds('grocery-list');
export const createPlanIds = (): PlanIdOf => createIds('meal-plan');

function createIds(kind: string): (uid: string) => string {
  const ids = new LRUCache<string, string>({ max: 10_000 });
  return (uid) => {
    let id = ids.get(uid);
    if (id === undefined) {
      id = derivedId(kind, uid);
      ids.set(uid, id);
    }
    return id;
  };
}
