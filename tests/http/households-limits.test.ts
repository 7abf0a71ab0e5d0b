/** Rights, limits and simultaneous calls of households, over HTTP. */
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { newId } from '../../server/commands/ids.ts';
import type { Household, Households, IssuedInvitation } from '../../server/core/contracts/households.ts';
import { groceryLimits, householdLimits } from '../../server/core/contracts/limits.ts';
import { openTestApp, type TestApp } from '../support/test-app.ts';

/** As many as fit into a household, and one more. */
const crowd = Array.from({ length: householdLimits.members + 1 }, (_, n) => `guest-${n}`);
/** Simultaneous calls are made as often, because either may be first. */
const rounds = 4;
const dayMs = 86_400_000;

let app: TestApp;
beforeAll(async () => {
  app = await openTestApp('mia', 'tom', 'ann', 'ben', 'eve', ...crowd);
});
afterAll(() => app.close());

const found = async (as: string, ...members: string[]): Promise<Household> => {
  const household: Household = (await app.as(as).post('/api/households', { name: 'Home' })).json();
  if (members.length > 0) {
    const { code } = await invite(as, household, members.length);
    for (const member of members) expect((await join(member, code)).statusCode).toBe(200);
  }
  return household;
};
const invite = async (as: string, { id }: Household, uses = 1): Promise<IssuedInvitation> => {
  const response = await app.as(as).post(`/api/households/${id}/invitations`, { uses });
  expect(response.statusCode).toBe(201);
  return response.json();
};
const join = (as: string, code: string) => app.as(as).post('/api/households/join', { code });
const end = (as: string, { id }: Household, uid: string) => app.as(as).delete(`/api/households/${id}/members/${uid}`);
const dissolve = (as: string, { id }: Household) => app.as(as).delete(`/api/households/${id}`);
const handOver = (as: string, { id }: Household, uid: string) => app.as(as).put(`/api/households/${id}/owner`, { uid });
const seenBy = async (as: string, { id }: Household): Promise<Household | undefined> =>
  (await app.as(as).get('/api/households')).json<Households>().items.find((household) => household.id === id);
const rolesSeenBy = async (as: string, household: Household): Promise<string[] | undefined> =>
  (await seenBy(as, household))?.members.map(({ uid, role }) => `${uid}: ${role}`);

const outcome = (response: { statusCode: number; json(): { code?: string } }): number | string =>
  response.statusCode < 300 ? response.statusCode : `${response.statusCode} ${response.json().code}`;

describe('a household that is foreign, unknown or dissolved', () => {
  interface Call {
    readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
    readonly path: string;
    readonly body: object | undefined;
  }

  /** All calls that name a household or the owner of a list or a plan, each with its first example. */
  async function allCalls(): Promise<Call[]> {
    const { paths } = (await app.as(undefined).get('/api/openapi.json')).json();
    return Object.entries<Record<string, { requestBody?: { content: Record<string, { examples?: object }> } }>>(
      paths,
    ).flatMap(([path, methods]) => {
      if (!/\{(householdId|whose)\}/.test(path)) return [];
      return Object.entries(methods).map(([method, { requestBody }]): Call => {
        const examples = requestBody?.content['application/json']?.examples ?? {};
        const [example] = Object.values<{ value: object }>({ ...examples });
        return { method: method.toUpperCase() as Call['method'], path, body: example?.value };
      });
    });
  }

  it('is refused alike in every call', async () => {
    const [foreign, dissolved] = [await found('mia'), await found('eve')];
    await dissolve('eve', dissolved);
    const calls = await allCalls();
    expect(calls.length).toBeGreaterThan(20);
    for (const { method, path, body } of calls) {
      const answerFor = (id: string) => {
        const url = path
          .replace(/\{(householdId|whose)\}/, id)
          .replace('{uid}', 'mia')
          .replaceAll(/\{\w+\}/g, newId());
        const headers = { authorization: 'Bearer token-eve' };
        return app.inject({ method, url, headers, ...(body && { payload: body }) });
      };
      const [first, ...others] = await Promise.all([foreign.id, newId(), dissolved.id].map(answerFor));
      expect(first?.statusCode, `${method} ${path}`).toBe(403);
      for (const other of others) expect(other.json(), `${method} ${path}`).toEqual(first?.json());
    }
    const add = (userId: string) =>
      app.as('eve').post('/api/grocery-list', { userId, ingredients: [{ name: 'Milk' }] });
    for (const id of [foreign.id, newId(), dissolved.id]) expect((await add(id)).statusCode).toBe(403);
    expect(await rolesSeenBy('mia', foreign)).toEqual(['mia: owner']);
  });
});

