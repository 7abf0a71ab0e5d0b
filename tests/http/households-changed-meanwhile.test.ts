/** Items of a household, when another call of a member comes between the steps of a request. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newId } from '../../server/commands/ids.ts';
import type { BatchResults } from '../../server/core/contracts/batch.ts';
import type { AddedItems, GroceryList } from '../../server/core/contracts/grocery-list.ts';
import type { GroceryLists, MovedItems, OwnersList } from '../../server/core/contracts/grocery-lists.ts';
import type { Household, Households, JoinedHousehold } from '../../server/core/contracts/households.ts';
import { headerNames } from '../../server/core/contracts/shared.ts';
import type { EventLog } from '../../server/core/event-log.ts';
import { ownedByHousehold, ownedByUser } from '../../server/ownership/ownership.ts';
import { bindMethods } from '../support/bound-log.ts';
import { householdCalls, outcome } from '../support/household-calls.ts';
import { openTestAppWith, type TestApp } from '../support/test-app.ts';

let app: TestApp;
let meanwhile: { readonly before: string; readonly call: () => Promise<unknown> } | undefined;

async function interrupt(operation: string): Promise<void> {
  if (operation !== meanwhile?.before) return;
  const { call } = meanwhile;
  meanwhile = undefined;
  await call();
}

const interrupted = (log: EventLog): EventLog => ({
  ...bindMethods(log),
  async append(stream, events, expected) {
    await interrupt(`append ${stream}`);
    const appended = await log.append(stream, events, expected);
    await interrupt(`return from ${stream}`);
    return appended;
  },
  async *readStream(stream, options) {
    await interrupt(`read ${stream}`);
    yield* log.readStream(stream, options);
  },
});

type Call = () => Promise<{ statusCode: number }>;
const before = (operation: string, call: Call): void => {
  meanwhile = { before: operation, call: async () => expect((await call()).statusCode).toBeLessThan(300) };
};
/** Makes a call right before the next events of a stream are recorded. */
const justBefore = (stream: string, call: Call): void => before(`append ${stream}`, call);
/** Makes a call right before a stream is read next. */
const beforeReading = (stream: string, call: Call): void => before(`read ${stream}`, call);

beforeAll(async () => {
  app = await openTestAppWith({ wrapCommandLog: interrupted }, ['mia', 'tom', 'ann', 'ben', 'eve', 'max']);
});
afterAll(() => app.close());
const { found, invite, join, end, rolesSeenBy } = householdCalls(() => app);

const add = (as: string, userId: string, ...names: string[]) =>
  app.as(as).post('/api/grocery-list', { userId, ingredients: names.map((name) => ({ name })) });
const read = async (as: string, whose = as): Promise<GroceryList> =>
  (await app.as(as).get(`/api/grocery-list/${whose}`)).json();
const names = async (as: string, whose = as) => (await read(as, whose)).items.map(({ name }) => name);
const open = async (as: string, { id }: Household, name: string): Promise<OwnersList> =>
  (await app.as(as).post(`/api/grocery-list/${id}/lists`, { name })).json();
const further = async (as: string) =>
  (await app.as(as).get(`/api/grocery-list/${as}/lists`)).json<GroceryLists>().items.slice(1);

