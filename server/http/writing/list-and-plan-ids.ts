import { LRUCache } from 'lru-cache';
import { derivedId } from '../../commands/ids.ts';

/** Id of the user's grocery list. */
export type ListIdOf = (uid: string) => string;

/** Id of the user's meal plan. */
export type PlanIdOf = (uid: string) => string;

/** Each account has one list and one plan. Their ids are derived: they need no look-up, and do not reveal the uid. */
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
