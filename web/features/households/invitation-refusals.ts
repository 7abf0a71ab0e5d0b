import { householdLimits } from '../../../server/core/contracts/limits.ts';
import { ApiError } from '../../lib/api-client.ts';

export interface InvitationRefusal {
  readonly title: string;
  /** What to do. */
  readonly text: string;
  readonly action: { readonly label: string; readonly to: string };
  /** Whether the code may have a typo. */
  readonly isMistyped?: boolean;
}

const enterCode = { label: 'Enter a code', to: '/join' };
const openHouseholds = { label: 'My households', to: '/households' };

const refusals: Readonly<Record<string, InvitationRefusal>> = {
  INVITATION_NOT_FOUND: {
    title: 'This code opens nothing',
    text: 'There is no invitation with it. Check it for typos, or ask for a new one.',
    action: enterCode,
    isMistyped: true,
  },
  INVITATION_EXPIRED: {
    title: 'This invitation has expired',
    text: 'Invitations work for seven days. Ask for a new one.',
    action: enterCode,
  },
  INVITATION_USED_UP: {
    title: 'This invitation is used up',
    text: 'As many people as it was for have joined with it. Ask for a new one.',
    action: enterCode,
  },
  INVITATION_REVOKED: {
    title: 'This invitation was revoked',
    text: 'A member of the household has ended it. Ask for a new one.',
    action: enterCode,
  },
  HOUSEHOLD_DISSOLVED: {
    title: 'This household is dissolved',
    text: 'It ended after you were invited. You can start one of your own.',
    action: openHouseholds,
  },
  HOUSEHOLD_FULL: {
    title: 'This household is full',
    text: `It has ${householdLimits.members} members already. Once one of them leaves, this invitation works again.`,
    action: openHouseholds,
  },
  TOO_MANY_HOUSEHOLDS: {
    title: `You are in ${householdLimits.perUser} households already`,
    text: 'Leave one of them, and then open this invitation again.',
    action: openHouseholds,
  },
  TOO_MANY_WRONG_CODES: {
    title: 'Too many wrong codes',
    text: 'Wait a few minutes before you enter another one, or ask for a link.',
    action: enterCode,
  },
};

/** Why an invitation is not valid; undefined for another error. */
export const refusalOf = (error: unknown): InvitationRefusal | undefined =>
  error instanceof ApiError ? refusals[error.code] : undefined;
