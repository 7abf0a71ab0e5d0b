import { householdLimits } from '../../contracts/limits.ts';
import { Refusal } from '../refusal.ts';

export const householdRefusals = {
  idInUse: () => new Refusal('conflict', 'ID_IN_USE', 'There is a household with this id already; send a new id'),
  invitationIdInUse: () =>
    new Refusal('conflict', 'ID_IN_USE', 'There is an invitation with this id already; send a new id'),
  nameRequired: () => new Refusal('invalid', 'NAME_REQUIRED', 'A household needs a name', 'name'),
  /** The same for a household that does not exist or was dissolved: strangers learn nothing. */
  notAMember: () => new Refusal('forbidden', 'NOT_A_MEMBER', 'You are not a member of this household'),
  notTheOwner: () => new Refusal('forbidden', 'NOT_THE_OWNER', 'Only the owner of the household can do this'),
  memberNotFound: (field?: string) =>
    new Refusal('not-found', 'MEMBER_NOT_FOUND', 'This person is not a member of the household', field),
  ownerCannotLeave: () =>
    new Refusal('conflict', 'OWNER_CANNOT_LEAVE', 'Make another member the owner first, or dissolve the household'),
  full: () => new Refusal('conflict', 'HOUSEHOLD_FULL', `A household has up to ${householdLimits.members} members`),
  tooManyHouseholds: () =>
    new Refusal(
      'conflict',
      'TOO_MANY_HOUSEHOLDS',
      `You can be a member of up to ${householdLimits.perUser} households; leave one first`,
    ),
  tooManyInvitations: () =>
    new Refusal(
      'conflict',
      'TOO_MANY_INVITATIONS',
      `A household has up to ${householdLimits.invitations} open invitations; revoke one first`,
    ),
  invitationNotFound: () =>
    new Refusal('not-found', 'INVITATION_NOT_FOUND', 'There is no invitation with this code; check it for typos'),
  invitationRevoked: () =>
    new Refusal('conflict', 'INVITATION_REVOKED', 'This invitation was revoked; ask for a new one'),
  invitationExpired: () =>
    new Refusal('conflict', 'INVITATION_EXPIRED', 'This invitation has expired; ask for a new one'),
  invitationUsedUp: () =>
    new Refusal('conflict', 'INVITATION_USED_UP', 'This invitation was used already; ask for a new one'),
  dissolved: () => new Refusal('conflict', 'HOUSEHOLD_DISSOLVED', 'This household was dissolved'),
};
