import { LRUCache } from 'lru-cache';
import type { EventSearch } from '../../../audit/event-search.ts';
import { upcast } from '../../../core/domain/event-versions.ts';
import { groceryListCategory } from '../../../core/domain/grocery-list/events.ts';
import { type HouseholdEvent, householdCategory } from '../../../core/domain/household/events.ts';
import { householdEvents } from '../../../core/domain/household/upcast.ts';
import { listCollectionCategory } from '../../../core/domain/list-collection/events.ts';
import { mealPlanCategory } from '../../../core/domain/meal-plan/events.ts';
import { notificationsCategory } from '../../../core/domain/notifications/events.ts';
import { playlistCategory } from '../../../core/domain/playlist/events.ts';
import type { ReadableLog, RecordedEvent } from '../../../core/event-log.ts';
import { ownedByHousehold, ownedByUser } from '../../../ownership/ownership.ts';
import { partsOf } from './private-streams.ts';

/** Whom a stream's data concerns, besides those who caused its events. */
export type Owner =
  | { readonly kind: 'user'; readonly uid: string }
  /** Its members. */
  | { readonly kind: 'household'; readonly id: string };

type ShownEvent = Pick<RecordedEvent, 'stream' | 'meta' | 'position'>;

/** More than a user has joined or founded, and opened lists. */
const maxEvents = 1_000;

/** Finds owners in the log, also of lists that are closed and of households that are dissolved. */
export function createOwners(log: Pick<ReadableLog, 'readStream'>, search: Pick<EventSearch, 'findStreamsOf'>) {
  /** The owner of a stream never changes. */
  const known = new LRUCache<string, Owner>({ max: 10_000 });

  /** Ids of those that the actor of an event had founded or joined before it, and maybe of later ones. */
  async function householdsOf({ meta: { actor }, position }: ShownEvent): Promise<string[]> {
    const query = { actor, types: ['HouseholdFounded', 'MemberJoined'], limit: maxEvents };
    return (await search.findStreamsOf(query, position)).map((stream) => partsOf(stream).id);
  }

  /** Ids of lists and plans are derived from their owners, who can only be found by trying those that an actor has. */
  async function withOwned(event: ShownEvent, owns: (owned: ReturnType<typeof ownedByUser>) => boolean) {
    const { actor } = event.meta;
    if (owns(ownedByUser(actor))) return { kind: 'user', uid: actor } as const;
    const id = (await householdsOf(event)).find((each) => owns(ownedByHousehold(each)));
    return id === undefined ? undefined : ({ kind: 'household', id } as const);
  }

  /** Who was a member at this time or later. @param since ISO 8601, UTC @throws EventLogUnavailable, NewerRelease */
  async function membersSince(householdId: string, since: string): Promise<Set<string>> {
    const now = new Set<string>();
    const all = new Set<string>();
    for await (const recorded of log.readStream(`${householdCategory}-${householdId}`)) {
      const event: RecordedEvent & HouseholdEvent = upcast(householdEvents, recorded);
      // An event at this time may be what ends a membership, such as a removal, which concerns who is removed.
      if (event.meta.at >= since) for (const uid of now) all.add(uid);
      changeMembers(now, event);
    }
    return new Set([...all, ...now]);
  }

  async function hasOpened(mainListId: string, listId: string): Promise<boolean> {
    for await (const { type, data } of log.readStream(`${listCollectionCategory}-${mainListId}`)) {
      if (type === 'GroceryListOpened' && data.listId === listId) return true;
    }
    return false;
  }

  /** The actor of a list's event may not be the member who opened it, so the lists of all their households are tried. */
  async function ofFurtherList(event: ShownEvent, listId: string): Promise<Owner | undefined> {
    const { actor } = event.meta;
    if (await hasOpened(ownedByUser(actor).listId, listId)) return { kind: 'user', uid: actor };
    for (const id of await householdsOf(event)) {
      if (await hasOpened(ownedByHousehold(id).listId, listId)) return { kind: 'household', id };
    }
    return undefined;
  }

  /** Who ends a membership makes a copy of the household's list for the member, among the member's own lists. */
  async function ofCopy(event: ShownEvent, id: string): Promise<Owner | undefined> {
    for (const householdId of await householdsOf(event)) {
      for (const uid of await membersSince(householdId, '')) {
        const { listId: mainListId } = ownedByUser(uid);
        if (mainListId === id || (await hasOpened(mainListId, id))) return { kind: 'user', uid };
      }
    }
    return undefined;
  }

  async function find(event: ShownEvent): Promise<Owner | undefined> {
    const { stream } = event;
    const { category, id } = partsOf(stream);
    switch (category) {
      case householdCategory:
        return { kind: 'household', id };
      case mealPlanCategory:
        return withOwned(event, ({ planId }) => planId === id);
      case listCollectionCategory:
        return (await withOwned(event, ({ listId }) => listId === id)) ?? ofCopy(event, id);
      case groceryListCategory:
        return (
          (await withOwned(event, ({ listId }) => listId === id)) ??
          (await ofFurtherList(event, id)) ??
          ofCopy(event, id)
        );
      case notificationsCategory:
        return { kind: 'user', uid: id };
      case playlistCategory:
        for await (const { meta } of log.readStream(stream, { limit: 1 })) return { kind: 'user', uid: meta.actor };
        return undefined;
      default:
        return undefined;
    }
  }

  return {
    /** Undefined if it is not known. @throws EventLogUnavailable */
    of: async (event: ShownEvent): Promise<Owner | undefined> => {
      const owner = known.get(event.stream) ?? (await find(event));
      if (owner) known.set(event.stream, owner);
      return owner;
    },
    membersSince,
  };
}

function changeMembers(members: Set<string>, event: RecordedEvent & HouseholdEvent): void {
  switch (event.type) {
    case 'HouseholdFounded':
      members.add(event.meta.actor);
      return;
    case 'MemberJoined':
      members.add(event.data.uid);
      return;
    case 'MemberLeft':
    case 'MemberRemoved':
      members.delete(event.data.uid);
      return;
    case 'HouseholdDissolved':
      members.clear();
      return;
    default:
  }
}