describe('items that are moved', () => {
  it('are removed from the first list at the position of the response', async () => {
    const home = await found('mia', 'tom');
    const party = await open('tom', home, 'Party');
    const [cake] = (await add('mia', home.id, 'Cake')).json<AddedItems>().items;
    const form = { ingredientIds: [cake?.id], to: party.id };
    const { headers } = await app.as('mia').post(`/api/grocery-list/${home.id}/move`, form);
    expect(headers[headerNames.position]).toBe(String(await app.head()));
  });

  it('stay where they were if the other list is closed meanwhile', async () => {
    const home = await found('mia', 'tom');
    const party = await open('tom', home, 'Party');
    const [cake] = (await add('mia', home.id, 'Cake')).json<AddedItems>().items;
    justBefore(`groceryList-${party.id}`, () => app.as('tom').delete(`/api/grocery-list/${home.id}/lists/${party.id}`));
    const moved = await app
      .as('mia')
      .post(`/api/grocery-list/${home.id}/move`, { ingredientIds: [cake?.id], to: party.id });
    expect(outcome(moved)).toBe('404 LIST_NOT_FOUND');
    expect(await names('tom', home.id)).toEqual(['Cake']);
  });

  it('stay where they were if the membership in the other household ends meanwhile', async () => {
    const home = await found('mia', 'tom');
    const [gift] = (await add('tom', 'tom', 'Gift')).json<AddedItems>().items;
    const { listId: to } = ownedByHousehold(home.id);
    justBefore(`groceryList-${to}`, () => app.as('mia').delete(`/api/households/${home.id}/members/tom`));
    const moved = await app.as('tom').post('/api/grocery-list/tom/move', { ingredientIds: [gift?.id], to });
    expect(outcome(moved)).toBe('404 LIST_NOT_FOUND');
    expect(await names('tom')).toEqual(['Gift']);
  });

  it('stay on the own list of a person who joins if the household is dissolved meanwhile', async () => {
    const home = await found('mia');
    const { code } = await invite('mia', home);
    await add('ann', 'ann', 'Rice');
    justBefore(`groceryList-${ownedByHousehold(home.id).listId}`, () =>
      app.as('mia').delete(`/api/households/${home.id}`),
    );
    const joined = await app.as('ann').post('/api/households/join', { code, bringItems: true });
    expect(joined.json<JoinedHousehold>().brought).toMatchObject({ count: 0, left: 1 });
    expect(await names('ann')).toEqual(['Rice']);
  });
});

describe('items that are moved back', () => {
  it('are on one of both lists, also if they are moved back before they were removed from the first one', async () => {
    const home = await found('mia', 'tom');
    const party = await open('tom', home, 'Party');
    const [cake] = (await add('mia', home.id, 'Cake')).json<AddedItems>().items;
    const move = (as: string, from: string, to: string) =>
      app.as(as).post(`/api/grocery-list/${from}/move`, { ingredientIds: [cake?.id], to });
    const { listId } = ownedByHousehold(home.id);
    // Read between both steps.
    beforeReading(`listCollection-${listId}`, () => move('tom', party.id, home.id));
    expect(outcome(await move('mia', home.id, party.id))).toBe(200);
    expect([await names('mia', home.id), await names('mia', party.id)]).toEqual([['Cake'], []]);
  });
});

describe('items that a member is to bring', () => {
  it('are for anybody on a list that this member cannot see', async () => {
    const home = await found('ann', 'ben');
    const ingredients = [
      { name: 'Cake', assignedTo: 'ben' },
      { name: 'Rope', assignedTo: 'ann' },
    ];
    const added = await app.as('ann').post('/api/grocery-list', { userId: home.id, ingredients });
    const ingredientIds = added.json<AddedItems>().items.map(({ id }) => id);
    const { listId: to } = await read('ann');
    expect(outcome(await app.as('ann').post(`/api/grocery-list/${home.id}/move`, { ingredientIds, to }))).toBe(200);
    const assigned = (await read('ann')).items.slice(-2).map(({ name, assignedTo }) => [name, assignedTo?.uid]);
    expect([assigned, await names('ann', home.id)]).toEqual([
      [
        ['Cake', undefined],
        ['Rope', 'ann'],
      ],
      [],
    ]);
  });
});

