import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { RecipeVersionPage } from '../../server/core/contracts/recipe-versions.ts';
import type { Recipe } from '../../server/core/contracts/recipes.ts';
import { openTestApp, type TestApp } from '../support/test-app.ts';

describe('versions of recipes over HTTP', () => {
  let app: TestApp;
  beforeAll(async () => {
    app = await openTestApp('eleni', 'sam');
  });
  afterAll(() => app.close());

  const form = { type: 'image', title: 'Leek soup', ingredients: [{ name: 'Leeks', amount: '3' }] };
  const versions = async (id: string, query = ''): Promise<RecipeVersionPage> =>
    (await app.as(undefined).get(`/api/recipes/${id}/versions${query}`)).json();

  it('say what their author has changed and when, newest first', async () => {
    const { id, createdAt } = (await app.as('eleni').post('/api/recipes', form)).json<Recipe>();
    await app.as('sam').post(`/api/recipes/${id}/like`);
    await app.as('eleni').put(`/api/recipes/${id}`, { ...form, ingredients: [{ name: 'Leeks', amount: '4' }] });
    await app.as('eleni').put(`/api/recipes/${id}`, { ...form, title: 'Leek broth' });
    const by = { uid: 'eleni', name: 'Eleni' };
    const { items, nextCursor } = await versions(id);
    expect(nextCursor).toBeNull();
    expect(items).toMatchObject([
      {
        revision: '2',
        by,
        changes: [
          { field: 'title', removed: ['Leek soup'], added: ['Leek broth'] },
          { field: 'ingredients', removed: ['4 Leeks'], added: ['3 Leeks'] },
        ],
      },
      { revision: '1', by, changes: [{ field: 'ingredients', removed: ['3 Leeks'], added: ['4 Leeks'] }] },
      { revision: '0', by, at: createdAt, changes: [] },
    ]);

    const first = await versions(id, '?limit=1');
    const second = await versions(id, `?limit=1&cursor=${first.nextCursor}`);
    const third = await versions(id, `?limit=1&cursor=${second.nextCursor}`);
    expect([first, second, third].flatMap((page) => page.items)).toEqual(items);
    expect(third.nextCursor).toBeNull();
  });

  it('are not shown of a withdrawn recipe', async () => {
    const { id } = (await app.as('eleni').post('/api/recipes', form)).json<Recipe>();
    await app.as('eleni').delete(`/api/recipes/${id}`);
    const { statusCode, json } = await app.as('eleni').get(`/api/recipes/${id}/versions`);
    expect([statusCode, json().code]).toEqual([404, 'RECIPE_NOT_FOUND']);
  });
});
