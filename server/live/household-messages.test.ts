import { describe, expect, test } from 'vitest';
import { householdsProjection } from '../../projections/definitions/households.ts';
import { batch, eventsOf, type GivenEvent } from '../../tests/support/applied-batches.ts';
import { liveMessages } from './messages.ts';

const on = (type: string, data: object = {}): GivenEvent => ['household-h1', type, data, 'mia'];
const messagesAfter = (...events: GivenEvent[]) =>
  liveMessages(batch(householdsProjection.name, eventsOf(7, events), {}));
const toUser = (uid: string, kind: 'household.joined' | 'household.left', position = '7') => ({
  room: `user:${uid}`,
  message: { kind, position, householdId: 'h1' },
});
const changed = (position = '7', revision = '0') => ({
  room: 'household:h1',
  message: { kind: 'household.changed', position, householdId: 'h1', revision },
});

describe('the messages about a household', () => {
  test.each([
    ['HouseholdFounded', { name: 'Home' }, toUser('mia', 'household.joined')],
    ['MemberJoined', { uid: 'tom', invitationId: 'i1' }, toUser('tom', 'household.joined')],
    ['MemberLeft', { uid: 'tom' }, toUser('tom', 'household.left')],
    ['MemberRemoved', { uid: 'tom' }, toUser('tom', 'household.left')],
  ])('begin with one to the user whose membership changes, after %s', (type, data, first) => {
    expect(messagesAfter(on(type, data))).toEqual([first, changed()]);
  });

  test('are one to the members for changes of anything else, and once for a batch', () => {
    expect(messagesAfter(on('HouseholdRenamed', { name: 'Flat' }), on('OwnershipTransferred', { to: 'tom' }))).toEqual([
      changed('8', '1'),
    ]);
    const replaced = [on('MemberRemoved', { uid: 'tom' }), on('MemberJoined', { uid: 'eve', invitationId: 'i1' })];
    expect(messagesAfter(...replaced)).toEqual([
      toUser('tom', 'household.left', '8'),
      toUser('eve', 'household.joined', '8'),
      changed('8', '1'),
    ]);
  });

  test('end with the dissolution', () => {
    expect(messagesAfter(on('HouseholdDissolved'))).toEqual([
      { room: 'household:h1', message: { kind: 'household.dissolved', position: '7', householdId: 'h1' } },
    ]);
  });
});