describe('the limits of a household', () => {
  it('are 60 characters of a name, also of those outside the Basic Multilingual Plane', async () => {
    const home = await found('ann');
    for (const character of ['a', '🥕']) {
      const longest = character.repeat(householdLimits.name);
      const create = (name: string) => app.as('ann').post('/api/households', { name });
      const rename = (name: string) => app.as('ann').patch(`/api/households/${home.id}`, { name });
      const created = await create(longest);
      expect(created.json()).toMatchObject({ name: longest });
      expect((await rename(longest)).json()).toMatchObject({ name: longest });
      for (const each of [create, rename]) {
        expect((await each(`${longest}${character}`)).statusCode).toBe(422);
        for (const empty of ['', ' \n ']) expect(outcome(await each(empty))).toBe('422 NAME_REQUIRED');
      }
      await dissolve('ann', created.json());
    }
  });

  it('are 20 members; a place that becomes free can be taken', async () => {
    const [owner = '', ...guests] = crowd;
    const home = await found(owner);
    const { code } = await invite(owner, home, householdLimits.uses);
    const last = guests.pop() ?? '';
    for (const guest of guests) expect(outcome(await join(guest, code))).toBe(200);
    expect((await seenBy(owner, home))?.members).toHaveLength(householdLimits.members);
    expect(outcome(await app.as(last).get(`/api/invitations/${code}`))).toBe('409 HOUSEHOLD_FULL');
    expect(outcome(await join(last, code))).toBe('409 HOUSEHOLD_FULL');
    expect(outcome(await join(guests[0] ?? '', code))).toBe(200); // A member already.
    await end(guests[0] ?? '', home, guests[0] ?? '');
    expect(outcome(await join(last, code))).toBe(200);
    expect((await seenBy(last, home))?.members).toHaveLength(householdLimits.members);
  });

  it('are 10 households of a person, founded or joined', async () => {
    const homes: Household[] = [];
    for (let n = (await app.as('ben').get('/api/households')).json<Households>().items.length; n < 9; n++) {
      homes.push(await found('ben'));
    }
    const theirs = [await found('tom'), await found('tom')];
    const [first, second] = [await invite('tom', theirs[0] as Household), await invite('tom', theirs[1] as Household)];
    expect(outcome(await join('ben', first.code))).toBe(200);
    expect(outcome(await join('ben', second.code))).toBe('409 TOO_MANY_HOUSEHOLDS');
    expect(outcome(await app.as('ben').post('/api/households', { name: 'Eleventh' }))).toBe('409 TOO_MANY_HOUSEHOLDS');
    await end('ben', theirs[0] as Household, 'ben');
    expect(outcome(await join('ben', second.code))).toBe(200);
    for (const home of homes) await dissolve('ben', home);
  });

  it('are 500 items on its list, counted for all members together', async () => {
    const home = await found('mia', 'tom');
    const add = (as: string, count: number) =>
      app.as(as).post('/api/grocery-list', {
        userId: home.id,
        ingredients: Array.from({ length: count }, (_, n) => ({ name: `Item ${n}` })),
      });
    for (let count = groceryLimits.perRequest; count < groceryLimits.items; count += groceryLimits.perRequest) {
      expect((await add('mia', groceryLimits.perRequest)).statusCode).toBe(201);
    }
    expect((await add('tom', groceryLimits.perRequest - 1)).statusCode).toBe(201);
    // All or none.
    expect(outcome(await add('mia', 2))).toBe('409 LIST_FULL');
    const both = await Promise.all([add('mia', 1), add('tom', 1)]);
    expect(both.map(outcome).toSorted()).toEqual([201, '409 LIST_FULL']);
    const list = (await app.as('tom').get(`/api/grocery-list/${home.id}`)).json();
    expect(list.items).toHaveLength(groceryLimits.items);
  });
});

describe('an invitation', () => {
  it('shows the name of the household and who invites, and nothing else', async () => {
    const home = await found('mia', 'tom');
    await app.as('mia').post('/api/grocery-list', { userId: home.id, ingredients: [{ name: 'Secret chocolate' }] });
    const { code, id } = await invite('tom', home);
    const shown = await app.as('eve').get(`/api/invitations/${code}`);
    expect(shown.json()).toEqual({ name: 'Home', invitedBy: { name: 'Tom', avatar: null }, isMember: false });
    for (const secret of [home.id, id, 'mia', 'Mia', '"tom"', 'chocolate']) expect(shown.body).not.toContain(secret);
    expect((await app.as('mia').get(`/api/invitations/${code}`)).json()).toMatchObject({ isMember: true });
    expect(outcome(await app.as(undefined).get(`/api/invitations/${code}`))).toMatch(/^401 /);
  });

  it('expires after seven days, for those who have not joined', async () => {
    vi.useFakeTimers({ toFake: ['Date'] });
    try {
      const home = await found('mia');
      const { code, expiresAt } = await invite('mia', home, 3);
      expect(outcome(await join('tom', code))).toBe(200);
      vi.setSystemTime(new Date(expiresAt).getTime() - 1);
      expect(outcome(await join('ann', code))).toBe(200);
      vi.setSystemTime(new Date(expiresAt).getTime());
      for (const call of [() => join('eve', code), () => app.as('eve').get(`/api/invitations/${code}`)]) {
        expect(outcome(await call())).toBe('409 INVITATION_EXPIRED');
      }
      expect(outcome(await join('tom', code))).toBe(200); // A member already.
      expect((await seenBy('mia', home))?.invitations).toEqual([]);
      expect(new Date(expiresAt).getTime() - Date.now()).toBeLessThanOrEqual(7 * dayMs);
    } finally {
      vi.useRealTimers();
    }
  });
});

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
