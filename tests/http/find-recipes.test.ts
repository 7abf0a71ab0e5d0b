import { afterAll, beforeAll, expect, it } from 'vitest';
import type { FoundRecipes } from '../../server/core/contracts/finding.ts';
import type { Recipe, RecipeForm } from '../../server/core/contracts/recipes.ts';
import { openTestApp, type TestApp } from '../support/test-app.ts';

let app: TestApp;
const published = new Map<string, Recipe>();
beforeAll(async () => {
  app = await openTestApp('mia', 'sam');
  const publish = async (user: string, title: string, form: Partial<RecipeForm>) => {
    const response = await app.as(user).post('/api/recipes', { type: 'image', title, ...form });
    expect(response.statusCode, response.body).toBe(201);
    published.set(title, response.json());
  };
  const garlic = { name: 'Garlic cloves', amount: 2 };
  await publish('mia', 'Pasta', {
    ...{ cuisine: 'Italian', cookingTime: 20 },
    ingredients: [garlic, { name: 'Pasta' }],
  });
  await publish('sam', 'Pizza', { ...{ cuisine: 'Italian', difficulty: 'Hard' }, ingredients: [garlic] });
  await publish('sam', 'Mapo tofu', { cuisine: 'Chinese', cookingTime: 30, ingredients: [garlic, { name: 'Tofu' }] });
});
afterAll(() => app.close());

const find = async (query: string): Promise<FoundRecipes> => {
  const response = await app.as(undefined).get(`/api/recipes/find?${query}`);
  expect(response.statusCode, response.body).toBe(200);
  return response.json();
};
const titlesOf = ({ items }: FoundRecipes) => items.map(({ title }) => title);

it('finds recipes that meet all conditions, with counts', async () => {
  const found = await find('q=garlic&cuisine=italian&cuisine=chinese&maxMinutes=30&sort=quickest');
  expect(titlesOf(found)).toEqual(['Pasta', 'Mapo tofu']);
  expect(found).toMatchObject({
    ...{ total: 2, isComplete: true, nextCursor: null, without: [] },
    cuisines: [
      { value: 'Chinese', count: 1 },
      { value: 'Italian', count: 1 },
    ],
    authors: [
      { id: 'mia', name: 'Mia', count: 1 },
      { id: 'sam', name: 'Sam', count: 1 },
    ],
  });
  expect(found).not.toHaveProperty('cookable');
  expect(titlesOf(await find('author=sam'))).toEqual(['Mapo tofu', 'Pizza']);
  expect(await find('q=garlic&difficulty=Hard&cuisine=Chinese')).toMatchObject({
    ...{ items: [], total: 0 },
    without: [
      { condition: 'cuisines', count: 1 },
      { condition: 'difficulty', count: 1 },
    ],
  });
});

it('adds to each card what it needs besides the ingredients at hand', async () => {
  const found = await find('atHand=garlic&atHand=noodles&sort=fewestMissing');
  expect(found.items.map(({ title, missing }) => [title, missing])).toEqual([
    ['Pizza', { count: 0, names: [] }],
    ['Mapo tofu', { count: 1, names: ['Tofu'] }],
    ['Pasta', { count: 1, names: ['Pasta'] }],
  ]);
  expect(found.cookable).toBe(1);
  expect(titlesOf(await find('atHand=garlic&onlyCookable=true'))).toEqual(['Pizza']);
});

it('finds what the user likes, and starts with the most liked', async () => {
  const like = (user: string, title: string, liked = true) =>
    app.as(user).post(`/api/recipes/${published.get(title)?.id}/like`, { liked });
  const findAs = async (user: string, query: string): Promise<string[]> =>
    titlesOf((await app.as(user).get(`/api/recipes/find?${query}`)).json());
  for (const user of ['mia', 'sam']) await like(user, 'Pizza');
  await like('sam', 'Pasta');
  expect(await findAs('sam', 'liked=true')).toEqual(['Pizza', 'Pasta']);
  expect(await findAs('mia', 'liked=true&q=garlic')).toEqual(['Pizza']);
  expect(titlesOf(await find('sort=mostLiked'))).toEqual(['Pizza', 'Pasta', 'Mapo tofu']);
  const first = await find('sort=mostLiked&limit=1');
  expect(titlesOf(await find(`sort=mostLiked&cursor=${first.nextCursor}`))).toEqual(['Pasta', 'Mapo tofu']);
  await like('mia', 'Pizza', false);
  expect(await findAs('mia', 'liked=true')).toEqual([]);
  expect(await findAs('mia', 'liked=false&q=garlic')).toHaveLength(3);
  const refused = await app.as(undefined).get('/api/recipes/find?liked=true');
  expect(refused.json()).toMatchObject({
    ...{ statusCode: 401, code: 'TOKEN_REQUIRED' },
    message: 'Please log in to find the recipes that you like',
  });
});

it('pages through the results, also when one is withdrawn meanwhile', async () => {
  const first = await find('limit=1');
  expect([titlesOf(first), first.total]).toEqual([['Mapo tofu'], 3]);
  await app.as('sam').delete(`/api/recipes/${published.get('Mapo tofu')?.id}`);
  const second = await find(`limit=1&cursor=${first.nextCursor}`);
  expect([titlesOf(second), second.total]).toEqual([['Pizza'], 2]);
  const last = await find(`limit=1&cursor=${second.nextCursor}`);
  expect([titlesOf(last), last.nextCursor]).toEqual([['Pasta'], null]);
  const invalid = await app.as(undefined).get('/api/recipes/find?cursor=nonsense');
  expect([invalid.statusCode, invalid.json().message]).toEqual([422, 'This cursor is not from a previous page']);
});

it('finds a revised recipe where it was published, also after a restart', async () => {
  const id = published.get('Pasta')?.id;
  const revised = { type: 'image', title: 'Pasta with leeks', cuisine: 'Swiss' };
  expect((await app.as('mia').put(`/api/recipes/${id}`, revised)).statusCode).toBe(200);
  const before = await find('sort=newest');
  expect([titlesOf(before), before.cuisines.length]).toEqual([['Pizza', 'Pasta with leeks'], 2]);
  await app.restart();
  expect(await find('sort=newest')).toEqual(before);
});
