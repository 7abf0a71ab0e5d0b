/** The calls and errors that the specification lists, each with its path, payload, status, response and message. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newId } from '../../server/commands/ids.ts';
import { openTestApp, type TestApp } from '../support/test-app.ts';

describe('the specified calls', () => {
  let app: TestApp;
  let pie = '';
  beforeAll(async () => {
    app = await openTestApp('mia', 'sam');
    const form = { type: 'image', title: 'Cherry Pie', cuisine: 'American', cookingTime: 90 };
    pie = (await app.as('mia').post('/api/recipes', form)).json().id;
  });
  afterAll(() => app.close());

  const id = expect.stringMatching(/^[0-9a-f-]{36}$/);
  const time = expect.stringMatching(/^\d{4}-\d\d-\d\dT.*Z$/);

  it('GET /playlists/{userId}, POST /playlists, POST /playlists/{playlistId}/like', async () => {
    const form = {
      userId: 'mia',
      name: 'Sweets',
      description: 'For Sundays.',
      isPrivate: true,
      recipes: [{ id: pie, title: 'Cherry Pie', cuisine: 'American' }],
    };
    const created = await app.as('mia').post('/api/playlists', form);
    const { userId: _, ...kept } = form;
    const playlist = {
      ...kept,
      id,
      revision: '0',
      ownerId: 'mia',
      ownerName: 'Mia',
      createdAt: time,
      likeCount: 0,
      likedByMe: false,
    };
    expect([created.statusCode, created.json()]).toEqual([201, playlist]);
    const liked = await app.as('mia').post(`/api/playlists/${created.json().id}/like`, { userId: 'mia' });
    expect([liked.statusCode, liked.json()]).toEqual([200, { liked: true, likeCount: 1 }]);
    const listed = await app.as('mia').get('/api/playlists/mia');
    expect([listed.statusCode, listed.json()]).toEqual([
      200,
      { items: [{ ...playlist, revision: '1', likeCount: 1, likedByMe: true }], nextCursor: null },
    ]);
  });

  it('GET /recipes/search?q={query}', async () => {
    const found = await app.as(undefined).get('/api/recipes/search?q=cher');
    expect([found.statusCode, found.json()]).toEqual([
      200,
      {
        items: [expect.objectContaining({ id: pie, title: 'Cherry Pie', cuisine: 'American', cookingTime: 90 })],
        nextCursor: null,
      },
    ]);
  });

  it('GET, POST and DELETE /grocery-list', async () => {
    const ingredients = [
      { name: 'Flour', amount: '1/2', unit: 'kg', recipeId: pie },
      { name: 'Cherries', amount: '', unit: '' },
    ];
    const added = await app.as('mia').post('/api/grocery-list', { userId: 'mia', ingredients });
    const items = ingredients.map((ingredient) => expect.objectContaining({ ...ingredient, id }));
    const list = { listId: id, items };
    expect([added.statusCode, added.json()]).toEqual([201, list]);
    const read = await app.as('mia').get('/api/grocery-list/mia');
    expect([read.statusCode, read.json()]).toEqual([200, { ...list, revision: '0' }]);
    const removed = await app.as('mia').delete(`/api/grocery-list/mia/${read.json().items[0].id}`);
    expect([removed.statusCode, removed.body]).toEqual([204, '']);
    expect((await app.as('mia').get('/api/grocery-list/mia')).json().items).toEqual([items[1]]);
    const cleared = await app.as('mia').delete('/api/grocery-list/mia');
    expect([cleared.statusCode, cleared.body]).toEqual([204, '']);
    expect((await app.as('mia').get('/api/grocery-list/mia')).json().items).toEqual([]);
  });

  it('GET and PUT /meal-plan/{userId}', async () => {
    const emptyDay = { Breakfast: null, Lunch: null, Dinner: null };
    const plan = {
      Monday: { ...emptyDay, Dinner: { id: pie, title: 'Cherry Pie', cuisine: 'American', cookingTime: 90 } },
      ...Object.fromEntries(
        ['Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'].map((day) => [day, emptyDay]),
      ),
    };
    const saved = await app.as('mia').put('/api/meal-plan/mia', plan);
    expect([saved.statusCode, saved.json()]).toEqual([200, { ...plan, meals: [expect.any(Object)] }]);
    const read = await app.as('mia').get('/api/meal-plan/mia');
    expect([read.statusCode, read.json()]).toEqual([200, saved.json()]);
  });

  it('POST /community/ with form fields, and likes and comments in the feed', async () => {
    const form = new URLSearchParams({ title: 'Pie', type: 'image', content: 'Warm', youtubeUrl: '' });
    form.set('imageUrl', 'https://example.org/pie.jpg');
    const published = await app
      .as('mia')
      .post('/api/community/', String(form), { 'content-type': 'application/x-www-form-urlencoded' });
    const post = {
      id,
      revision: '0',
      title: 'Pie',
      type: 'image',
      content: 'Warm',
      imageUrl: expect.stringMatching(/^\/pictures\/[0-9a-f]{40}\/400$/),
      photos: [expect.objectContaining({ source: 'https://example.org/pie.jpg' })],
      authorId: 'mia',
      authorName: 'Mia',
      createdAt: time,
      likeCount: 0,
      likedByMe: false,
      commentCount: 0,
      comments: [],
      olderCommentsCursor: null,
    };
    expect([published.statusCode, published.json()]).toEqual([201, post]);
    const path = `/api/community/${published.json().id}`;
    expect((await app.as('sam').post(`${path}/like`)).json()).toEqual({ liked: true, likeCount: 1 });
    const commented = await app.as('sam').post(`${path}/comments`, { text: 'Save me some' });
    const comment = { id, text: 'Save me some', authorId: 'sam', authorName: 'Sam', createdAt: time, likeCount: 0 };
    expect([commented.statusCode, commented.json()]).toEqual([201, { ...comment, likedByMe: false }]);
    expect((await app.as('sam').get('/api/community')).json()).toEqual({
      items: [{ ...post, revision: '2', likeCount: 1, likedByMe: true, commentCount: 1, comments: [comment] }],
      nextCursor: null,
    });
  });

  it.each<[string, 'get' | 'post' | 'put' | 'delete', string, object | undefined, string]>([
    ['reading a grocery list', 'get', '/grocery-list/mia', undefined, 'Please log in to view your grocery list'],
    ['adding to a grocery list', 'post', '/grocery-list', {}, 'Please log in to add items to your grocery list'],
    [
      'removing an item',
      'delete',
      `/grocery-list/mia/${newId()}`,
      undefined,
      'Please log in to modify your grocery list',
    ],
    ['clearing a grocery list', 'delete', '/grocery-list/mia', undefined, 'Please log in to clear your grocery list'],
    ['reading a plan', 'get', '/meal-plan/mia', undefined, 'Please log in to view your meal plan'],
    ['saving a plan', 'put', '/meal-plan/mia', {}, 'Please log in to change your meal plan'],
    ['creating a playlist', 'post', '/playlists', {}, 'Please log in to keep playlists'],
    ['liking a playlist', 'post', `/playlists/${newId()}/like`, {}, 'Please log in to keep playlists'],
    ['publishing a post', 'post', '/community/', {}, 'Please log in to take part in the community'],
    ['liking a post', 'post', `/community/${newId()}/like`, undefined, 'Please log in to take part in the community'],
    ['commenting', 'post', `/community/${newId()}/comments`, {}, 'Please log in to take part in the community'],
    ['publishing a recipe', 'post', '/recipes', {}, 'Please log in to share recipes'],
    ['reading a profile', 'get', '/users/profile', undefined, 'Please log in to see your profile'],
    ['changing a profile', 'put', '/users/profile', {}, 'Please log in to see your profile'],
  ])('rejects %s without a token and asks to log in', async (_, method, path, body, message) => {
    const response = await app.inject({ method, url: `/api${path}`, ...(body && { payload: body }) });
    expect([response.statusCode, response.json()]).toEqual([
      401,
      { statusCode: 401, code: 'TOKEN_REQUIRED', error: 'Unauthorized', message },
    ]);
  });

  it('limits a username to 50 characters', async () => {
    const statusForName = async (length: number) =>
      (await app.as('sam').put('/api/users/profile', { username: 'x'.repeat(length) })).statusCode;
    expect([await statusForName(50), await statusForName(51)]).toEqual([200, 422]);
  });

  it.each<[string, 'post' | 'get' | 'delete', string, object | undefined, number, string]>([
    ['without userId', 'post', '/grocery-list', { ingredients: [{ name: 'Milk' }] }, 422, 'Invalid input data'],
    ['without ingredients', 'post', '/grocery-list', { userId: 'mia' }, 422, 'Invalid input data'],
    ['without a user id', 'get', '/grocery-list/', undefined, 400, 'User ID is required'],
    ['without a user id', 'delete', '/grocery-list/', undefined, 400, 'User ID is required'],
    ['without an item', 'delete', '/grocery-list/mia/', undefined, 400, 'User ID and ingredient ID are required'],
    ['without a user', 'delete', `/grocery-list//${newId()}`, undefined, 400, 'User ID and ingredient ID are required'],
  ])('rejects a request %s: %s %s', async (_, method, path, body, status, message) => {
    const authorization = { authorization: 'Bearer token-mia' };
    const response = await app.inject({
      method,
      url: `/api${path}`,
      headers: authorization,
      ...(body && { payload: body }),
    });
    expect(response.statusCode).toBe(status);
    expect(response.json()).toMatchObject({ statusCode: status, message });
  });
});
