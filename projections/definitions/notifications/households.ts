import type { HouseholdEvent } from '../../../server/core/domain/household/events.ts';
import { idOf, type Projected, type Workspace } from '../projection.ts';
import { notify, type Topic, withdraw } from './inbox.ts';

/** Collection: a `HouseholdMembers` by its id. */
const households = 'households';

interface HouseholdMembers {
  readonly name: string;
  readonly members: readonly string[];
}

export type NotifyingHouseholdEvent = Exclude<HouseholdEvent, { type: 'InvitationIssued' | 'InvitationRevoked' }>;

const idOfJoining = (householdId: string, uid: string): string => `memberJoined:${householdId}:${uid}`;

/** Members are notified of who joins, and each user of what others decide about them. */
export function foldHousehold(workspace: Workspace, event: Projected<NotifyingHouseholdEvent>): void {
  const id = idOf(event);
  const { actor } = event.meta;
  if (event.type === 'HouseholdFounded') {
    workspace.put(households, id, { name: event.data.name, members: [actor] } satisfies HouseholdMembers);
    return;
  }
  const before = workspace.get<HouseholdMembers>(households, id);
  if (!before) return;
  const { name: title, members } = before;
  const put = (changed: Partial<HouseholdMembers>) =>
    workspace.put(households, id, { ...before, ...changed } satisfies HouseholdMembers);
  const tell = (uid: string, topic: Pick<Topic, 'kind'> & Partial<Topic>) =>
    notify(workspace, uid, { id: `${topic.kind}:${id}`, subject: { type: 'household', id }, title, ...topic }, event);
  switch (event.type) {
    case 'HouseholdRenamed':
      put({ name: event.data.name });
      return;
    case 'MemberJoined': {
      const { uid } = event.data;
      for (const member of members) tell(member, { kind: 'memberJoined', id: idOfJoining(id, uid) });
      put({ members: [...members, uid] });
      return;
    }
    case 'MemberLeft':
    case 'MemberRemoved': {
      const { uid } = event.data;
      const remaining = members.filter((member) => member !== uid);
      for (const member of remaining) withdraw(workspace, member, idOfJoining(id, uid));
      // What leads to the household.
      for (const member of members) withdraw(workspace, uid, idOfJoining(id, member));
      withdraw(workspace, uid, `ownershipReceived:${id}`);
      if (event.type === 'MemberRemoved') tell(uid, { kind: 'memberRemoved' });
      put({ members: remaining });
      return;
    }
    case 'OwnershipTransferred':
      withdraw(workspace, actor, `ownershipReceived:${id}`);
      tell(event.data.to, { kind: 'ownershipReceived' });
      return;
    case 'HouseholdDissolved':
      for (const uid of members) {
        for (const member of members) withdraw(workspace, uid, idOfJoining(id, member));
        withdraw(workspace, uid, `ownershipReceived:${id}`);
        tell(uid, { kind: 'householdDissolved' });
      }
      workspace.remove(households, id);
      return;
  }
}
