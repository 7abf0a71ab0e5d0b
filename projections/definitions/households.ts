import type { OpenInvitation } from '../../server/core/contracts/households.ts';
import type { HouseholdEvent } from '../../server/core/domain/household/events.ts';
import { householdEvents } from '../../server/core/domain/household/upcast.ts';
import { idOf, type Projected, type Projection, positionScore, type Workspace } from './projection.ts';

/** The collections and indexes that the routes and the live gateway read. */
export const householdsModel = {
  households: 'households',
  invitations: 'invitations',
  /** Index of a user's households, in the order in which they joined. */
  householdsOf: (uid: string): string => `households-of:${uid}`,
} as const;

const { households, invitations, householdsOf } = householdsModel;

/** Members' names and pictures are in the read model of profiles. */
export interface HouseholdDocument {
  readonly id: string;
  readonly revision: string;
  readonly name: string;
  readonly ownerId: string;
  /** In the order in which they joined. */
  readonly members: readonly { readonly uid: string; readonly joinedAt: string }[];
  /** Those that were neither revoked nor used up; they may have expired. */
  readonly invitations: readonly OpenInvitation[];
}

/** The household and the invitation of a code. Kept after the invitation ends: its code is then refused with the reason. */
export interface InvitationDocument {
  readonly householdId: string;
  readonly invitationId: string;
}

/**
 * Collection `households`: a `HouseholdDocument` by id, until it is dissolved. Collection `invitations`: an
 * `InvitationDocument` by the hash of its code.
 */
export const householdsProjection: Projection<Projected<HouseholdEvent>> = {
  name: 'households',
  version: 1,
  events: householdEvents,
  fold(event, workspace) {
    const id = idOf(event);
    const before =
      event.type === 'HouseholdFounded' ? founded(event) : workspace.get<HouseholdDocument>(households, id);
    if (!before) return;
    const after = foldHousehold({ ...before, revision: event.revision.toString() }, event);
    if (after) workspace.put(households, id, after);
    else workspace.remove(households, id);
    indexMembers(event, before, after, workspace);
    if (event.type === 'InvitationIssued') {
      const { invitationId, secretHash } = event.data;
      workspace.put(invitations, secretHash, { householdId: id, invitationId } satisfies InvitationDocument);
    }
  },
};

const founded = (event: Extract<Projected<HouseholdEvent>, { type: 'HouseholdFounded' }>): HouseholdDocument => ({
  id: idOf(event),
  revision: event.revision.toString(),
  name: event.data.name,
  ownerId: event.meta.actor,
  members: [],
  invitations: [],
});

/** The household after an event; undefined after it was dissolved. */
function foldHousehold(household: HouseholdDocument, event: Projected<HouseholdEvent>): HouseholdDocument | undefined {
  const { actor, at } = event.meta;
  switch (event.type) {
    case 'HouseholdFounded':
      return { ...household, members: [{ uid: actor, joinedAt: at }] };
    case 'HouseholdRenamed':
      return { ...household, name: event.data.name };
    case 'InvitationIssued': {
      const { invitationId, expiresAt, uses } = event.data;
      const invitation: OpenInvitation = { id: invitationId, issuedBy: actor, expiresAt, usesLeft: uses };
      return { ...household, invitations: [...household.invitations, invitation] };
    }
    case 'InvitationRevoked':
      return withUses(household, event.data.invitationId, () => 0);
    case 'MemberJoined': {
      const { uid, invitationId } = event.data;
      const members = [...household.members, { uid, joinedAt: at }];
      return withUses({ ...household, members }, invitationId, (usesLeft) => usesLeft - 1);
    }
    case 'MemberLeft':
    case 'MemberRemoved':
      return { ...household, members: household.members.filter(({ uid }) => uid !== event.data.uid) };
    case 'OwnershipTransferred':
      return { ...household, ownerId: event.data.to };
    case 'HouseholdDissolved':
      return undefined;
  }
}

const withUses = (
  household: HouseholdDocument,
  invitationId: string,
  count: (usesLeft: number) => number,
): HouseholdDocument => ({
  ...household,
  invitations: household.invitations
    .map((each) => (each.id === invitationId ? { ...each, usesLeft: count(each.usesLeft) } : each))
    .filter(({ usesLeft }) => usesLeft > 0),
});

function indexMembers(
  { position }: Projected<HouseholdEvent>,
  before: HouseholdDocument,
  after: HouseholdDocument | undefined,
  workspace: Workspace,
): void {
  const { id } = before;
  const members = after?.members ?? [];
  for (const { uid } of members) {
    if (!before.members.some((member) => member.uid === uid)) {
      workspace.index(householdsOf(uid), id, positionScore(position));
    }
  }
  for (const { uid } of before.members) {
    if (!members.some((member) => member.uid === uid)) workspace.unindex(householdsOf(uid), id);
  }
}
