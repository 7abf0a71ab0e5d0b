import { householdLimits } from '../../contracts/limits.ts';
import type { EventWithMetadata } from '../event-with-metadata.ts';
import { line } from '../text.ts';
import { type HouseholdEvent, householdCategory, type InvitationIssued } from './events.ts';
import { householdRefusals } from './refusals.ts';
import { householdEvents } from './upcast.ts';

export type HouseholdCommand =
  /** `memberships`: how many households the actor is a member of. */
  | { type: 'FoundHousehold'; name: string; memberships: number }
  | { type: 'RenameHousehold'; actor: string; name: string }
  /** `now` and `expiresAt`: ISO 8601, UTC. */
  | ({ type: 'IssueInvitation'; actor: string; now: string } & InvitationIssued['data'])
  | { type: 'RevokeInvitation'; actor: string; invitationId: string }
  | { type: 'Join'; actor: string; invitationId: string; now: string; memberships: number }
  /** Without the actor in it, leaves the household; with another member, removes that one. */
  | { type: 'EndMembership'; actor: string; uid: string }
  | { type: 'TransferOwnership'; actor: string; to: string }
  | { type: 'DissolveHousehold'; actor: string };

interface Invitation {
  readonly issuedBy: string;
  readonly expiresAt: string;
  /** 0 after it was revoked. */
  usesLeft: number;
  isRevoked: boolean;
}

/** The state that decisions need. `evolve` owns the given state and mutates it. */
export type HouseholdState =
  | { status: 'new' }
  | {
      status: 'founded';
      name: string;
      ownerId: string;
      /** When each joined, in that order. */
      members: Map<string, string>;
      /** Also ended ones, so that their codes are refused with the reason. */
      invitations: Map<string, Invitation>;
    }
  /** With those who were members at the end. */
  | { status: 'dissolved'; name: string; members: Map<string, string> };

export type FoundedHousehold = Extract<HouseholdState, { status: 'founded' }>;

const withMember = (actor: string, state: HouseholdState): FoundedHousehold => {
  if (state.status !== 'founded' || !state.members.has(actor)) throw householdRefusals.notAMember();
  return state;
};

const ownedBy = (actor: string, state: HouseholdState): FoundedHousehold => {
  const household = withMember(actor, state);
  if (household.ownerId !== actor) throw householdRefusals.notTheOwner();
  return household;
};

const validName = (name: string): string => {
  const normalized = line(name);
  if (normalized === '') throw householdRefusals.nameRequired();
  return normalized;
};

const assertFewMemberships = (memberships: number): void => {
  if (memberships >= householdLimits.perUser) throw householdRefusals.tooManyHouseholds();
};

/** Neither revoked nor used up; they may have expired. */
export const openInvitations = ({ invitations }: FoundedHousehold): [id: string, invitation: Invitation][] =>
  [...invitations].filter(([, { usesLeft }]) => usesLeft > 0);

const revoked = (invitationId: string): HouseholdEvent => ({ type: 'InvitationRevoked', data: { invitationId } });

function issue(state: HouseholdState, command: Extract<HouseholdCommand, { type: 'IssueInvitation' }>) {
  const { type: _, actor, now, ...data } = command;
  const household = withMember(actor, state);
  if (household.invitations.has(data.invitationId)) throw householdRefusals.invitationIdInUse();
  const valid = openInvitations(household).filter(([, { expiresAt }]) => expiresAt > now);
  if (valid.length >= householdLimits.invitations) throw householdRefusals.tooManyInvitations();
  return [{ type: 'InvitationIssued' as const, data }];
}

function join(state: HouseholdState, command: Extract<HouseholdCommand, { type: 'Join' }>): HouseholdEvent[] {
  const { actor, invitationId, now } = command;
  if (state.status === 'dissolved') throw householdRefusals.dissolved();
  const invitation = state.status === 'founded' ? state.invitations.get(invitationId) : undefined;
  if (state.status !== 'founded' || !invitation) throw householdRefusals.invitationNotFound();
  if (state.members.has(actor)) return [];
  if (invitation.isRevoked) throw householdRefusals.invitationRevoked();
  if (invitation.expiresAt <= now) throw householdRefusals.invitationExpired();
  if (invitation.usesLeft <= 0) throw householdRefusals.invitationUsedUp();
  if (state.members.size >= householdLimits.members) throw householdRefusals.full();
  assertFewMemberships(command.memberships);
  return [{ type: 'MemberJoined', data: { uid: actor, invitationId } }];
}

