import { LRUCache } from 'lru-cache';
import { groceryListsModel } from '../../projections/definitions/grocery-list.ts';
import { type HouseholdDocument, householdsModel } from '../../projections/definitions/households.ts';
import type { FurtherListDocument } from '../../projections/definitions/list-collections.ts';
import type { ReadModelReader } from '../../projections/read-models/read-model-store.ts';
import type { StreamReader } from '../commands/handle-command.ts';
import { derivedId } from '../commands/ids.ts';
import { householdLimits } from '../core/contracts/limits.ts';
import { listCollection } from '../core/domain/list-collection/decider.ts';
import { membersOf } from './memberships.ts';

/** The ids of the grocery list and the meal plan of a user or a household. */
export interface Owned {
  readonly listId: string;
  readonly planId: string;
}

interface Sharing {
  /** The uids of all who may read and change it. */
  readonly members: readonly string[];
  /** Undefined for the user's own. */
  readonly householdId?: string;
}

/** A list and a plan that a user may read and change. */
export interface Access extends Owned, Sharing {}

/** A grocery list that a user may read and change: the main one of its owner, or a further one. */
export interface ListAccess extends Sharing {
  readonly listId: string;
  readonly mainListId: string;
}

/**
 * Who may read and change which grocery list and meal plan. Each account has one of both for itself, and each household
 * has one of both for its members. Membership is read at each call, never taken from a token.
 */
export interface Ownership {
  ofUser(uid: string): Owned;
  ofHousehold(householdId: string): Owned;
  /**
   * The list and the plan of `owner`, the user's own id or that of one of their households; undefined if it is neither.
   * Returned without a promise for the user's own.
   * @throws ReadModelUnavailable, EventLogUnavailable, NewerRelease
   */
  find(uid: string, owner: string): Access | Promise<Access | undefined>;
  /**
   * The grocery list that `whose` stands for: an owner, like `owner` of `find`, or the id of one of their lists, of which
   * nobody can read or change a closed one; undefined if it is neither.
   * @throws ReadModelUnavailable, EventLogUnavailable, NewerRelease
   */
  findList(uid: string, whose: string): Promise<ListAccess | 'closed' | undefined>;
  /** The ids of the user's households, in the order in which they joined. @throws ReadModelUnavailable */
  householdsOf(uid: string): Promise<readonly string[]>;
  /** Whether the read model of households is stale, so that no message says who was removed. @throws ReadModelUnavailable */
  isStale(): Promise<boolean>;
  /**
   * The uids of a household's members, by the log; none after it was dissolved.
   * @throws EventLogUnavailable, NewerRelease
   */
  membersOf(householdId: string): Promise<readonly string[]>;
}

/** Derived ids need no look-up, and do not reveal the uid. */
export const ownedByUser = (uid: string): Owned => ({
  listId: derivedId('grocery-list', uid),
  planId: derivedId('meal-plan', uid),
});
export const ownedByHousehold = (id: string): Owned => ({
  listId: derivedId('grocery-list', 'household', id),
  planId: derivedId('meal-plan', 'household', id),
});

/**
 * @param households the read model of households
 * @param groceryLists the read model of grocery lists
 * @param streams reads from the log what the read models do not show yet, and memberships while that of households is stale
 */
export function createOwnership(
  households: ReadModelReader,
  groceryLists: ReadModelReader,
  streams: StreamReader,
): Ownership {
  const ofUser = cached(ownedByUser);
  const ofHousehold = cached(ownedByHousehold);

  const ownOf = (uid: string): Access => ({ ...ofUser(uid), members: [uid] });

  const accessOf = (uid: string, householdId: string, members: readonly string[]): Access | undefined =>
    members.includes(uid) ? { ...ofHousehold(householdId), members, householdId } : undefined;

  const findInLog = async (uid: string, householdId: string): Promise<Access | undefined> =>
    accessOf(uid, householdId, await membersOf(streams, householdId));

  async function findShown(uid: string, householdId: string): Promise<Access | undefined> {
    const { document, progress } = await households.getWithProgress(householdsModel.households, householdId);
    if (!document) return undefined;
    if (progress.stale) return findInLog(uid, householdId);
    const { members }: HouseholdDocument = JSON.parse(document.json);
    return accessOf(
      uid,
      householdId,
      members.map((member) => member.uid),
    );
  }

  /** The user may have founded or joined a household a moment ago, which the read model does not show yet. */
  const findHousehold = async (uid: string, householdId: string): Promise<Access | undefined> =>
    (await findShown(uid, householdId)) ?? findInLog(uid, householdId);

  const find: Ownership['find'] = (uid, owner) => (owner === uid ? ownOf(uid) : findHousehold(uid, owner));

  /** The lists and plans of the user's households, in the order in which they joined. */
  async function sharedWith(uid: string): Promise<Access[]> {
    const limit = householdLimits.perUser;
    const entries = await households.range(householdsModel.householdsOf(uid), { direction: 'ascending', limit });
    const shared = await Promise.all(entries.map(({ member }) => findShown(uid, member)));
    return shared.filter((access) => access !== undefined);
  }

  /** A further list records the main list of its owner, from whose id the owner cannot be derived. */
  async function findByListId(uid: string, listId: string): Promise<ListAccess | 'closed' | undefined> {
    const document = await groceryLists.get(groceryListsModel.furtherLists, listId);
    const further: FurtherListDocument | undefined = document && JSON.parse(document.json);
    const mainListId = further?.mainListId ?? listId;
    const isMain = (access: Access) => access.listId === mainListId;
    const own = ownOf(uid);
    const access = isMain(own) ? own : (await sharedWith(uid)).find(isMain);
    if (access && further?.closed) return 'closed';
    return access && listOf(access, listId);
  }

  /** A list that the read model does not show yet, because it was opened a moment ago. */
  async function findOpened(uid: string, listId: string): Promise<ListAccess | undefined> {
    for (const access of [ownOf(uid), ...(await sharedWith(uid))]) {
      if (await streams.read(listCollection, access.listId, ({ names }) => names.has(listId))) {
        return listOf(access, listId);
      }
    }
    return undefined;
  }

  return {
    ofUser,
    ofHousehold,
    find,
    async findList(uid, whose) {
      const shown = whose === uid ? ownOf(uid) : await findShown(uid, whose);
      if (shown) return listOf(shown);
      const byId = await findByListId(uid, whose);
      if (byId) return byId;
      const joined = await findInLog(uid, whose);
      return joined ? listOf(joined) : findOpened(uid, whose);
    },
    householdsOf: async (uid) => (await sharedWith(uid)).flatMap(({ householdId }) => householdId ?? []),
    isStale: async () => (await households.progress()).stale !== undefined,
    membersOf: (householdId) => membersOf(streams, householdId),
  };
}

/** A list of an owner. Default: the main one. */
const listOf = ({ listId: mainListId, planId: _, ...sharing }: Access, listId = mainListId): ListAccess => ({
  ...sharing,
  listId,
  mainListId,
});

function cached(derive: (owner: string) => Owned): (owner: string) => Owned {
  const known = new LRUCache<string, Owned>({ max: 10_000 });
  return (owner) => {
    let owned = known.get(owner);
    if (owned === undefined) {
      owned = derive(owner);
      known.set(owner, owned);
    }
    return owned;
  };
}
