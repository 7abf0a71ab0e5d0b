import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newId } from '../../server/commands/ids.ts';
import type { Recipe, RecipeForm, RecipePage } from '../../server/core/contracts/recipes.ts';
import { openTestApp, type TestApp } from '../support/test-app.ts';

const soup: RecipeForm = {
  type: 'image',
  title: 'Leek soup',
  imageUrl: 'https://pictures.example/soup.jpg',
  youtubeUrl: 'left over from before',
  description: 'Thick and green',
  cookingTime: 30,
  servings: 4,
  cuisine: 'French',
  difficulty: 'Easy',
  ingredients: [
    { name: 'Leeks', amount: 3 },
    { name: ' ', amount: '1', unit: 'kg' },
    { name: 'Cream', amount: '1/2', unit: 'l' },
  ],
  instructions: ['Sweat the leeks.', ' ', 'Simmer and blend.'],
};

describe('recipes over HTTP', () => {
  let app: TestApp;
  beforeAll(async () => {
    app = await openTestApp('eleni', 'sam');
  });
  afterAll(() => app.close());

  const publish = async (form: Partial<RecipeForm> = {}, as = 'eleni'): Promise<Recipe> => {
    const response = await app.as(as).post('/api/recipes', { ...soup, ...form });
    expect(response.statusCode, response.body).toBe(201);
    return response.json();
  };
  const page = async (query = ''): Promise<RecipePage> => (await app.as(undefined).get(`/api/recipes${query}`)).json();
  const search = async (q: string): Promise<string[]> =>
    (await app.as(undefined).get(`/api/recipes/search?q=${encodeURIComponent(q)}`))
      .json<RecipePage>()
      .items.map(({ title }) => title);

  it('publishes a recipe, readable right away and first on the home page', async () => {
    const published = await publish();
    expect(published).toEqual({
      id: published.id,
      revision: '0',
      likeCount: 0,
      commentCount: 0,
      type: 'image',
      title: 'Leek soup',
      author: 'Eleni',
      authorId: 'eleni',
      credited: false,
      imageUrl: expect.stringMatching(/^\/pictures\/[0-9a-f]{40}\/400$/),
      pictures: [expect.anything(), expect.anything()],
      photo: expect.objectContaining({ source: 'https://pictures.example/soup.jpg' }),
      description: 'Thick and green',
      cookingTime: 30,
      servings: 4,
      cuisine: 'French',
      difficulty: 'Easy',
      createdAt: published.createdAt,
      ingredients: [
        { name: 'Leeks', amount: '3', unit: '' },
        { name: 'Cream', amount: '1/2', unit: 'l' },
      ],
      instructions: ['Sweat the leeks.', 'Simmer and blend.'],
    });
    expect((await app.as(undefined).get(`/api/recipes/${published.id}`)).json()).toEqual(published);
    const [first] = (await page()).items;
    expect(published).toMatchObject({ ...first });
    expect(first).not.toHaveProperty('instructions');
  });

  it('finds recipes that are like one, with the most words in common first, and not the recipe itself', async () => {
    const ingredients = (...names: string[]) => names.map((name) => ({ name, amount: '1' }));
    const { id } = await publish({ title: 'Quince tart', ingredients: ingredients('Quinces', 'Marzipan') });
    await publish({ title: 'Quince jelly', ingredients: ingredients('Quinces', 'Gelatine') });
    await publish({ title: 'Quince marzipan', ingredients: ingredients('Quinces', 'Marzipan') });
    const related: RecipePage = (await app.as(undefined).get(`/api/recipes/${id}/related`)).json();
    expect(related.items.slice(0, 2).map(({ title }) => title)).toEqual(['Quince marzipan', 'Quince jelly']);
    expect(related.items.map((card) => card.id)).not.toContain(id);
    expect((await app.as(undefined).get(`/api/recipes/${newId()}/related`)).statusCode).toBe(404);
  });

  it('requires only a title', async () => {
    const refused = await app.as('eleni').post('/api/recipes', { type: 'image', title: ' ' });
    expect([refused.statusCode, refused.json().message]).toEqual([422, 'Title is required']);
    const bare = await app.as('eleni').post('/api/recipes', { type: 'image', title: 'Toast' });
    expect(bare.statusCode).toBe(201);
    expect(bare.json()).toMatchObject({ title: 'Toast', description: '', cuisine: '', ingredients: [] });
    expect(bare.json()).not.toHaveProperty('cookingTime');
  });

  it('stores the id of a video with its own picture, and credits the channel', async () => {
    const video = { type: 'youtube', youtubeUrl: 'https://youtu.be/LWuuCndtJr0', author: 'A channel' } as const;
    expect(await publish({ ...video, title: 'Video' })).toMatchObject({
      type: 'youtube',
      youtubeUrl: 'https://www.youtube-nocookie.com/embed/LWuuCndtJr0',
      photo: { source: 'https://pictures.example/soup.jpg' },
      author: 'A channel',
      authorId: 'eleni',
      credited: true,
    });
    const refused = await app.as('eleni').post('/api/recipes', { ...soup, ...video, youtubeUrl: 'https://youtu.be/x' });
    expect([refused.statusCode, refused.json().message]).toEqual([422, 'Invalid YouTube URL']);
  });

  it('rejects an unsafe image URL, an unknown type and unknown fields', async () => {
    const picture = await app.as('eleni').post('/api/recipes', { ...soup, imageUrl: 'javascript:alert(1)' });
    expect(picture.json()).toMatchObject({ statusCode: 422, message: expect.stringContaining('Image URL must be') });
    const other = await app.as('eleni').post('/api/recipes', { ...soup, type: 'tiktok' });
    expect(other.json()).toMatchObject({ statusCode: 422, message: expect.stringContaining('type must be one of') });
    const extra = await app.as('eleni').post('/api/recipes', { ...soup, authorId: 'sam' });
    expect(extra.statusCode).toBe(422);
  });

  it('lets only the author revise and withdraw a recipe', async () => {
    const { id, createdAt } = await publish({ title: 'First try' });
    const url = `/api/recipes/${id}`;
    for (const stranger of ['sam', undefined]) {
      const status = stranger === undefined ? 401 : 403;
      expect((await app.as(stranger).put(url, soup)).statusCode).toBe(status);
      expect((await app.as(stranger).delete(url)).statusCode).toBe(status);
    }
    expect((await app.as(undefined).post('/api/recipes', soup)).statusCode).toBe(401);
    const revised = await app.as('eleni').put(url, { ...soup, title: 'Second try', imageUrl: '' });
    expect(revised.json()).toMatchObject({ id, revision: '1', title: 'Second try', author: 'Eleni', createdAt });
    expect(revised.json()).not.toHaveProperty('imageUrl');
    expect((await app.as(undefined).get(url)).json()).toEqual(revised.json());
    const unseen = await app.as('eleni').put(url, { ...soup, title: 'Third try', revision: '0' });
    expect([unseen.statusCode, unseen.json().code]).toEqual([409, 'RECIPE_CHANGED_MEANWHILE']);
    const seen = await app.as('eleni').put(url, { ...soup, title: 'Third try', revision: '1' });
    expect([seen.statusCode, seen.json().revision]).toEqual([200, '2']);
    expect((await app.as('eleni').delete(url)).statusCode).toBe(204);
    const gone = await app.as(undefined).get(url);
    expect(gone.json()).toMatchObject({ statusCode: 404, code: 'RECIPE_NOT_FOUND', message: 'Recipe not found' });
    expect((await app.as('eleni').put(url, soup)).json().code).toBe('RECIPE_NOT_FOUND');
    expect((await app.as(undefined).get('/api/recipes/nonsense')).json().message).toBe('Recipe not found');
  });

  it('publishes once under a repeated idempotency key', async () => {
    const before = await app.head();
    const headers = { 'idempotency-key': newId() };
    const first = await app.as('eleni').post('/api/recipes', soup, headers);
    const after = await app.head();
    await app.restart();
    const again = await app.as('eleni').post('/api/recipes', soup, headers);
    expect([again.statusCode, again.json()]).toEqual([201, first.json()]);
    expect(after).not.toBe(before);
    expect(await app.head()).toBe(after);
  });

  it('accepts the id of a new recipe from the client, and rejects an id that is in use', async () => {
    const id = newId();
    const [form, headers] = [{ ...soup, id }, { 'idempotency-key': newId() }];
    const published = await app.as('eleni').post('/api/recipes', form, headers);
    expect([published.statusCode, published.json()]).toMatchObject([201, { id, revision: '0' }]);
    const again = await app.as('eleni').post('/api/recipes', form, headers);
    expect([again.statusCode, again.json()]).toEqual([201, published.json()]);

    const head = await app.head();
    const expectIdInUse = async (as: string) => {
      const refused = await app.as(as).post('/api/recipes', { ...form, title: 'Another' });
      expect([refused.statusCode, refused.json().code]).toEqual([409, 'ID_IN_USE']);
      expect(await app.head()).toBe(head);
    };
    for (const as of ['eleni', 'sam']) await expectIdInUse(as);
    expect((await app.as(undefined).get(`/api/recipes/${id}`)).json()).toEqual(published.json());
    const malformed = await app.as('eleni').post('/api/recipes', { ...soup, id: 'mine' });
    expect([malformed.statusCode, malformed.json().field]).toEqual([422, 'id']);
  });

  it('pages through all recipes, newest first', async () => {
    const titles = ['Page one', 'Page two', 'Page three'];
    for (const title of titles) await publish({ title });
    const seen: string[] = [];
    let cursor: string | null = '';
    while (cursor !== null && seen.length < 3) {
      const { items, nextCursor }: RecipePage = await page(`?limit=2${cursor && `&cursor=${cursor}`}`);
      expect(items.length).toBeLessThanOrEqual(2);
      seen.push(...items.map(({ title }) => title));
      cursor = nextCursor;
    }
    expect(seen.slice(0, 3)).toEqual(titles.toReversed());
    const { headers } = await app.as(undefined).get('/api/recipes');
    const unchanged = await app.as(undefined).get('/api/recipes', { 'if-none-match': String(headers.etag) });
    expect(unchanged.statusCode).toBe(304);
  });

  it('updates the search as soon as a recipe is published, revised or withdrawn', async () => {
    expect(await search('  ')).toEqual([]);
    expect((await app.as(undefined).get('/api/recipes/search')).json()).toEqual({ items: [], nextCursor: null });
    const { id } = await publish({ title: 'Shakshuka with herbs', description: 'Eggs poached in tomatoes' });
    expect(await search('shaksh')).toEqual(['Shakshuka with herbs']);
    expect(await search('POACHED')).toEqual(['Shakshuka with herbs']);
    expect(await search('shakshuka poachd')).toEqual(['Shakshuka with herbs']);
    await app.as('eleni').put(`/api/recipes/${id}`, { ...soup, title: 'Menemen', description: 'Scrambled' });
    expect(await search('shaksh')).toEqual([]);
    expect(await search('menemen')).toEqual(['Menemen']);
    await app.restart();
    expect(await search('menemen')).toEqual(['Menemen']);
    // A search does not wait for events that do not concern the recipes.
    await app.as('eleni').put('/api/users/profile', { username: 'Eleni P.' });
    const startedAtMs = performance.now();
    const [found] = (await app.as(undefined).get('/api/recipes/search?q=menemen')).json<RecipePage>().items;
    expect(found?.author).toBe('Eleni P.');
    // Less than a read may wait for its minimum position.
    expect(performance.now() - startedAtMs).toBeLessThan(2_000);
    await app.as('eleni').delete(`/api/recipes/${id}`);
    expect(await search('menemen')).toEqual([]);
  });
});
