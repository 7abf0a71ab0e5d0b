export type HouseholdFounded = { type: 'HouseholdFounded'; data: { name: string } };
export type HouseholdRenamed = { type: 'HouseholdRenamed'; data: { name: string } };
/** The code of the invitation is a secret: only a hash is recorded. `uses`: how many people can join with it. */
export type InvitationIssued = {
  type: 'InvitationIssued';
  data: { invitationId: string; secretHash: string; expiresAt: string; uses: number };
};
export type InvitationRevoked = { type: 'InvitationRevoked'; data: { invitationId: string } };
export type MemberJoined = { type: 'MemberJoined'; data: { uid: string; invitationId: string } };
export type MemberLeft = { type: 'MemberLeft'; data: { uid: string } };
export type MemberRemoved = { type: 'MemberRemoved'; data: { uid: string } };
export type OwnershipTransferred = { type: 'OwnershipTransferred'; data: { to: string } };
export type HouseholdDissolved = { type: 'HouseholdDissolved'; data: Record<string, never> };

/** The events of `household-{id}`. The actor of `HouseholdFounded` is the first member and owner. */
export type HouseholdEvent =
  | HouseholdFounded
  | HouseholdRenamed
  | InvitationIssued
  | InvitationRevoked
  | MemberJoined
  | MemberLeft
  | MemberRemoved
  | OwnershipTransferred
  | HouseholdDissolved;

export const householdCategory = 'household';
