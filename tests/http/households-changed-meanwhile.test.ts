/** Households and their lists, when another call of a member comes between the steps of a request. */
import { describe, expect, it } from 'vitest';
import { newId } from '../../server/commands/ids.ts';
import type { Households } from '../../server/core/contracts/households.ts';
import { EventLogUnavailable } from '../../server/core/event-log.ts';
import { ownedByHousehold, ownedByUser } from '../../server/ownership/ownership.ts';
import { withCallsMeanwhile } from '../support/calls-meanwhile.ts';
import { outcome } from '../support/household-calls.ts';

const users = ['mia', 'tom', 'ann', 'ben', 'eve', 'max', 'kim'];
const { as, atStep, justBefore, found, invite, join, end, rolesSeenBy, add, fill, names, further } = withCallsMeanwhile(
  ...users,
);

describe('items that are added', () => {
  it('are refused if the household is dissolved meanwhile', async () => {
    const home = await found('mia', 'tom');
    justBefore(`groceryList-${ownedByHousehold(home.id).listId}`, () => as('mia').delete(`/api/households/${home.id}`));
    expect(outcome(await add('tom', home.id, 'Milk'))).toBe('403 FORBIDDEN');
  });

  it('are in the copies if the household is dissolved right after that', async () => {
    const home = await found('mia', 'tom');
    atStep(`return from groceryList-${ownedByHousehold(home.id).listId}`, () =>
      as('mia').delete(`/api/households/${home.id}?keepCopies=true`),
    );
    expect(outcome(await add('tom', home.id, 'Milk'))).toBe(201);
    expect(await names('tom', (await further('tom')).at(-1)?.id)).toEqual(['Milk']);
  });
});

describe('copies of a household that is dissolved', () => {
  it('include what is added until it ends', async () => {
    const home = await found('mia', 'tom');
    await add('mia', home.id, 'Bread');
    justBefore(`listCollection-${ownedByUser('tom').listId}`, () => add('tom', home.id, 'Milk'));
    expect(outcome(await as('mia').delete(`/api/households/${home.id}?keepCopies=true`))).toBe(204);
    for (const as of ['mia', 'tom']) expect(await names(as, (await further(as)).at(-1)?.id)).toEqual(['Bread', 'Milk']);
  });

  it('are for those, too, who join until it ends', async () => {
    const home = await found('mia');
    await add('mia', home.id, 'Bread');
    const { code } = await invite('mia', home);
    await add('ben', 'ben', 'Tea');
    justBefore(`listCollection-${ownedByUser('mia').listId}`, () =>
      as('ben').post('/api/households/join', { code, bringItems: true }),
    );
    expect(outcome(await as('mia').delete(`/api/households/${home.id}?keepCopies=true`))).toBe(204);
    expect(await names('ben')).toEqual([]);
    expect(await names('ben', (await further('ben')).at(-1)?.id)).toEqual(['Bread', 'Tea']);
  });

  it('are on the main list of a member who has too many lists, also if that is full', async () => {
    const home = await found('mia', 'kim');
    await add('mia', home.id, 'Bread');
    while (outcome(await as('kim').post('/api/grocery-list/kim/lists', { name: 'Another' })) === 201);
    await as('kim').delete('/api/grocery-list/kim');
    await fill('kim', 'kim');
    expect(outcome(await as('mia').delete(`/api/households/${home.id}?keepCopies=true`))).toBe(204);
    expect((await names('kim')).slice(-2)).toEqual(['Item 99', 'Bread']);
  });
});

describe('copies', () => {
  it.each([
    ['a member who leaves', (id: string) => `/api/households/${id}/members/tom?keepCopy=true`, 'tom'],
    ['a household that is dissolved', (id: string) => `/api/households/${id}?keepCopies=true`, 'mia'],
  ])('of %s at the second attempt include what was added since the first one', async (_, pathOf, user) => {
    const home = await found('mia', 'tom');
    await add('mia', home.id, 'Bread');
    const key = { 'idempotency-key': newId() };
    const end = async () => outcome(await as(user).delete(pathOf(home.id), undefined, key));
    atStep(`change household-${home.id}`, async () => {
      throw new EventLogUnavailable('The server fails here');
    });
    expect(await end()).toBe('503 EVENT_LOG_UNAVAILABLE');
    await add('mia', home.id, 'Milk');
    expect(await end()).toBe(204);
    expect(await names('tom', (await further('tom')).at(-1)?.id)).toEqual(['Bread', 'Milk']);
  });
});

describe('simultaneous calls', () => {
  it('give a member one copy, however often the membership is ended', async () => {
    const home = await found('mia', 'eve');
    await add('mia', home.id, 'Bread');
    const remove = () => as('mia').delete(`/api/households/${home.id}/members/eve?keepCopy=true`);
    const outcomes = (await Promise.all(Array.from({ length: 5 }, remove))).map(outcome);
    expect(outcomes.filter((each) => each === 204)).toHaveLength(1);
    expect(await further('eve')).toHaveLength(1);
  });

  it('give each member one copy, however often the household is dissolved', async () => {
    const home = await found('ann', 'ben');
    const before = (await further('ben')).length;
    await add('ann', home.id, 'Bread');
    const dissolve = () => as('ann').delete(`/api/households/${home.id}?keepCopies=true`);
    await Promise.all(Array.from({ length: 3 }, dissolve));
    expect(await further('ben')).toHaveLength(before + 1);
  });

  it('make a person a member of no more than ten households', async () => {
    for (let n = 0; n < 9; n++) await found('max');
    const [one, other] = [await found('eve'), await found('eve')];
    const [first, second] = [await invite('eve', one), await invite('eve', other)];
    justBefore(`household-${one.id}`, () => join('max', second.code));
    const key = { 'idempotency-key': newId() };
    const joinFirst = () => as('max').post('/api/households/join', { code: first.code }, key);
    for (let sent = 0; sent < 2; sent++) expect(outcome(await joinFirst())).toBe('409 TOO_MANY_HOUSEHOLDS');
    expect([await rolesSeenBy('eve', one), await rolesSeenBy('eve', other)]).toEqual([
      ['eve: owner'],
      ['eve: owner', 'max: member'],
    ]);
    await end('max', other, 'max');
    const create = () => as('max').post('/api/households', { name: 'Tenth' });
    const created = (await Promise.all([create(), create(), create()])).map(outcome);
    expect(created.toSorted()).toEqual([201, '409 TOO_MANY_HOUSEHOLDS', '409 TOO_MANY_HOUSEHOLDS']);
    const [left] = (await as('max').get('/api/households')).json<Households>().items;
    // Nothing is behind the ten that are shown.
    expect(left && outcome(await as('max').delete(`/api/households/${left.id}`))).toBe(204);
    expect((await as('max').get('/api/households')).json<Households>().items).toHaveLength(9);
  });
});

describe('meals that are planned', () => {
  const plan = [{ id: newId(), day: 'Friday', meal: 'Dinner', note: { title: 'Soup' } }];

  it.each([
    ['the household is dissolved', (id: string) => as('eve').delete(`/api/households/${id}`)],
    ['the membership ends', (id: string) => as('eve').delete(`/api/households/${id}/members/tom`)],
  ])('are refused if %s meanwhile', async (_, end) => {
    const home = await found('eve', 'tom');
    justBefore(`mealPlan-${ownedByHousehold(home.id).planId}`, () => end(home.id));
    expect(outcome(await as('tom').patch(`/api/meal-plan/${home.id}`, { plan }))).toBe('403 FORBIDDEN');
  });
});
