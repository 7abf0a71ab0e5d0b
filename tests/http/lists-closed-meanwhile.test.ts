/** Lists that a member closes while another one changes them. */
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { newId } from '../../server/commands/ids.ts';
import type { BatchResults } from '../../server/core/contracts/batch.ts';
import type { AddedItems, HistoryPage } from '../../server/core/contracts/grocery-list.ts';
import type { Household } from '../../server/core/contracts/households.ts';
import { EventLogUnavailable } from '../../server/core/event-log.ts';
import { ownedByHousehold } from '../../server/ownership/ownership.ts';
import { withCallsMeanwhile } from '../support/calls-meanwhile.ts';
import { outcome } from '../support/household-calls.ts';

const { as, atStep, justBefore, found, dissolve, add, fill, names, read, open } = withCallsMeanwhile(
  'mia',
  'tom',
  'kim',
);

describe('items of a list that is closed', () => {
  let home: Household;
  beforeEach(async () => {
    home = await found('mia', 'tom');
  });
  afterEach(async () => {
    await dissolve('mia', home);
  });
  const party = async () => {
    const list = await open('tom', home, 'Party');
    const close = (body?: object) => as('tom').delete(`/api/grocery-list/${home.id}/lists/${list.id}`, body);
    return { id: list.id, close };
  };

  it('are refused when they are added, so that the member who adds them still has them', async () => {
    const { id, close } = await party();
    justBefore(`groceryList-${id}`, close);
    expect(outcome(await add('mia', id, 'Cake'))).toBe('404 LIST_NOT_FOUND');
  });

  it('are added if the list is closed right after that, and are on the main list', async () => {
    const { id, close } = await party();
    atStep(`return from groceryList-${id}`, () => close({ ingredientIds: [] }));
    expect(outcome(await add('mia', id, 'Cake'))).toBe(201);
    expect(await names('mia', home.id)).toEqual(['Cake']);
  });

  it('are not on the main list, too, if they are refused while the list is being closed', async () => {
    const { id, close } = await party();
    const [closed, refused] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    let closing: ReturnType<typeof close> | undefined;
    justBefore(`groceryList-${id}`, async () => {
      atStep(`return from listCollection-${ownedByHousehold(home.id).listId}`, async () => {
        closed.resolve();
        await refused.promise;
        return { statusCode: 200 };
      });
      closing = close({ ingredientIds: [] });
      await closed.promise;
      return { statusCode: 200 };
    });
    expect(outcome(await add('mia', id, 'Cake'))).toBe('404 LIST_NOT_FOUND');
    refused.resolve();
    expect((await closing)?.statusCode).toBe(204);
    expect(await names('mia', home.id)).toEqual([]);
  });

  it('are refused when they are restored', async () => {
    const { id, close } = await party();
    const [cake] = (await add('mia', id, 'Cake')).json<AddedItems>().items;
    await as('mia').delete(`/api/grocery-list/${id}/${cake?.id}`);
    justBefore(`groceryList-${id}`, close);
    const body = { ingredientIds: [cake?.id] };
    expect(outcome(await as('mia').post(`/api/grocery-list/${id}/restore`, body))).toBe('404 LIST_NOT_FOUND');
  });

  it.each([
    [
      'changed',
      (listId: string, itemId: string) => as('mia').patch(`/api/grocery-list/${listId}/${itemId}`, { amount: '2' }),
    ],
    [
      'checked',
      (listId: string, itemId: string) =>
        as('mia').patch(`/api/grocery-list/${listId}`, { ingredientIds: [itemId], checked: true }),
    ],
    ['removed', (listId: string, itemId: string) => as('mia').delete(`/api/grocery-list/${listId}/${itemId}`)],
    [
      'cleared',
      (listId: string, itemId: string) => as('mia').delete(`/api/grocery-list/${listId}`, { ingredientIds: [itemId] }),
    ],
  ])('are not said to be %s', async (_, change) => {
    const { id, close } = await party();
    const [cake] = (await add('mia', id, 'Cake')).json<AddedItems>().items;
    justBefore(`groceryList-${id}`, close);
    expect(outcome(await change(id, cake?.id ?? ''))).toBe('404 LIST_NOT_FOUND');
  });

  it('are not counted for somebody whose list it is not', async () => {
    await add('mia', home.id, 'Tea');
    await as('kim').delete('/api/grocery-list/kim');
    await fill('kim', 'kim');
    const foreign = `/api/grocery-list/kim/lists/${ownedByHousehold(home.id).listId}`;
    expect(outcome(await as('kim').delete(foreign, { ingredientIds: [] }))).toBe('404 LIST_NOT_FOUND');
  });

  it('are refused in a batch, too, whose calls do not wait for the read model', async () => {
    const { id, close } = await party();
    justBefore(`groceryList-${id}`, close);
    const add = (userId: string, name: string) => ({
      ...{ method: 'POST', path: '/grocery-list', key: newId() },
      body: { userId, ingredients: [{ name }] },
    });
    const response = await as('mia').post('/api/batch', { calls: [add(id, 'Cake'), add(home.id, 'Tea')] });
    const { results } = response.json<BatchResults>();
    expect(results.map(({ status, error }) => error?.code ?? status)).toEqual(['LIST_NOT_FOUND', 201]);
  });

  it('are moved to the main list if the member who closes the list has not seen them', async () => {
    const { id, close } = await party();
    const [cake] = (await add('tom', id, 'Cake')).json<AddedItems>().items;
    justBefore(`listCollection-${ownedByHousehold(home.id).listId}`, () => add('mia', id, 'Candles'));
    expect(outcome(await close({ ingredientIds: [cake?.id] }))).toBe(204);
    expect(await names('mia', home.id)).toEqual(['Candles']);
  });

  it('are in the history of the main list once', async () => {
    const { id, close } = await party();
    await add('mia', id, 'Candles');
    expect(outcome(await close({ ingredientIds: [] }))).toBe(204);
    const { items } = (await as('mia').get(`/api/grocery-list/${home.id}/history`)).json<HistoryPage>();
    expect(items.map(({ did, movedFrom }) => [did, movedFrom])).toEqual([['restored', id]]);
  });

  it('are on the main list, too, if the server fails once the list is closed', async () => {
    const { id, close } = await party();
    await add('mia', id, 'Candles');
    atStep(`return from listCollection-${ownedByHousehold(home.id).listId}`, async () => {
      throw new EventLogUnavailable('The server fails here');
    });
    expect(outcome(await close({ ingredientIds: [] }))).toBe('503 EVENT_LOG_UNAVAILABLE');
    expect(outcome(await close({ ingredientIds: [] }))).toBe('404 LIST_NOT_FOUND');
    expect(await names('mia', home.id)).toEqual(['Candles']);
  });

  it('are closed with it if they were checked already', async () => {
    const { id, close } = await party();
    const [cake] = (await add('mia', id, 'Cake')).json<AddedItems>().items;
    await as('tom').patch(`/api/grocery-list/${id}/${cake?.id}`, { checked: true });
    expect(outcome(await close({ ingredientIds: [] }))).toBe(204);
    expect(await names('mia', home.id)).toEqual([]);
  });

  it('keep the list open if the main list has no room for them, and have room there if they come last', async () => {
    const { id, close } = await party();
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

  it('are closed with it if all were seen, or all are to be closed', async () => {
    for (const body of [undefined, { ingredientIds: [] as string[] }]) {
      const { id, close } = await party();
      const [cake] = (await add('mia', id, 'Cake')).json<AddedItems>().items;
      if (cake) body?.ingredientIds.push(cake.id);
      expect(outcome(await close(body))).toBe(204);
      expect(await names('mia', home.id)).toEqual([]);
    }
  });
});