describe('items that two members move to different lists at the same time', () => {
  const setUp = async () => {
    const home = await found('ann', 'ben');
    const [party, market] = [await open('ben', home, 'Party'), await open('ben', home, 'Market')];
    const items = (await add('ann', home.id, 'Cake', 'Rope')).json<AddedItems>().items;
    const move = (as: string, to: string, some = items, headers = {}) =>
      app.as(as).post(`/api/grocery-list/${home.id}/move`, { ingredientIds: some.map(({ id }) => id), to }, headers);
    const lists = async () => [
      await names('ann', home.id),
      await names('ann', party.id),
      await names('ann', market.id),
    ];
    return { home, party, market, items, move, lists };
  };

  it.each([
    ['after they were added to the one', ({ party }: { party: OwnersList }) => `return from groceryList-${party.id}`],
    ['before they are added to the one', ({ party }: { party: OwnersList }) => `append groceryList-${party.id}`],
  ])('are on the list to which they left first, %s', async (_, operation) => {
    const parts = await setUp();
    const { party, market, items, move, lists } = parts;
    before(operation(parts), () => move('ben', market.id, items.slice(0, 1)));
    const moved = await move('ann', party.id);
    expect(moved.json<MovedItems>().ingredientIds).toEqual([items[1]?.id]);
    expect(await lists()).toEqual([[], ['Rope'], ['Cake']]);
  });

  it('are refused as moved already if none is left, also when the request is repeated', async () => {
    const { party, market, items, move, lists } = await setUp();
    justBefore(`groceryList-${party.id}`, () => move('ben', market.id));
    const key = { 'idempotency-key': newId() };
    for (let sent = 0; sent < 2; sent++)
      expect(outcome(await move('ann', party.id, items, key))).toBe('404 ITEM_NOT_FOUND');
    expect(await lists()).toEqual([[], [], ['Cake', 'Rope']]);
  });

  it('stay there if both have chosen the same list', async () => {
    const { party, move, lists } = await setUp();
    const both = await Promise.all([move('ann', party.id), move('ben', party.id)]);
    expect(both.map(outcome)).toEqual([200, 200]);
    expect(await lists()).toEqual([[], ['Cake', 'Rope'], []]);
  });
});

