import { describe, expect, it } from 'vitest';
import { by, given } from '../../../../tests/support/decider.ts';
import { householdLimits } from '../../contracts/limits.ts';
import { type HouseholdCommand, household } from './decider.ts';
import type { HouseholdEvent } from './events.ts';

const founded: HouseholdEvent = { type: 'HouseholdFounded', data: { name: 'Home' } };
const issued = (invitationId = 'invitation', uses = 2): HouseholdEvent => ({
  type: 'InvitationIssued',
  data: { invitationId, secretHash: `hash of ${invitationId}`, expiresAt: '2026-01-08T00:00:00.000Z', uses },
});
const revoked = (invitationId: string): HouseholdEvent => ({ type: 'InvitationRevoked', data: { invitationId } });
const joined = (uid: string, invitationId = 'invitation'): HouseholdEvent => ({
  type: 'MemberJoined',
  data: { uid, invitationId },
});
const now = '2026-01-02T00:00:00.000Z';
const join = (actor: string, change: object = {}): HouseholdCommand => ({
  type: 'Join',
  actor,
  invitationId: 'invitation',
  now,
  memberships: 0,
  ...change,
});

const withInvitation = by<HouseholdEvent>('mia', founded, issued());
const withSam = [...withInvitation, ...by('sam', joined('sam'))];

describe('founding a household', () => {
  const found = (name: string, memberships = 0): HouseholdCommand => ({ type: 'FoundHousehold', name, memberships });
  it('trims the name, and makes the founder the owner', () => {
    given(household, []).when(found(' Home ')).decides(founded);
    expect(given(household, by('mia', founded)).state).toMatchObject({
      ownerId: 'mia',
      members: new Map([['mia', '2026-01-01T00:00:00.000Z']]),
    });
  });
  it('requires a name', () => {
    given(household, []).when(found(' \n')).refused('NAME_REQUIRED');
  });
  it('is limited to a number of households of one person', () => {
    given(household, [])
      .when(found('Home', householdLimits.perUser - 1))
      .decides(founded);
    given(household, []).when(found('Home', householdLimits.perUser)).refused('TOO_MANY_HOUSEHOLDS');
  });
  it('is possible once', () => {
    given(household, by('mia', founded)).when(found('Home')).refused('ID_IN_USE');
  });
});

describe('renaming a household', () => {
  const rename = (actor: string, name: string): HouseholdCommand => ({ type: 'RenameHousehold', actor, name });
  it('records a new name', () => {
    given(household, withSam)
      .when(rename('mia', ' Our flat'))
      .decides({ type: 'HouseholdRenamed', data: { name: 'Our flat' } });
    given(household, withSam).when(rename('mia', 'Home ')).decides();
    given(household, withSam).when(rename('mia', '')).refused('NAME_REQUIRED');
  });
  it('is for the owner', () => {
    given(household, withSam).when(rename('sam', 'Flat')).refused('NOT_THE_OWNER');
  });
});

describe('inviting', () => {
  const issue = (actor: string, invitationId = 'invitation', at = now): HouseholdCommand => ({
    type: 'IssueInvitation',
    actor,
    now: at,
    invitationId,
    secretHash: `hash of ${invitationId}`,
    expiresAt: '2026-01-08T00:00:00.000Z',
    uses: 2,
  });
  it('is for all members', () => {
    given(household, by('mia', founded)).when(issue('mia')).decides(issued());
    given(household, withSam).when(issue('sam', 'another')).decides(issued('another'));
  });
  it('requires a new id', () => {
    given(household, withInvitation).when(issue('mia')).refused('ID_IN_USE');
  });
  it('is limited to a number of valid invitations', () => {
    const invitations = Array.from({ length: householdLimits.invitations }, (_, n) => issued(`invitation-${n}`));
    const full = given(household, by('mia', founded, ...invitations));
    full.when(issue('mia', 'another')).refused('TOO_MANY_INVITATIONS');
    full.when(issue('mia', 'another', '2026-01-08T00:00:00.000Z')).decides(issued('another'));
    given(household, by('mia', founded, ...invitations, revoked('invitation-3')))
      .when(issue('mia', 'another'))
      .decides(issued('another'));
  });
  it('is undone by the owner or whoever invited', () => {
    const revoke = (actor: string, invitationId = 'invitation'): HouseholdCommand => ({
      type: 'RevokeInvitation',
      actor,
      invitationId,
    });
    const history = [...withSam, ...by('sam', issued('from sam'))];
    given(household, history).when(revoke('mia', 'from sam')).decides(revoked('from sam'));
    given(household, history).when(revoke('sam', 'from sam')).decides(revoked('from sam'));
    given(household, history).when(revoke('sam')).refused('NOT_THE_OWNER');
    given(household, history).when(revoke('mia', 'unknown')).refused('INVITATION_NOT_FOUND');
    given(household, [...history, ...by('mia', revoked('invitation'))])
      .when(revoke('mia'))
      .decides();
  });
});

