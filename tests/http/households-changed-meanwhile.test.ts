/** Households and their lists, when another call of a member comes between the steps of a request. */
import { describe, expect, it } from 'vitest';
import { newId } from '../../server/commands/ids.ts';
import type { BatchResults } from '../../server/core/contracts/batch.ts';
import type { AddedItems } from '../../server/core/contracts/grocery-list.ts';
import type { Household, Households } from '../../server/core/contracts/households.ts';
import { ownedByHousehold, ownedByUser } from '../../server/ownership/ownership.ts';
import { withCallsMeanwhile } from '../support/calls-meanwhile.ts';
import { outcome } from '../support/household-calls.ts';

const users = ['mia', 'tom', 'ann', 'ben', 'eve', 'max', 'kim'];
const { as, justBefore, found, invite, join, end, rolesSeenBy, add, read, names, open, further } = withCallsMeanwhile(
  ...users,
);

/** Adds items until the list is full. */
async function fill(as: string, whose: string): Promise<void> {
  const hundred = Array.from({ length: 100 }, (_, n) => `Item ${n}`);
  for (let n = 0; n < 5; n++) expect(outcome(await add(as, whose, ...hundred))).toBe(201);
}

describe('items that are added', () => {
  const party = async (home: Household) => {
    const list = await open('tom', home, 'Party');
    const close = (body?: object) => as('tom').delete(`/api/grocery-list/${home.id}/lists/${list.id}`, body);
    return { id: list.id, close };
  };

  it('are refused if the list is closed meanwhile, so that the member who adds them still has them', async () => {
    const home = await found('mia', 'tom');
    const { id, close } = await party(home);
    justBefore(`groceryList-${id}`, close);
    expect(outcome(await add('mia', id, 'Cake'))).toBe('403 FORBIDDEN');
  });

  it('are refused if the list is closed while they are restored', async () => {
    const home = await found('mia', 'tom');
    const { id, close } = await party(home);
    const [cake] = (await add('mia', id, 'Cake')).json<AddedItems>().items;
    await as('mia').delete(`/api/grocery-list/${id}/${cake?.id}`);
    justBefore(`groceryList-${id}`, close);
    const body = { ingredientIds: [cake?.id] };
    expect(outcome(await as('mia').post(`/api/grocery-list/${id}/restore`, body))).toBe('403 FORBIDDEN');
  });

  it('are not counted for somebody whose list it is not', async () => {
    const home = await found('ann');
    await add('ann', home.id, 'Tea');
    await as('kim').delete('/api/grocery-list/kim');
    await fill('kim', 'kim');
    const foreign = `/api/grocery-list/kim/lists/${ownedByHousehold(home.id).listId}`;
    expect(outcome(await as('kim').delete(foreign, { ingredientIds: [] }))).toBe('404 LIST_NOT_FOUND');
  });

  it('are refused in a batch, too, whose calls do not wait for the read model', async () => {
    const home = await found('mia', 'tom');
    const { id, close } = await party(home);
    justBefore(`groceryList-${id}`, close);
    const add = (userId: string, name: string) => ({
      ...{ method: 'POST', path: '/grocery-list', key: newId() },
      body: { userId, ingredients: [{ name }] },
    });
    const response = await as('mia').post('/api/batch', { calls: [add(id, 'Cake'), add(home.id, 'Tea')] });
    const { results } = response.json<BatchResults>();
    expect(results.map(({ status, error }) => error?.code ?? status)).toEqual(['FORBIDDEN', 201]);
  });

  it('are refused if the household is dissolved meanwhile', async () => {
    const home = await found('mia', 'tom');
    justBefore(`groceryList-${ownedByHousehold(home.id).listId}`, () => as('mia').delete(`/api/households/${home.id}`));
    expect(outcome(await add('tom', home.id, 'Milk'))).toBe('403 FORBIDDEN');
  });

  it('are moved to the main list if the member who closes the list has not seen them', async () => {
    const home = await found('mia', 'tom');
    const { id, close } = await party(home);
    const [cake] = (await add('tom', id, 'Cake')).json<AddedItems>().items;
    justBefore(`listCollection-${ownedByHousehold(home.id).listId}`, () => add('mia', id, 'Candles'));
    expect(outcome(await close({ ingredientIds: [cake?.id] }))).toBe(204);
    expect(await names('mia', home.id)).toEqual(['Candles']);
  });

  it('are closed with the list if they were checked already', async () => {
    const home = await found('mia', 'tom');
    const { id, close } = await party(home);
    const [cake] = (await add('mia', id, 'Cake')).json<AddedItems>().items;
    await as('tom').patch(`/api/grocery-list/${id}/${cake?.id}`, { checked: true });
    expect(outcome(await close({ ingredientIds: [] }))).toBe(204);
    expect(await names('mia', home.id)).toEqual([]);
  });

  it('keep the list open if the main list has no room for them, and have room there if they come last', async () => {
    const home = await found('mia', 'tom');
    const { id, close } = await party(home);
    const [candles] = (await add('mia', id, 'Candles')).json<AddedItems>().items;
    await fill('mia', home.id);
    expect(outcome(await close({ ingredientIds: [] }))).toBe('409 LIST_FULL');
    expect(await names('mia', id)).toEqual(['Candles']);
    justBefore(`listCollection-${ownedByHousehold(home.id).listId}`, () => add('mia', id, 'Cake'));
    expect(outcome(await close({ ingredientIds: [candles?.id] }))).toBe(204);
    expect((await names('mia', home.id)).at(-1)).toBe('Cake');
    expect(outcome(await add('mia', home.id, 'Tea'))).toBe('409 LIST_FULL');
    const ingredientIds = (await read('mia', home.id)).items.map((item) => item.id);
    expect(outcome(await as('mia').delete(`/api/grocery-list/${home.id}`, { ingredientIds }))).toBe(204);
  });

  it('are closed with the list if all were seen, or all are to be closed', async () => {
    const home = await found('mia', 'tom');
    for (const body of [undefined, { ingredientIds: [] as string[] }]) {
      const { id, close } = await party(home);
      const [cake] = (await add('mia', id, 'Cake')).json<AddedItems>().items;
      if (cake) body?.ingredientIds.push(cake.id);
      expect(outcome(await close(body))).toBe(204);
      expect(await names('mia', home.id)).toEqual([]);
    }
  });
});

describe('copies of a household that is dissolved', () => {
  it('include what is added until it ends', async () => {
    const home = await found('mia', 'tom');
    await add('mia', home.id, 'Bread');
    justBefore(`household-${home.id}`, () => add('tom', home.id, 'Milk'));
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
