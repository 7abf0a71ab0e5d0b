/** The ingredients of planned meals on a grocery list. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newId } from '../../server/commands/ids.ts';
import type { AddedItems, GroceryList, HistoryPage, TakenBack } from '../../server/core/contracts/grocery-list.ts';
import type { OwnersList } from '../../server/core/contracts/grocery-lists.ts';
import { openTestApp, type TestApp } from '../support/test-app.ts';

describe('the ingredients of planned meals over HTTP', () => {
  let app: TestApp;
  beforeAll(async () => {
    app = await openTestApp('mia', 'tom', 'ann', 'sue', 'eve');
  });
  afterAll(() => app.close());

  const ingredients = (mealId: string, portion = 1) =>
    [
      { name: 'Feta', amount: String(200 * portion), unit: 'g' },
      { name: 'Olives', amount: String(10 * portion) },
    ].map((each) => ({ ...each, id: newId(), recipeTitle: 'Greek Salad', plannedMeal: { id: mealId, portion } }));
  const add = async (as: string, ...wanted: object[]) => {
    const response = await app.as(as).post('/api/grocery-list', { userId: as, ingredients: wanted });
    expect(response.statusCode).toBe(201);
    return response.json<AddedItems>().items.map(({ name, amount }) => `${name} ${amount}`);
  };
  const read = async (as: string) => (await app.as(as).get(`/api/grocery-list/${as}`)).json<GroceryList>();
  const takeBack = (as: string, plannedMealId: string) =>
    app.as(as).post(`/api/grocery-list/${as}/take-back`, { plannedMealId });

  it('are added once, by two devices at once, and after they were bought or removed', async () => {
    const [tuesday, friday] = [newId(), newId()];
    const both = await Promise.all([add('mia', ...ingredients(tuesday)), add('mia', ...ingredients(tuesday))]);
    expect(both.sort((a, b) => b.length - a.length)).toEqual([['Feta 200', 'Olives 10'], []]);
    const { items } = await read('mia');
    expect(items).toMatchObject([
      { name: 'Feta', plannedMeal: { id: tuesday, portion: 1 } },
      { name: 'Olives', plannedMeal: { id: tuesday, portion: 1 } },
    ]);
    const [feta, olives] = items;
    await app.as('mia').patch(`/api/grocery-list/mia/${feta?.id}`, { checked: true });
    await app.as('mia').delete(`/api/grocery-list/mia/${olives?.id}`);
    expect(await add('mia', ...ingredients(tuesday), ...ingredients(friday))).toEqual(['Feta 200', 'Olives 10']);
    await app.as('mia').delete('/api/grocery-list/mia');
    expect(await add('mia', ...ingredients(tuesday), ...ingredients(friday))).toEqual([]);
    expect((await read('mia')).items).toEqual([]);
    await app.restart();
    expect(await add('mia', ...ingredients(tuesday))).toEqual([]);
    expect(await add('mia', ...ingredients(tuesday, 1.5))).toEqual(['Feta 100', 'Olives 5']);
  });

  it('that another device has added are changed by the ids of either device', async () => {
    const meal = newId();
    const [first, second] = [ingredients(meal), ingredients(meal)];
    await add('sue', ...first);
    expect(await add('sue', ...second)).toEqual([]);
    const url = '/api/grocery-list/sue';
    const checked = await app.as('sue').patch(`${url}/${second[0]?.id}`, { checked: true });
    expect([checked.statusCode, checked.json()]).toMatchObject([200, { id: first[0]?.id, checked: true }]);
    expect((await app.as('sue').delete(`${url}/${second[1]?.id}`)).statusCode).toBe(204);
    expect((await read('sue')).items).toEqual([checked.json()]);
    await app.restart();
    const ids = second.map(({ id }) => id);
    const restored = await app.as('sue').post(`${url}/restore`, { ingredientIds: ids });
    expect(restored.json<AddedItems>().items).toMatchObject([{ id: first[1]?.id }]);
    const party = (await app.as('sue').post(`${url}/lists`, { name: 'Party' })).json<OwnersList>();
    await app.as('sue').post(`${url}/move`, { ingredientIds: ids, to: party.id });
    expect((await read('sue')).items).toEqual([]);
    const moved = (await app.as('sue').get(`/api/grocery-list/${party.id}`)).json<GroceryList>();
    expect(moved.items.map(({ id }) => id)).toEqual(first.map(({ id }) => id));
  });

  it('are taken back where nobody has checked them, can be restored, and be brought again', async () => {
    const meal = newId();
    await add('tom', ...ingredients(meal), { name: 'Milk' });
    const [feta, olives] = (await read('tom')).items;
    await app.as('tom').patch(`/api/grocery-list/tom/${feta?.id}`, { checked: true });
    const taken = await takeBack('tom', meal);
    expect([taken.statusCode, taken.json<TakenBack>().ingredientIds]).toEqual([200, [olives?.id]]);
    const names = async () => (await read('tom')).items.map(({ name }) => name);
    expect(await names()).toEqual(['Feta', 'Milk']);
    expect((await takeBack('tom', meal)).json<TakenBack>().ingredientIds).toEqual([]);
    await app.as('tom').post('/api/grocery-list/tom/restore', { ingredientIds: [olives?.id] });
    expect(await add('tom', ...ingredients(meal))).toEqual([]);
    await takeBack('tom', meal);
    expect(await add('tom', ...ingredients(meal))).toEqual(['Olives 10']);
    expect(await names()).toEqual(['Feta', 'Milk', 'Olives']);
  });

  it('are replaced by less for fewer who eat, as one change that the history undoes', async () => {
    const meal = newId();
    await add('eve', ...ingredients(meal, 2), { name: 'Milk' });
    const url = '/api/grocery-list/eve';
    const body = { plannedMealId: meal, ingredients: ingredients(meal, 1.5) };
    const less = await app.as('eve').post(`${url}/take-back`, body);
    expect([less.statusCode, less.json()]).toMatchObject([200, { items: [{ amount: '300' }, { amount: '15' }] }]);
    const amounts = async () => (await read('eve')).items.map(({ name, amount }) => `${name} ${amount}`);
    expect((await amounts()).sort()).toEqual(['Feta 300', 'Milk ', 'Olives 15']);
    const { items } = (await app.as('eve').get(`${url}/history?limit=1`)).json<HistoryPage>();
    const undone = await app.as('eve').post(`${url}/history/${items[0]?.changeId}/undo`);
    expect(undone.statusCode).toBe(200);
    expect((await amounts()).sort()).toEqual(['Feta 400', 'Milk ', 'Olives 20']);
    expect(await add('eve', ...ingredients(meal, 2))).toEqual([]);
    const nameless = { plannedMealId: meal, ingredients: [{ name: ' ' }] };
    expect((await app.as('eve').post(`${url}/take-back`, nameless)).statusCode).toBe(422);
    expect((await amounts()).length).toBe(3);
  });

  it('are of the list of the user or their households only', async () => {
    expect((await app.as('tom').post('/api/grocery-list/ann/take-back', { plannedMealId: 'x' })).statusCode).toBe(403);
    const invalid = await app.as('ann').post('/api/grocery-list/ann/take-back', { plannedMealId: 'no id' });
    expect(invalid.statusCode).toBe(422);
    const plannedMeal = { id: newId(), portion: 0 };
    const noPortion = { userId: 'ann', ingredients: [{ name: 'Feta', plannedMeal }] };
    expect((await app.as('ann').post('/api/grocery-list', noPortion)).statusCode).toBe(422);
  });
});
