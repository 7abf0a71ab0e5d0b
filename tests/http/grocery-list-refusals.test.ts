/** What a grocery list refuses: other users and visitors, invalid input, too many items, and a restore of nothing. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newId } from '../../server/commands/ids.ts';
import { ownGroceryList } from '../support/own-grocery-list.ts';
import { openTestApp, type TestApp } from '../support/test-app.ts';

describe('the grocery list over HTTP', () => {
  let app: TestApp;
  beforeAll(async () => {
    app = await openTestApp('mia', 'eve', 'full');
  });
  afterAll(() => app.close());
  const { add, list } = ownGroceryList(() => app);

  it("rejects every call on another user's list", async () => {
    const [item] = await add('mia', { name: 'Salt' });
    const eve = app.as('eve');
    const tried = [
      await eve.get('/api/grocery-list/mia'),
      await eve.get('/api/grocery-list/mia/history'),
      await eve.post('/api/grocery-list', { userId: 'mia', ingredients: [{ name: 'Poison' }] }),
      await eve.patch(`/api/grocery-list/mia/${item?.id}`, { checked: true }),
      await eve.delete(`/api/grocery-list/mia/${item?.id}`),
      await eve.delete('/api/grocery-list/mia'),
      await eve.delete('/api/grocery-list/mia', { ingredientIds: [item?.id] }),
      await eve.post('/api/grocery-list/mia/restore', {}),
    ];
    expect(tried.map(({ statusCode }) => statusCode)).toEqual(tried.map(() => 403));
    // The id of another user's item is unknown on the user's own path, too.
    expect((await eve.delete(`/api/grocery-list/eve/${item?.id}`)).statusCode).toBe(404);
    expect((await list('mia')).items.at(-1)).toEqual(item);
  });

  it('asks visitors to log in, with a message for each call', async () => {
    const visitor = app.as(undefined);
    const messages = [
      await visitor.get('/api/grocery-list/mia'),
      await visitor.post('/api/grocery-list', { userId: 'mia', ingredients: [] }),
      await visitor.delete(`/api/grocery-list/mia/${newId()}`),
      await visitor.delete('/api/grocery-list/mia'),
    ].map((response) => [response.statusCode, response.json().message]);
    expect(messages).toEqual([
      [401, 'Please log in to view your grocery list'],
      [401, 'Please log in to add items to your grocery list'],
      [401, 'Please log in to modify your grocery list'],
      [401, 'Please log in to clear your grocery list'],
    ]);
  });

  it('rejects invalid input as a whole', async () => {
    const before = (await list('mia')).items.length;
    const bad = [
      { ingredients: [{ name: 'Milk' }] },
      { userId: 'mia' },
      { userId: 'mia', ingredients: [] },
      { userId: 'mia', ingredients: 'Milk' },
      { userId: 'mia', ingredients: [{ name: 5 }] },
      { userId: 'mia', ingredients: [{ name: 'Milk' }, { amount: '1' }] },
      { userId: 'mia', ingredients: [{ name: 'Milk', price: 3 }] },
    ];
    for (const body of bad) {
      const response = await app.as('mia').post('/api/grocery-list', body);
      expect([response.statusCode, response.json().message]).toEqual([422, 'Invalid input data']);
    }
    const blank = await app
      .as('mia')
      .post('/api/grocery-list', { userId: 'mia', ingredients: [{ name: 'Rice' }, { name: ' ' }] });
    expect(blank.statusCode).toBe(422);
    expect((await list('mia')).items).toHaveLength(before);
  });

  it('rejects a path without an id, and changes nothing', async () => {
    const before = await add('mia', { name: 'Bread' });
    const item = before[0]?.id;
    const withoutUser = [
      await app.as('mia').get('/api/grocery-list'),
      await app.as('mia').delete('/api/grocery-list/'),
    ];
    const withoutBoth = [
      await app.as('mia').delete('/api/grocery-list/mia/'),
      await app.as('mia').delete('/api/grocery-list/mia/?again=1'),
      await app.as('mia').delete('/api/grocery-list/mia//'),
      await app.as('mia').delete(`/api/grocery-list//${item}`),
      await app.as('mia').patch('/api/grocery-list/mia//', { checked: true }),
      await app.as('mia').patch('/api/grocery-list/mia/', { ingredientIds: [item], checked: true }),
    ];
    const badRequest = (message: string) => ({ statusCode: 400, code: 'ID_REQUIRED', error: 'Bad Request', message });
    for (const response of withoutUser) expect(response.json()).toEqual(badRequest('User ID is required'));
    for (const response of withoutBoth) {
      expect(response.json()).toEqual(badRequest('User ID and ingredient ID are required'));
    }
    expect((await list('mia')).items).toEqual(expect.arrayContaining(before));
    expect((await app.as('mia').delete(`/api/grocery-list/mia/${item}/`)).statusCode).toBe(204);
  });

  it('rejects more than 500 items, except those that are put back', async () => {
    const bodyOf = (count: number) => ({
      userId: 'full',
      ingredients: Array.from({ length: count }, (_, n) => ({ name: `Thing ${n}` })),
    });
    const addMany = (count: number) => app.as('full').post('/api/grocery-list', bodyOf(count));
    const listFull = {
      statusCode: 409,
      code: 'LIST_FULL',
      message: 'A grocery list holds 500 items; remove some first',
    };
    const [first] = (await addMany(100)).json().items;
    for (let n = 1; n < 5; n++) await addMany(100);
    expect((await addMany(1)).json()).toMatchObject(listFull);
    await app.as('full').delete(`/api/grocery-list/full/${first.id}`);
    expect((await addMany(2)).json()).toMatchObject(listFull);
    expect((await addMany(1)).statusCode).toBe(201);
    const back = { ingredientIds: [first.id] };
    expect((await app.as('full').post('/api/grocery-list/full/restore', back)).statusCode).toBe(200);
    expect((await list('full')).items).toHaveLength(501);
    expect((await addMany(1)).json()).toMatchObject(listFull);
  });

  it('rejects a restore when there is nothing to restore', async () => {
    const restore = (body: object) => app.as('eve').post('/api/grocery-list/eve/restore', body);
    const nothing = { statusCode: 404, code: 'NOTHING_TO_RESTORE', message: 'There is nothing to put back' };
    expect((await restore({})).json()).toMatchObject(nothing);
    const [item] = await add('eve', { name: 'Salt' });
    expect((await restore({ ingredientIds: [item?.id] })).json(), 'it is on the list').toMatchObject(nothing);
    await app.as('eve').delete(`/api/grocery-list/eve/${item?.id}`);
    expect((await restore({})).json(), 'it was removed, not cleared').toMatchObject(nothing);
    expect((await restore({ ingredientIds: [item?.id] })).statusCode).toBe(200);
    await app.as('eve').delete('/api/grocery-list/eve');
    expect((await restore({})).statusCode).toBe(200);
    expect((await restore({})).json(), 'it is there again').toMatchObject(nothing);
  });
});