describe('joining', () => {
  it('requires a valid invitation', () => {
    given(household, withInvitation).when(join('sam')).decides(joined('sam'));
    given(household, withInvitation)
      .when(join('sam', { invitationId: 'unknown' }))
      .refused('INVITATION_NOT_FOUND');
    given(household, []).when(join('sam')).refused('INVITATION_NOT_FOUND');
  });
  it('is refused with the reason why the invitation is not valid', () => {
    given(household, [...withInvitation, ...by('mia', revoked('invitation'))])
      .when(join('sam'))
      .refused('INVITATION_REVOKED');
    given(household, withInvitation)
      .when(join('sam', { now: '2026-01-08T00:00:00.000Z' }))
      .refused('INVITATION_EXPIRED');
    given(household, [...withSam, ...by('eleni', joined('eleni'))])
      .when(join('noor'))
      .refused('INVITATION_USED_UP');
    given(household, [...withSam, ...by<HouseholdEvent>('mia', { type: 'HouseholdDissolved', data: {} })])
      .when(join('noor'))
      .refused('HOUSEHOLD_DISSOLVED');
  });
  it('changes nothing for a member, even if the invitation is used up', () => {
    given(household, withSam).when(join('sam')).decides();
    given(household, by<HouseholdEvent>('mia', founded, issued('invitation', 1), joined('sam')))
      .when(join('sam'))
      .decides();
  });
  it('is limited to a number of households of one person', () => {
    given(household, withInvitation)
      .when(join('sam', { memberships: householdLimits.perUser }))
      .refused('TOO_MANY_HOUSEHOLDS');
    given(household, withSam)
      .when(join('sam', { memberships: householdLimits.perUser }))
      .decides();
  });
  it('is limited to a number of members', () => {
    const members = Array.from({ length: householdLimits.members - 1 }, (_, n) => joined(`member-${n}`));
    const full = by<HouseholdEvent>('mia', founded, issued('invitation', 100), ...members);
    given(household, full).when(join('sam')).refused('HOUSEHOLD_FULL');
    given(household, [...full, ...by<HouseholdEvent>('mia', { type: 'MemberRemoved', data: { uid: 'member-3' } })])
      .when(join('sam'))
      .decides(joined('sam'));
  });
});

describe('ending a membership', () => {
  const end = (actor: string, uid = actor): HouseholdCommand => ({ type: 'EndMembership', actor, uid });
  it('is possible for members themselves, except for the owner', () => {
    given(household, withSam)
      .when(end('sam'))
      .decides({ type: 'MemberLeft', data: { uid: 'sam' } });
    given(household, withSam).when(end('mia')).refused('OWNER_CANNOT_LEAVE');
  });
  it('is possible for the owner, and revokes the open invitations, whose codes the removed member may know', () => {
    given(household, withSam)
      .when(end('mia', 'sam'))
      .decides({ type: 'MemberRemoved', data: { uid: 'sam' } }, revoked('invitation'));
    given(household, withSam).when(end('mia', 'eleni')).refused('MEMBER_NOT_FOUND');
    given(household, [...withSam, ...by('eleni', joined('eleni'))])
      .when(end('sam', 'eleni'))
      .refused('NOT_THE_OWNER');
  });
  it('revokes the open invitations of a member who leaves, so that they cannot return by one of them', () => {
    const history = [...withSam, ...by('sam', issued('from sam'), issued('revoked'), revoked('revoked'))];
    const left: HouseholdEvent = { type: 'MemberLeft', data: { uid: 'sam' } };
    given(household, history).when(end('sam')).decides(left, revoked('from sam'));
    given(household, [...history, ...by('sam', left, revoked('from sam'))])
      .when(join('sam', { invitationId: 'from sam' }))
      .refused('INVITATION_REVOKED');
  });
  it('ends all rights', () => {
    given(household, [...withSam, ...by<HouseholdEvent>('sam', { type: 'MemberLeft', data: { uid: 'sam' } })])
      .when({ type: 'RevokeInvitation', actor: 'sam', invitationId: 'invitation' })
      .refused('NOT_A_MEMBER');
  });
});

describe('handing over', () => {
  const transfer = (actor: string, to: string): HouseholdCommand => ({ type: 'TransferOwnership', actor, to });
  const transferred: HouseholdEvent = { type: 'OwnershipTransferred', data: { to: 'sam' } };
  it('makes another member the owner', () => {
    given(household, withSam).when(transfer('mia', 'sam')).decides(transferred);
    given(household, withSam).when(transfer('mia', 'mia')).decides();
    given(household, withSam).when(transfer('mia', 'eleni')).refused('MEMBER_NOT_FOUND');
    given(household, withSam).when(transfer('sam', 'sam')).refused('NOT_THE_OWNER');
  });
  it('lets the former owner leave', () => {
    given(household, [...withSam, ...by('mia', transferred)])
      .when({ type: 'EndMembership', actor: 'mia', uid: 'mia' })
      .decides({ type: 'MemberLeft', data: { uid: 'mia' } }, revoked('invitation'));
  });
});

describe('the permissions of a household', () => {
  const commands = (actor: string): HouseholdCommand[] => [
    { type: 'RenameHousehold', actor, name: 'Mine' },
    { type: 'IssueInvitation', actor, now, invitationId: 'x', secretHash: 'hash', expiresAt: now, uses: 1 },
    { type: 'RevokeInvitation', actor, invitationId: 'invitation' },
    { type: 'EndMembership', actor, uid: actor },
    { type: 'EndMembership', actor, uid: 'mia' },
    { type: 'TransferOwnership', actor, to: actor },
    { type: 'DissolveHousehold', actor },
  ];
  it('are the same for a stranger, in an unknown household, and in a dissolved one', () => {
    const dissolved = [...withSam, ...by<HouseholdEvent>('mia', { type: 'HouseholdDissolved', data: {} })];
    for (const command of commands('stranger')) given(household, withSam).when(command).refused('NOT_A_MEMBER');
    for (const command of commands('mia')) given(household, []).when(command).refused('NOT_A_MEMBER');
    for (const command of commands('mia')) given(household, dissolved).when(command).refused('NOT_A_MEMBER');
  });
  it('allow only the owner to dissolve it', () => {
    given(household, withSam).when({ type: 'DissolveHousehold', actor: 'sam' }).refused('NOT_THE_OWNER');
    given(household, withSam)
      .when({ type: 'DissolveHousehold', actor: 'mia' })
      .decides({ type: 'HouseholdDissolved', data: {} });
  });
});
