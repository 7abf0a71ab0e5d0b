/** Several lists of one owner. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newId } from '../../server/commands/ids.ts';
import type { AddedItems, GroceryItem, GroceryList, HistoryPage } from '../../server/core/contracts/grocery-list.ts';
import type { GroceryLists, MovedItems, OwnersList } from '../../server/core/contracts/grocery-lists.ts';
import type { Household, IssuedInvitation } from '../../server/core/contracts/households.ts';
import { openTestApp, type TestApp } from '../support/test-app.ts';

describe('the lists of an owner', () => {
  let app: TestApp;
  beforeAll(async () => {
    app = await openTestApp('mia', 'tom', 'ann', 'ben', 'eve', 'max');
  });
  afterAll(() => app.close());

  const open = async (as: string, whose: string, name: string): Promise<OwnersList> => {
    const response = await app.as(as).post(`/api/grocery-list/${whose}/lists`, { name });
    expect(response.statusCode).toBe(201);
    return response.json();
  };
  const listsOf = async (as: string, whose: string): Promise<GroceryLists> =>
    (await app.as(as).get(`/api/grocery-list/${whose}/lists`)).json();
  const namesOf = async (as: string, whose: string) => (await listsOf(as, whose)).items.map(({ name }) => name);
  const add = async (as: string, userId: string, ...ingredients: object[]): Promise<GroceryItem[]> => {
    const response = await app.as(as).post('/api/grocery-list', { userId, ingredients });
    expect(response.statusCode).toBe(201);
    return response.json<AddedItems>().items;
  };
  const read = async (as: string, whose: string): Promise<GroceryList> =>
    (await app.as(as).get(`/api/grocery-list/${whose}`)).json();
  const found = async (as: string, ...members: string[]): Promise<Household> => {
    const home = (await app.as(as).post('/api/households', { name: 'Home' })).json<Household>();
    const issued = await app.as(as).post(`/api/households/${home.id}/invitations`, { uses: 5 });
    for (const member of members) {
      await app.as(member).post('/api/households/join', { code: issued.json<IssuedInvitation>().code });
    }
    return home;
  };
  const outcome = (response: { statusCode: number; json(): { code?: string } }) => [
    response.statusCode,
    response.statusCode < 300 ? undefined : response.json().code,
  ];

  it('are opened, renamed, used like the main list, and closed', async () => {
    const { listId } = await read('mia', 'mia');
    expect(await listsOf('mia', 'mia')).toEqual({
      revision: null,
      items: [{ id: listId, name: null, categories: [] }],
      used: [],
      remembered: [],
    });
    const party = await open('mia', 'mia', ' Party ');
    expect(party).toEqual({ id: expect.any(String), name: 'Party', categories: [] });
    expect(await namesOf('mia', 'mia')).toEqual([null, 'Party']);
    expect(await read('mia', party.id)).toEqual({ listId: party.id, mainListId: listId, revision: null, items: [] });

    const [cake] = await add('mia', party.id, { name: 'Cake' });
    const url = `/api/grocery-list/${party.id}`;
    expect((await app.as('mia').patch(`${url}/${cake?.id}`, { checked: true })).statusCode).toBe(200);
    expect((await read('mia', party.id)).items).toMatchObject([{ name: 'Cake', checked: true }]);
    expect((await read('mia', 'mia')).items).toEqual([]);
    const history = await app.as('mia').get(`${url}/history`);
    expect(history.json<HistoryPage>().items.map(({ did }) => did)).toEqual(['checked', 'added']);

    const ofParty = `/api/grocery-list/mia/lists/${party.id}`;
    expect((await app.as('mia').patch(ofParty, { name: 'Birthday' })).json()).toMatchObject({ name: 'Birthday' });
    expect(await namesOf('mia', 'mia')).toEqual([null, 'Birthday']);
    expect((await app.as('mia').delete(ofParty)).statusCode).toBe(204);
    expect(await namesOf('mia', 'mia')).toEqual([null]);
    expect(outcome(await app.as('mia').get(url))).toEqual([404, 'LIST_NOT_FOUND']);
    expect(outcome(await app.as('mia').post(`${url}/move`, { ingredientIds: [cake?.id], to: listId }))).toEqual([
      404,
      'LIST_NOT_FOUND',
    ]);
    expect(outcome(await app.as('eve').get(url))).toEqual([403, 'FORBIDDEN']);
    expect(outcome(await app.as('mia').delete(ofParty))).toEqual([404, 'LIST_NOT_FOUND']);
    expect(outcome(await app.as('mia').delete(`/api/grocery-list/mia/lists/${listId}`))).toEqual([
      404,
      'LIST_NOT_FOUND',
    ]);
    expect(outcome(await app.as('mia').delete('/api/grocery-list/mia/lists/no-id'))).toEqual([404, 'LIST_NOT_FOUND']);
  });

  it('are opened once when a request is repeated', async () => {
    const headers = { 'idempotency-key': newId() };
    const send = () => app.as('max').post('/api/grocery-list/max/lists', { name: 'Market' }, headers);
    const [first, again] = [await send(), await send()];
    expect([again.statusCode, again.json()]).toEqual([201, first.json()]);
    expect(await namesOf('max', 'max')).toEqual([null, 'Market']);
  });

  it('belong to all members of a household, as long as they are members, and to nobody else', async () => {
    const home = await found('ann', 'ben');
    const market = await open('ben', home.id, 'Market');
    const [tea] = await add('ann', market.id, { name: 'Tea', assignedTo: 'ben' });
    expect((await read('ben', market.id)).items).toMatchObject([{ name: 'Tea', assignedTo: { name: 'Ben' } }]);
    expect(await namesOf('ann', home.id)).toEqual([null, 'Market']);
    expect(await namesOf('ann', 'ann')).toEqual([null]);

    const url = `/api/grocery-list/${market.id}`;
    const calls = (as: string) =>
      Promise.all([
        app.as(as).get(url),
        app.as(as).get(`${url}/lists`),
        app.as(as).get(`/api/grocery-list/${home.id}/lists`),
        app.as(as).post('/api/grocery-list', { userId: market.id, ingredients: [{ name: 'Salt' }] }),
        app.as(as).patch(`${url}/${tea?.id}`, { checked: true }),
        app.as(as).post(`/api/grocery-list/${home.id}/lists`, { name: 'Mine' }),
        app.as(as).patch(`/api/grocery-list/${home.id}/lists/${market.id}`, { name: 'Mine' }),
        app.as(as).delete(`/api/grocery-list/${home.id}/lists/${market.id}`),
        app.as(as).post(`${url}/move`, { ingredientIds: [tea?.id], to: home.id }),
        app.as(as).get(`/api/meal-plan/${market.id}`),
      ]);
    const statuses = async (as: string) => new Set((await calls(as)).map(({ statusCode }) => statusCode));
    expect(await statuses('eve')).toEqual(new Set([403]));
    // Through another owner's address, it is not found.
    expect(outcome(await app.as('eve').delete(`/api/grocery-list/eve/lists/${market.id}`))).toEqual([
      404,
      'LIST_NOT_FOUND',
    ]);
    await app.as('ben').delete(`/api/households/${home.id}/members/ben`);
    expect(await statuses('ben')).toEqual(new Set([403]));
    await app.as('ann').delete(`/api/households/${home.id}`);
    expect(await statuses('ann')).toEqual(new Set([403]));
  });

  it('keep an order of categories each, and remember the categories of names together', async () => {
    const { listId } = await read('tom', 'tom');
    const market = await open('tom', 'tom', 'Market');
    const order = (id: string, ...categories: string[]) =>
      app.as('tom').put(`/api/grocery-list/tom/lists/${id}/categories`, { categories });
    expect((await order(listId, 'Dairy', ' Bakery', 'Dairy')).json()).toMatchObject({
      categories: ['Dairy', 'Bakery'],
    });
    await order(market.id, 'Bakery');
    await add('tom', 'tom', { name: 'Bread', category: 'Bakery' }, { name: 'Salt' });
    const [feta] = await add('tom', market.id, { name: 'Feta', category: 'Cheese' });
    await app.as('tom').patch(`/api/grocery-list/${market.id}/${feta?.id}`, { category: 'Dairy' });
    expect(await listsOf('tom', 'tom')).toMatchObject({
      items: [{ categories: ['Dairy', 'Bakery'] }, { name: 'Market', categories: ['Bakery'] }],
      remembered: [
        { name: 'bread', category: 'Bakery' },
        { name: 'feta', category: 'Dairy' },
      ],
    });
    await app.as('tom').patch(`/api/grocery-list/${market.id}/${feta?.id}`, { category: '' });
    expect((await listsOf('tom', 'tom')).remembered).toEqual([{ name: 'bread', category: 'Bakery' }]);
    expect(outcome(await order(newId(), 'Bakery'))).toEqual([404, 'LIST_NOT_FOUND']);
  });

  it('know which names an owner had on any of them, without those taken back, and show them to nobody else', async () => {
    const home = await found('ann', 'ben');
    const market = await open('ann', home.id, 'Market');
    await add('ben', home.id, { name: 'Tea' }, { name: 'Jam' });
    await add('ann', market.id, { name: 'Rope' });
    await add('ann', 'ann', { name: 'Secret chocolate' });
    const usedBy = async (as: string, whose: string) => (await listsOf(as, whose)).used.map(({ name }) => name).sort();
    expect(await usedBy('ben', home.id)).toEqual(['Jam', 'Rope', 'Tea']);
    expect(await usedBy('ben', market.id)).toEqual(['Jam', 'Rope', 'Tea']);
    expect(await usedBy('ben', 'ben')).toEqual([]);
    const history = await app.as('ann').get(`/api/grocery-list/${market.id}/history`);
    const [change] = history.json<HistoryPage>().items;
    await app.as('ann').post(`/api/grocery-list/${market.id}/history/${change?.changeId}/undo`);
    expect(await usedBy('ann', home.id)).toEqual(['Jam', 'Tea']);
    await app.as('ann').delete(`/api/households/${home.id}`);
  });

  it('pass items to each other with all that belongs to them', async () => {
    const home = await found('ann', 'ben');
    const market = await open('ann', home.id, 'Market');
    const [tea, jam] = await add('ben', home.id, { name: 'Tea', note: 'Green' }, { name: 'Jam' });
    await app.as('ann').patch(`/api/grocery-list/${home.id}/${tea?.id}`, { checked: true });
    const before = (await read('ann', home.id)).items[0];
    const headers = { 'idempotency-key': newId() };
    const body = { ingredientIds: [tea?.id, newId()], to: market.id };
    const move = () => app.as('ann').post(`/api/grocery-list/${home.id}/move`, body, headers);
    const moved = await move();
    const { listId } = await read('ann', home.id);
    expect(moved.json<MovedItems>()).toEqual({
      from: { listId, revision: '2' },
      to: { listId: market.id, revision: '0' },
      ingredientIds: [tea?.id],
    });
    const after = [(await read('ann', home.id)).items, (await read('ann', market.id)).items];
    expect(after).toMatchObject([[{ id: jam?.id }], [{ ...before, order: 0 }]]);
    expect((await move()).json()).toEqual(moved.json());
    expect([(await read('ann', home.id)).items, (await read('ann', market.id)).items]).toEqual(after);
    // Another request with this key must not put the item on a second list.
    const other = { ingredientIds: [jam?.id], to: (await read('ann', 'ann')).listId };
    const reused = await app.as('ann').post(`/api/grocery-list/${home.id}/move`, other, headers);
    expect(outcome(reused)).toEqual([422, 'IDEMPOTENCY_KEY_REUSED']);
    expect((await read('ann', 'ann')).items.map(({ name }) => name)).not.toContain('Jam');
    const history = async (whose: string) =>
      (await app.as('ben').get(`/api/grocery-list/${whose}/history?limit=1`)).json<HistoryPage>().items;
    expect(await history(home.id)).toMatchObject([{ did: 'removed', by: { name: 'Ann' }, movedTo: market.id }]);
    expect(await history(market.id)).toMatchObject([{ did: 'restored', by: { name: 'Ann' }, movedFrom: listId }]);

    const moveTo = (to: string, ...ingredientIds: (string | undefined)[]) =>
      app.as('ann').post(`/api/grocery-list/${home.id}/move`, { ingredientIds, to });
    expect(outcome(await moveTo(market.id, tea?.id))).toEqual([404, 'ITEM_NOT_FOUND']);
    expect(outcome(await moveTo(listId, jam?.id))).toEqual([404, 'LIST_NOT_FOUND']);
    expect(outcome(await moveTo(newId(), jam?.id))).toEqual([403, 'FORBIDDEN']);
    const back = await app
      .as('ben')
      .post(`/api/grocery-list/${market.id}/move`, { ingredientIds: [tea?.id], to: listId });
    expect(back.statusCode).toBe(200);
    expect((await read('ann', listId)).items.map(({ name }) => name)).toEqual(['Jam', 'Tea']);

    // From the household's list to one's own. Undoing or restoring it on one list would lose or double the item.
    const { listId: own } = await read('ann', 'ann');
    expect(outcome(await moveTo((await read('ben', 'ben')).listId, jam?.id))).toEqual([403, 'FORBIDDEN']);
    expect((await moveTo(own, jam?.id)).statusCode).toBe(200);
    for (const whose of [home.id, 'ann']) {
      const [{ changeId, canUndo } = {}] = (
        await app.as('ann').get(`/api/grocery-list/${whose}/history?limit=1`)
      ).json<HistoryPage>().items;
      expect(canUndo, whose).toBeFalsy();
      const undone = await app.as('ann').post(`/api/grocery-list/${whose}/history/${changeId}/undo`);
      expect(outcome(undone)).toEqual([409, 'NOTHING_TO_UNDO']);
    }
    const restored = await app.as('ann').post(`/api/grocery-list/${home.id}/restore`, { ingredientIds: [jam?.id] });
    expect(outcome(restored)).toEqual([404, 'NOTHING_TO_RESTORE']);
    expect((await read('ann', 'ann')).items.filter(({ id }) => id === jam?.id)).toHaveLength(1);
  });
});