describe('items that are added', () => {
  const party = async (home: Household) => {
    const list = await open('tom', home, 'Party');
    const close = (body?: object) => app.as('tom').delete(`/api/grocery-list/${home.id}/lists/${list.id}`, body);
    return { id: list.id, close };
  };

  it('are refused if the list is closed meanwhile, so that the member who adds them still has them', async () => {
    const home = await found('mia', 'tom');
    const { id, close } = await party(home);
    justBefore(`groceryList-${id}`, close);
    expect(outcome(await add('mia', id, 'Cake'))).toBe('403 FORBIDDEN');
  });

  it('are refused in a batch, too, whose calls do not wait for the read model', async () => {
    const home = await found('mia', 'tom');
    const { id, close } = await party(home);
    justBefore(`groceryList-${id}`, close);
    const add = (userId: string, name: string) => ({
      ...{ method: 'POST', path: '/grocery-list', key: newId() },
      body: { userId, ingredients: [{ name }] },
    });
    const response = await app.as('mia').post('/api/batch', { calls: [add(id, 'Cake'), add(home.id, 'Tea')] });
    const { results } = response.json<BatchResults>();
    expect(results.map(({ status, error }) => error?.code ?? status)).toEqual(['FORBIDDEN', 201]);
  });

  it('are refused if the household is dissolved meanwhile', async () => {
    const home = await found('mia', 'tom');
    justBefore(`groceryList-${ownedByHousehold(home.id).listId}`, () =>
      app.as('mia').delete(`/api/households/${home.id}`),
    );
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

  it('are closed with the list if they were checked already, or the main list is full', async () => {
    const home = await found('mia', 'tom');
    const { id, close } = await party(home);
    const [cake] = (await add('mia', id, 'Cake')).json<AddedItems>().items;
    await app.as('tom').patch(`/api/grocery-list/${id}/${cake?.id}`, { checked: true });
    expect(outcome(await close({ ingredientIds: [] }))).toBe(204);
    expect(await names('mia', home.id)).toEqual([]);

    const other = await party(home);
    await add('mia', other.id, 'Candles');
    const hundred = Array.from({ length: 100 }, (_, n) => `Item ${n}`);
    for (let n = 0; n < 5; n++) expect(outcome(await add('mia', home.id, ...hundred))).toBe(201);
    expect(outcome(await other.close({ ingredientIds: [] }))).toBe(204);
    expect(await names('mia', home.id)).toHaveLength(500);
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
    expect(outcome(await app.as('mia').delete(`/api/households/${home.id}?keepCopies=true`))).toBe(204);
    for (const as of ['mia', 'tom']) expect(await names(as, (await further(as)).at(-1)?.id)).toEqual(['Bread', 'Milk']);
  });

  it('are for those, too, who join until it ends', async () => {
    const home = await found('mia');
    await add('mia', home.id, 'Bread');
    const { code } = await invite('mia', home);
    await add('ben', 'ben', 'Tea');
    justBefore(`listCollection-${ownedByUser('mia').listId}`, () =>
      app.as('ben').post('/api/households/join', { code, bringItems: true }),
    );
    expect(outcome(await app.as('mia').delete(`/api/households/${home.id}?keepCopies=true`))).toBe(204);
    expect(await names('ben')).toEqual([]);
    expect(await names('ben', (await further('ben')).at(-1)?.id)).toEqual(['Bread', 'Tea']);
  });
});

describe('simultaneous calls', () => {
  it('give a member one copy, however often the membership is ended', async () => {
    const home = await found('mia', 'eve');
    await add('mia', home.id, 'Bread');
    const remove = () => app.as('mia').delete(`/api/households/${home.id}/members/eve?keepCopy=true`);
    const outcomes = (await Promise.all(Array.from({ length: 5 }, remove))).map(outcome);
    expect(outcomes.filter((each) => each === 204)).toHaveLength(1);
    expect(await further('eve')).toHaveLength(1);
  });

  it('give each member one copy, however often the household is dissolved', async () => {
    const home = await found('ann', 'ben');
    const before = (await further('ben')).length;
    await add('ann', home.id, 'Bread');
    const dissolve = () => app.as('ann').delete(`/api/households/${home.id}?keepCopies=true`);
    await Promise.all(Array.from({ length: 3 }, dissolve));
    expect(await further('ben')).toHaveLength(before + 1);
  });

  it('make a person a member of no more than ten households', async () => {
    for (let n = 0; n < 9; n++) await found('max');
    const [one, other] = [await found('eve'), await found('eve')];
    const [first, second] = [await invite('eve', one), await invite('eve', other)];
    justBefore(`household-${one.id}`, () => join('max', second.code));
    const key = { 'idempotency-key': newId() };
    const joinFirst = () => app.as('max').post('/api/households/join', { code: first.code }, key);
    for (let sent = 0; sent < 2; sent++) expect(outcome(await joinFirst())).toBe('409 TOO_MANY_HOUSEHOLDS');
    expect([await rolesSeenBy('eve', one), await rolesSeenBy('eve', other)]).toEqual([
      ['eve: owner'],
      ['eve: owner', 'max: member'],
    ]);
    await end('max', other, 'max');
    const create = () => app.as('max').post('/api/households', { name: 'Tenth' });
    const created = (await Promise.all([create(), create(), create()])).map(outcome);
    expect(created.toSorted()).toEqual([201, '409 TOO_MANY_HOUSEHOLDS', '409 TOO_MANY_HOUSEHOLDS']);
    const [left] = (await app.as('max').get('/api/households')).json<Households>().items;
    // Nothing is behind the ten that are shown.
    expect(left && outcome(await app.as('max').delete(`/api/households/${left.id}`))).toBe(204);
    expect((await app.as('max').get('/api/households')).json<Households>().items).toHaveLength(9);
  });
});
