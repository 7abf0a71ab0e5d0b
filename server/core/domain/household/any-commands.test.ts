import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { by, decidedEvents, given } from '../../../../tests/support/decider.ts';
import { Spread } from '../../../../tests/support/spread.ts';
import { type HouseholdCommand, type HouseholdState, household, openInvitations } from './decider.ts';
import type { HouseholdEvent } from './events.ts';

const founded: HouseholdEvent = { type: 'HouseholdFounded', data: { name: 'Home' } };

describe('any sequence of commands', () => {
  const actor = fc.constantFrom('mia', 'sam', 'eleni', 'noor');
  const day = (min: number, max: number) => fc.integer({ min, max }).map((n) => `2026-01-0${n}T00:00:00.000Z`);
  const now = day(1, 5);
  /** Which of the issued invitations, counted from the last one. */
  const nth = fc.nat(2);
  /** A command in the state after the previous ones. */
  type Step = (invitations: readonly string[]) => HouseholdCommand;
  const issue = fc.record({ actor, now, expiresAt: day(4, 9), uses: fc.integer({ min: 1, max: 3 }) }).map(
    (data): Step =>
      (invitations) => ({
        type: 'IssueInvitation',
        ...data,
        invitationId: `invitation-${invitations.length}`,
        secretHash: 'hash',
      }),
  );
  const joinAny = fc.record({ actor, now, nth }).map(
    (data): Step =>
      (invitations) => ({
        type: 'Join',
        actor: data.actor,
        memberships: 0,
        now: data.now,
        invitationId: invitations.at(-1 - data.nth) ?? 'unknown',
      }),
  );
  const revoke = fc.record({ actor, nth }).map(
    (data): Step =>
      (invitations) => ({
        type: 'RevokeInvitation',
        actor: data.actor,
        invitationId: invitations.at(-1 - data.nth) ?? 'unknown',
      }),
  );
  const end = fc.record({ actor, uid: actor }).map(
    (data): Step =>
      () => ({ type: 'EndMembership', ...data }),
  );
  const transfer = fc.record({ actor, to: actor }).map(
    (data): Step =>
      () => ({ type: 'TransferOwnership', ...data }),
  );
  const step: fc.Arbitrary<Step> = fc.oneof(
    { weight: 12, arbitrary: issue },
    { weight: 14, arbitrary: joinAny },
    { weight: 2, arbitrary: revoke },
    { weight: 3, arbitrary: end },
    { weight: 3, arbitrary: transfer },
  );

  it('keep an owner who is a member, admit nobody without a valid invitation of a member, and give no stranger any rights', () => {
    const changes = new Spread();
    const sizes = new Spread();
    fc.assert(
      fc.property(fc.array(step, { minLength: 30, maxLength: 90, size: 'max' }), (steps) => {
        let state: HouseholdState = given(household, by('mia', founded)).state;
        const uses = new Map<string, number>();
        let recorded = 0;
        let largest = 1;
        for (const next of steps) {
          const command = next([...uses.keys()]);
          const members = state.status === 'founded' ? [...state.members.keys()] : [];
          const actor = 'actor' in command ? command.actor : 'mia';
          const events = decidedEvents(household, command, state);
          recorded += events.length;
          for (const event of events) {
            if (event.type === 'InvitationIssued') uses.set(event.data.invitationId, event.data.uses);
            if (event.type === 'InvitationRevoked') uses.set(event.data.invitationId, 0);
            if (event.type === 'MemberJoined') {
              const usesLeft = uses.get(event.data.invitationId) ?? 0;
              expect(usesLeft).toBeGreaterThan(0);
              uses.set(event.data.invitationId, usesLeft - 1);
            } else expect(members).toContain(actor);
            const meta = { actor, commandId: 'any', at: '2026-01-02T00:00:00.000Z' };
            state = household.evolve(state, { ...event, meta });
          }
          if (state.status !== 'founded') throw new Error('Nobody has dissolved the household');
          expect([...state.members.keys()]).toContain(state.ownerId);
          for (const [, { issuedBy }] of openInvitations(state)) expect([...state.members.keys()]).toContain(issuedBy);
          largest = Math.max(largest, state.members.size);
        }
        changes.add(recorded);
        sizes.add(largest);
      }),
      { numRuns: 300 },
    );
    expect(changes.share(12)).toBeGreaterThan(0.5);
    expect(sizes.share(3)).toBeGreaterThan(0.6);
  });
});