/** The removed member may know the codes of open invitations, so these are revoked. */
function remove(state: HouseholdState, actor: string, uid: string): HouseholdEvent[] {
  const household = ownedBy(actor, state);
  if (!household.members.has(uid)) throw householdRefusals.memberNotFound();
  return [{ type: 'MemberRemoved', data: { uid } }, ...openInvitations(household).map(([id]) => revoked(id))];
}

/** The member knows the codes that they have issued, and could return by them. */
function leave(state: HouseholdState, actor: string): HouseholdEvent[] {
  const household = withMember(actor, state);
  if (household.ownerId === actor) throw householdRefusals.ownerCannotLeave();
  const own = openInvitations(household).filter(([, { issuedBy }]) => issuedBy === actor);
  return [{ type: 'MemberLeft', data: { uid: actor } }, ...own.map(([id]) => revoked(id))];
}

function decide(command: HouseholdCommand, state: HouseholdState): HouseholdEvent[] {
  switch (command.type) {
    case 'FoundHousehold':
      if (state.status !== 'new') throw householdRefusals.idInUse();
      assertFewMemberships(command.memberships);
      return [{ type: 'HouseholdFounded', data: { name: validName(command.name) } }];
    case 'RenameHousehold': {
      const household = ownedBy(command.actor, state);
      const name = validName(command.name);
      return name === household.name ? [] : [{ type: 'HouseholdRenamed', data: { name } }];
    }
    case 'IssueInvitation':
      return issue(state, command);
    case 'RevokeInvitation': {
      const { ownerId, invitations } = withMember(command.actor, state);
      const invitation = invitations.get(command.invitationId);
      if (!invitation) throw householdRefusals.invitationNotFound();
      if (ownerId !== command.actor && invitation.issuedBy !== command.actor) throw householdRefusals.notTheOwner();
      return invitation.isRevoked ? [] : [revoked(command.invitationId)];
    }
    case 'Join':
      return join(state, command);
    case 'EndMembership':
      return command.uid === command.actor ? leave(state, command.actor) : remove(state, command.actor, command.uid);
    case 'TransferOwnership': {
      const { members } = ownedBy(command.actor, state);
      if (!members.has(command.to)) throw householdRefusals.memberNotFound('uid');
      return command.to === command.actor ? [] : [{ type: 'OwnershipTransferred', data: { to: command.to } }];
    }
    case 'DissolveHousehold':
      ownedBy(command.actor, state);
      return [{ type: 'HouseholdDissolved', data: {} }];
  }
}

function evolve(state: HouseholdState, event: EventWithMetadata<HouseholdEvent>): HouseholdState {
  const { actor, at } = event.meta;
  if (event.type === 'HouseholdFounded') {
    const { name } = event.data;
    return { status: 'founded', name, ownerId: actor, members: new Map([[actor, at]]), invitations: new Map() };
  }
  if (state.status !== 'founded') return state;
  switch (event.type) {
    case 'HouseholdRenamed':
      state.name = event.data.name;
      return state;
    case 'InvitationIssued': {
      const { invitationId, expiresAt, uses } = event.data;
      state.invitations.set(invitationId, { issuedBy: actor, expiresAt, usesLeft: uses, isRevoked: false });
      return state;
    }
    case 'InvitationRevoked': {
      const invitation = state.invitations.get(event.data.invitationId);
      if (invitation) Object.assign(invitation, { isRevoked: true, usesLeft: 0 });
      return state;
    }
    case 'MemberJoined': {
      state.members.set(event.data.uid, at);
      const invitation = state.invitations.get(event.data.invitationId);
      if (invitation) invitation.usesLeft -= 1;
      return state;
    }
    case 'MemberLeft':
    case 'MemberRemoved':
      state.members.delete(event.data.uid);
      return state;
    case 'OwnershipTransferred':
      state.ownerId = event.data.to;
      return state;
    case 'HouseholdDissolved':
      return { status: 'dissolved', name: state.name, members: state.members };
  }
}

export const household = {
  category: householdCategory,
  events: householdEvents,
  initial: (): HouseholdState => ({ status: 'new' }),
  decide,
  evolve,
  weight: (state: HouseholdState): number =>
    (state.status === 'new' ? 0 : state.members.size) + (state.status === 'founded' ? state.invitations.size : 0),
};
