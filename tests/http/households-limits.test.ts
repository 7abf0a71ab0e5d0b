/** Rights, limits and invitations of households, over HTTP. */
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { newId } from '../../server/commands/ids.ts';
import type { Household, Households, IssuedInvitation } from '../../server/core/contracts/households.ts';
import { groceryLimits, householdLimits } from '../../server/core/contracts/limits.ts';
import { householdCalls, outcome } from '../support/household-calls.ts';
import { openTestApp, type TestApp } from '../support/test-app.ts';

/** As many as fit into a household, and one more. */
const crowd = Array.from({ length: householdLimits.members + 1 }, (_, n) => `guest-${n}`);
const dayMs = 86_400_000;

let app: TestApp;
beforeAll(async () => {
  app = await openTestApp('mia', 'tom', 'ann', 'ben', 'eve', ...crowd);
});
afterAll(() => app.close());
const { found, invite, join, end, dissolve, seenBy, rolesSeenBy } = householdCalls(() => app);

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

describe('guessing codes', () => {
  it('is limited per user and per address, while correct codes do not count', async () => {
    const app = await openTestApp('mia', 'eve', 'tom', 'ann', 'ben');
    const { id } = (await app.as('mia').post('/api/households', { name: 'Home' })).json<Household>();
    const issued = await app.as('mia').post(`/api/households/${id}/invitations`, {});
    const { code } = issued.json<IssuedInvitation>();
    const join = async (as: string, typed: string) =>
      (await app.as(as).post('/api/households/join', { code: typed })).statusCode;
    for (let n = 0; n < 25; n++) expect(await join('tom', code)).toBe(200);
    for (let n = 0; n < 20; n++) expect(await join('eve', `wrong-${n}`)).toBe(404);
    expect(await join('eve', code)).toBe(429);
    for (const [as, n] of [
      ['ann', 20],
      ['ben', 20],
    ] as const) {
      for (let guess = 0; guess < n; guess++) expect(await join(as, 'wrong')).toBe(404);
    }
    expect(await join('mia', code)).toBe(429);
    await app.close();
  });
});

describe('using codes', () => {
  it('is limited per user, also with correct codes, because each is hashed', async () => {
    vi.useFakeTimers({ toFake: ['performance'] });
    const app = await openTestApp('mia', 'tom');
    const { id } = (await app.as('mia').post('/api/households', { name: 'Home' })).json<Household>();
    const issued = await app.as('mia').post(`/api/households/${id}/invitations`, {});
    const { code } = issued.json<IssuedInvitation>();
    for (let n = 0; n < 30; n++) expect((await app.as('tom').get(`/api/invitations/${code}`)).statusCode).toBe(200);
    const refused = [
      await app.as('tom').get(`/api/invitations/${code}`),
      await app.as('tom').post('/api/households/join', { code }),
      await app.as('tom').post(`/api/households/${id}/invitations`, {}),
    ];
    for (const response of refused) {
      expect(response.statusCode).toBe(429);
      expect(response.json()).toMatchObject({ code: 'TOO_MANY_INVITATION_CODES' });
      expect(Number(response.headers['retry-after'])).toBeGreaterThan(0);
    }
    expect((await app.as('mia').get(`/api/invitations/${code}`)).statusCode).toBe(200);
    vi.advanceTimersByTime(2_000);
    expect((await app.as('tom').get(`/api/invitations/${code}`)).statusCode).toBe(200);
    vi.useRealTimers();
    await app.close();
  });
});
