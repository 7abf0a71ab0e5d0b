/** Calls of the members of a household at the same time, over HTTP. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Household } from '../../server/core/contracts/households.ts';
import { householdCalls, outcome } from '../support/household-calls.ts';
import { openTestApp, type TestApp } from '../support/test-app.ts';

/** Simultaneous calls are made as often, because either may be first. */
const rounds = 4;

let app: TestApp;
beforeAll(async () => {
  app = await openTestApp('mia', 'tom', 'ann');
});
afterAll(() => app.close());
const { found, invite, join, end, dissolve, seenBy, rolesSeenBy } = householdCalls(() => app);
const handOver = (as: string, { id }: Household, uid: string) => app.as(as).put(`/api/households/${id}/owner`, { uid });

describe('simultaneous calls', () => {
  /** Runs both calls at once, in both orders. */
  const both = async <Result>(
    n: number,
    a: () => Promise<Result>,
    b: () => Promise<Result>,
  ): Promise<[Result, Result]> => {
    if (n % 2 === 0) return Promise.all([a(), b()]);
    const [second, first] = await Promise.all([b(), a()]);
    return [first, second];
  };

  it('let one of two people join with the last use of an invitation', async () => {
    const home = await found('mia');
    for (let n = 0; n < 3; n++) {
      const { code } = await invite('mia', home);
      const outcomes = (
        await both(
          n,
          () => join('tom', code),
          () => join('ann', code),
        )
      ).map(outcome);
      expect(outcomes.toSorted()).toEqual([200, '409 INVITATION_USED_UP']);
      expect((await seenBy('mia', home))?.members).toHaveLength(2);
      for (const each of ['tom', 'ann']) await end(each, home, each);
    }
    await dissolve('mia', home);
  });

  it('leave one owner when a household is handed over to two members, or to each other', async () => {
    const home = await found('mia', 'tom', 'ann');
    for (let n = 0; n < rounds; n++) {
      const owner = (await seenBy('mia', home))?.members.find(({ role }) => role === 'owner')?.uid ?? '';
      const [a = '', b = ''] = ['mia', 'tom', 'ann'].filter((uid) => uid !== owner);
      const outcomes = (
        await both(
          n,
          () => handOver(owner, home, a),
          () => handOver(owner, home, b),
        )
      ).map(outcome);
      expect(outcomes.toSorted()).toEqual([200, '403 NOT_THE_OWNER']);
      const expected = outcomes[0] === 200 ? a : b;
      for (const as of ['mia', 'tom', 'ann']) {
        const owners = (await rolesSeenBy(as, home))?.filter((each) => each.endsWith('owner'));
        expect(owners).toEqual([`${expected}: owner`]);
      }
    }
    const owner = (await seenBy('mia', home))?.members.find(({ role }) => role === 'owner')?.uid ?? '';
    await dissolve(owner, home);
  });

  it('admit a person before a removal revokes the invitation, or not at all', async () => {
    for (let n = 0; n < 3; n++) {
      const home = await found('mia', 'tom');
      const { code } = await invite('mia', home, 2);
      const [joined, removed] = await both(
        n,
        () => join('ann', code),
        () => end('mia', home, 'tom'),
      );
      expect(outcome(removed)).toBe(204);
      expect([200, '409 INVITATION_REVOKED']).toContain(outcome(joined));
      const members = outcome(joined) === 200 ? ['mia: owner', 'ann: member'] : ['mia: owner'];
      expect(await rolesSeenBy('mia', home)).toEqual(members);
      expect((await seenBy('ann', home)) !== undefined).toBe(outcome(joined) === 200);
      expect(outcome(await join('tom', code))).toBe('409 INVITATION_REVOKED');
      await dissolve('mia', home);
    }
  });

  it('end a membership once when a member leaves while being removed', async () => {
    for (let n = 0; n < rounds; n++) {
      const home = await found('mia', 'tom');
      const outcomes = (
        await both(
          n,
          () => end('tom', home, 'tom'),
          () => end('mia', home, 'tom'),
        )
      ).map(outcome);
      expect([
        [204, '404 MEMBER_NOT_FOUND'],
        ['403 NOT_A_MEMBER', 204],
      ]).toContainEqual(outcomes);
      expect(await rolesSeenBy('mia', home)).toEqual(['mia: owner']);
      expect(await seenBy('tom', home)).toBeUndefined();
      await dissolve('mia', home);
    }
  });

  it('leave nobody in a household that is dissolved while a person joins', async () => {
    for (let n = 0; n < 3; n++) {
      const home = await found('mia');
      const { code } = await invite('mia', home);
      const [joined, dissolved] = await both(
        n,
        () => join('tom', code),
        () => dissolve('mia', home),
      );
      expect(outcome(dissolved)).toBe(204);
      expect([200, '409 HOUSEHOLD_DISSOLVED']).toContain(outcome(joined));
      for (const as of ['mia', 'tom']) {
        expect(await seenBy(as, home)).toBeUndefined();
        expect((await app.as(as).get(`/api/grocery-list/${home.id}`)).statusCode).toBe(403);
      }
      expect(outcome(await join('tom', code))).toBe('409 HOUSEHOLD_DISSOLVED');
    }
  });

  it('hand over to a member who leaves at the same time, or refuse it, and never to nobody', async () => {
    for (let n = 0; n < rounds; n++) {
      const home = await found('mia', 'tom');
      const [handedOver, left] = await both(
        n,
        () => handOver('mia', home, 'tom'),
        () => end('tom', home, 'tom'),
      );
      expect([
        [200, '409 OWNER_CANNOT_LEAVE'],
        ['404 MEMBER_NOT_FOUND', 204],
      ]).toContainEqual([outcome(handedOver), outcome(left)]);
      const owner = outcome(handedOver) === 200 ? 'tom' : 'mia';
      expect((await rolesSeenBy('mia', home))?.filter((each) => each.endsWith('owner'))).toEqual([`${owner}: owner`]);
      await dissolve(owner, home);
    }
  });
});
