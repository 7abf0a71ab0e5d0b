import type { Projected } from '../../projections/definitions/projection.ts';
import type { Applied } from '../../projections/runner/applied.ts';
import type { LiveMessage } from '../core/contracts/live.ts';
import { type HouseholdEvent, householdCategory } from '../core/domain/household/events.ts';
import { positionOf, revisionsOf } from './batch-span.ts';
import { type Addressed, householdRoom, userRoom } from './rooms.ts';

type OfHousehold = Projected<HouseholdEvent>;

export const isOfHousehold = (event: Applied['events'][number]): event is OfHousehold =>
  event.stream.startsWith(`${householdCategory}-`);

/**
 * Live messages about one household after a batch: to each user who joined or left, then to its members. The gateway
 * also changes the rooms of these users by them.
 */
export function householdMessages(householdId: string, events: readonly OfHousehold[]): Addressed[] {
  const position = positionOf(events);
  const changes = events.flatMap((event) => {
    const change = membershipChange(event);
    if (!change) return [];
    const message: LiveMessage = { kind: change.kind, position, householdId };
    return { room: userRoom(change.uid), message };
  });
  const message: LiveMessage = events.some(({ type }) => type === 'HouseholdDissolved')
    ? { kind: 'household.dissolved', position, householdId }
    : { kind: 'household.changed', position, householdId, revision: revisionsOf(events).revision };
  return [...changes, { room: householdRoom(householdId), message }];
}

function membershipChange(event: OfHousehold) {
  switch (event.type) {
    case 'HouseholdFounded':
      return { kind: 'household.joined', uid: event.meta.actor } as const;
    case 'MemberJoined':
      return { kind: 'household.joined', uid: event.data.uid } as const;
    case 'MemberLeft':
    case 'MemberRemoved':
      return { kind: 'household.left', uid: event.data.uid } as const;
    default:
      return undefined;
  }
}
