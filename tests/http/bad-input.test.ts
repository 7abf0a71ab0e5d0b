import type { LightMyRequestResponse } from 'fastify';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newId } from '../../server/commands/ids.ts';
import { groceryLimits } from '../../server/core/contracts/limits.ts';
import { openTestApp, type TestApp } from '../support/test-app.ts';

describe('bad input', () => {
  let app: TestApp;
  let published = '';
  let headBefore: bigint | undefined;
  beforeAll(async () => {
    app = await openTestApp('mia', 'newcomer');
    published = (await app.as('mia').post('/api/community', { title: 'A post' })).json().id;
    headBefore = await app.head();
  });
  afterAll(async () => {
    expect(await app.head(), 'a rejected request records nothing').toBe(headBefore);
    await app.close();
  });

  const shape = (code: string) => ({
    statusCode: expect.any(Number),
    code,
    error: expect.any(String),
    message: expect.any(String),
  });

  it('a body of a GET or HEAD request is ignored', async () => {
    for (const method of ['GET', 'HEAD'] as const) {
      const headers = { 'content-type': 'application/json' };
      const response = await app.inject({ method, url: '/api/community', payload: '['.repeat(100_000), headers });
      expect(response.statusCode).toBe(200);
    }
  });
  it('an unknown route is a 404', async () => {
    const response = await app.as('mia').get('/api/nothing');
    expect(response.statusCode).toBe(404);
    expect(response.json()).toEqual(shape('NOT_FOUND'));
  });
  it('a URL that cannot be decoded is a 400', async () => {
    for (const path of ['/api/%zz', '/%', `/api/grocery-list/%ff`]) {
      const response = await app.as('mia').get(path);
      expect([response.statusCode, response.json()], path).toEqual([400, shape('MALFORMED_URL')]);
    }
  });
  it('malformed JSON is a 400', async () => {
    const response = await app.as('mia').post('/api/community', '{"title":', { 'content-type': 'application/json' });
    expect([response.statusCode, response.json().code]).toEqual([400, 'MALFORMED_JSON']);
  });
  it('an unsupported media type is a 415', async () => {
    const response = await app.as('mia').post('/api/grocery-list', 'milk', { 'content-type': 'text/plain' });
    expect([response.statusCode, response.json().code]).toEqual([415, 'UNSUPPORTED_MEDIA_TYPE']);
  });
  it.each([
    ['/api/community', 385],
    ['/api/recipes', 1024],
    [`/api/community/${newId()}/comments`, 94],
    [`/api/community/${newId()}/like`, 4],
    ['/nothing', 4],
  ])('a body over the limit of POST %s is a 413 that names the limit: %i KiB', async (path, kibibytes) => {
    const response = await app.as('mia').post(path, { title: 'x'.repeat(kibibytes * 1024) });
    expect(response.json()).toEqual({
      ...shape('TOO_LARGE'),
      statusCode: 413,
      message: `The body is over the limit of ${kibibytes} KiB`,
    });
  });
  it('a body for an unknown route of the API is a 404 before it is read', async () => {
    const response = await app.as('mia').post('/api/nothing', { title: 'x'.repeat(4_096) });
    expect([response.statusCode, response.json().code]).toEqual([404, 'NOT_FOUND']);
  });
  it.each([
    ['deep', '[', 'is nested deeper than 11 levels'],
    ['long', '{"a":', 'is nested deeper than 11 levels'],
    ['wide', '"",', 'has more than 398 values'],
  ])('JSON that is too %s is a 422 before it is parsed', async (_, unit, reason) => {
    const json = { 'content-type': 'application/json' };
    const response = await app.as('mia').post('/api/community', `{"title":${unit.repeat(1_000)}`, json);
    expect(response.json()).toEqual({
      ...shape('INVALID_INPUT'),
      message: `Invalid input data: the body ${reason}`,
    });
  });
  it('a rejected first request records nothing about a new user', async () => {
    const newcomer = app.as('newcomer');
    const refused = [
      await newcomer.put(`/api/community/${published}`, { title: 'Mine now', content: '' }),
      await newcomer.post(`/api/community/${newId()}/comments`, { text: 'Good' }),
      await newcomer.patch(`/api/grocery-list/newcomer/${newId()}`, { name: 'Milk' }),
    ];
    expect(refused.map(({ statusCode }) => statusCode)).toEqual([403, 404, 404]);
    expect(await app.head()).toBe(headBefore);
  });
  it('a body that is not UTF-8 is a 400, in JSON and in forms', async () => {
    const form = 'multipart/form-data; boundary=b';
    const part = '--b\r\ncontent-disposition: form-data; name="title"\r\n\r\n\xff\r\n--b--\r\n';
    const bodies: [type: string, body: string][] = [
      ['application/json', '{"title":"\xff"}'],
      ['application/x-www-form-urlencoded', 'title=\xff'],
      ['application/x-www-form-urlencoded', 'title=%ff'],
      ['application/x-www-form-urlencoded', 'title=100%'],
      [form, part],
    ];
    for (const [type, body] of bodies) {
      const payload = Buffer.from(body, 'latin1');
      const headers = { authorization: 'Bearer token-mia', 'content-type': type };
      const response = await app.inject({ method: 'POST', url: '/api/community', payload, headers });
      expect([response.statusCode, response.json()], `${type} ${body}`).toEqual([400, shape('MALFORMED_BODY')]);
    }
  });
  it.each([
    ['a number instead of text', { title: 5 }],
    ['no title', { content: 'x' }],
    ['a blank title', { title: '  ' }],
    ['an unknown type', { title: 'x', type: 'poem' }],
    ['an unknown field', { title: 'x', authorId: 'sam' }],
    ['a title that is too long', { title: 'x'.repeat(201) }],
    ['an array', ['x']],
  ])('%s is a 422', async (_, body) => {
    const response = await app.as('mia').post('/api/community', body);
    expect(response.statusCode).toBe(422);
    expect(response.json().message).not.toBe('');
  });
  it.each<[string, object, string, field?: string]>([
    ['/api/community', { title: 'x', type: 'poem' }, 'type must be one of text, image, youtube', 'type'],
    ['/api/community', { title: 'x', authorId: 'sam' }, 'there is no field authorId'],
    ['/api/community', { content: 'x' }, 'title is missing', 'title'],
    ['/api/community', { title: 5 }, 'title must be text', 'title'],
    ['/api/community', { title: 'x'.repeat(201) }, 'title is longer than 200 characters', 'title'],
    ['/api/community', ['x'], 'the body must be an object'],
    ['/api/grocery-list/mia/restore', { ingredientIds: ['milk'] }, 'ingredientIds[0] is not an id', 'ingredientIds/0'],
    ['/api/grocery-list/mia/restore', { ingredientIds: [] }, 'ingredientIds needs at least 1 entry', 'ingredientIds'],
  ])('POST %s with %j names the fault once, and its field', async (path, body, reason, field) => {
    const response = await app.as('mia').post(path, body);
    const fault = field === undefined ? {} : { field };
    expect(response.json()).toEqual({ ...shape('INVALID_INPUT'), message: `Invalid input data: ${reason}`, ...fault });
  });
  it('too many entries are a 422 that names the limit', async () => {
    const ingredientIds = Array.from({ length: groceryLimits.savedItems + 1 }, newId);
    const response = await app.as('mia').post('/api/grocery-list/mia/restore', { ingredientIds });
    const message = `Invalid input data: ingredientIds has more than ${groceryLimits.savedItems} entries`;
    expect(response.json()).toEqual({ ...shape('INVALID_INPUT'), message, field: 'ingredientIds' });
  });
  it.each<['POST' | 'PUT' | 'PATCH', string, object, string]>([
    ['POST', '/api/recipes', { type: 'image', title: ' ' }, 'title'],
    ['POST', '/api/recipes', { type: 'image', title: 'x', imageUrl: 'a picture' }, 'imageUrl'],
    ['POST', '/api/recipes', { type: 'youtube', title: 'x', youtubeUrl: 'a video' }, 'youtubeUrl'],
    [
      'POST',
      '/api/recipes',
      { type: 'image', title: 'x', ingredients: [{ name: 'x', amount: {} }] },
      'ingredients/0/amount',
    ],
    ['POST', '/api/recipes', { type: 'image', title: 'x', ingredients: [{ amount: '1' }] }, 'ingredients/0/name'],
    ['POST', '/api/recipes/import', { url: 'a video' }, 'url'],
    ['POST', '/api/community', { title: 'x', type: 'image', imageUrl: 'a picture' }, 'imageUrl'],
    ['POST', '/api/community', { title: 'x', type: 'youtube', youtubeUrl: 'a video' }, 'youtubeUrl'],
    [
      'POST',
      '/api/grocery-list',
      { userId: 'mia', ingredients: [{ name: 'Milk' }, { name: ' ' }] },
      'ingredients/1/name',
    ],
    ['PUT', '/api/users/profile', { username: ' ' }, 'username'],
    ['PUT', '/api/users/profile', { avatar: 'a picture' }, 'avatar'],
    ['POST', '/api/playlists', { name: ' ', recipes: [{ id: newId() }] }, 'name'],
    ['POST', '/api/playlists', { name: 'x', recipes: [{ id: newId() }] }, 'recipes'],
    ['PUT', '/api/meal-plan/mia', { Monday: { Lunch: { id: newId(), title: ' ' } } }, 'Monday/Lunch/title'],
    [
      'PATCH',
      '/api/meal-plan/mia',
      { slots: [{ day: 'Monday', meal: 'Lunch', recipe: { id: newId(), title: ' ' } }] },
      'slots/0/recipe/title',
    ],
  ])('%s %s with %j names the invalid field', async (method, url, payload, field) => {
    const response = await app.inject({ method, url, payload, headers: { authorization: 'Bearer token-mia' } });
    expect(response.statusCode).toBeGreaterThanOrEqual(400);
    expect(response.json().field).toBe(field);
  });
  it('an invalid id or query names no field of the body', async () => {
    for (const path of ['/api/community/none', '/api/community?limit=0']) {
      expect((await app.as('mia').get(path)).json()).not.toHaveProperty('field');
    }
  });
  it.each<[object, string]>([
    [{}, 'the body needs at least one field'],
    [{ amount: true }, 'amount must be text or a number'],
    [{ amount: 'x'.repeat(41) }, 'amount is longer than 40 characters'],
    [{ ['x'.repeat(1_000)]: 1 }, `there is no field ${'x'.repeat(50)}`],
  ])('a change of an item to %j names the fault once', async (body, reason) => {
    const response = await app.as('mia').patch(`/api/grocery-list/mia/${newId()}`, body);
    expect(response.json().message).toBe(`Invalid input data: ${reason}`);
  });
  it('text without visible characters is blank in every call', async () => {
    const mia = app.as('mia');
    for (const blank of ['', ' \n', '\u200b', '\u0000', '\ud800', '\u3164\u2060']) {
      const refused = [
        [await mia.post('/api/community', { title: blank }), 'TITLE_REQUIRED'],
        [await mia.put(`/api/community/${published}`, { title: blank }), 'TITLE_REQUIRED'],
        [await mia.post(`/api/community/${published}/comments`, { text: blank }), 'COMMENT_BLANK'],
        [await mia.post('/api/grocery-list', { userId: 'mia', ingredients: [{ name: blank }] }), 'NAME_REQUIRED'],
        [await mia.put('/api/users/profile', { username: blank }), 'USERNAME_REQUIRED'],
      ] as const;
      for (const [response, code] of refused) expect([response.statusCode, response.json().code]).toEqual([422, code]);
    }
  });
  it('an unknown or malformed id is a 404 that names what is missing', async () => {
    const expectNotFound = async (sent: Promise<LightMyRequestResponse>, code: string, message: string) =>
      expect((await sent).json()).toEqual({ statusCode: 404, code, error: 'Not Found', message });
    const mia = app.as('mia');
    for (const id of [
      newId(),
      'x',
      '..%2F..',
      encodeURIComponent('posts:*'),
      'a'.repeat(150),
      'a'.repeat(201),
      'a'.repeat(4_000),
    ]) {
      const path = `/api/community/${id}`;
      const noPost = ['POST_NOT_FOUND', 'Post not found'] as const;
      await expectNotFound(app.as(undefined).get(path), ...noPost);
      await expectNotFound(app.as(undefined).get(`${path}/comments`), ...noPost);
      await expectNotFound(mia.post(`${path}/like`), ...noPost);
      await expectNotFound(mia.post(`${path}/comments`, { text: 'x' }), ...noPost);
      await expectNotFound(mia.put(path, { title: 'x' }), ...noPost);
      await expectNotFound(mia.delete(path), ...noPost);
      const comment = `/api/community/${published}/comments/${id}`;
      await expectNotFound(mia.delete(comment), 'COMMENT_NOT_FOUND', 'Comment not found');
      const item = `/api/grocery-list/mia/${id}`;
      await expectNotFound(mia.patch(item, { checked: true }), 'ITEM_NOT_FOUND', 'This item is not on the list');
    }
    for (const id of ['no%20id', 'a'.repeat(129), 'a'.repeat(201), 'a'.repeat(4_000)]) {
      await expectNotFound(mia.get(`/api/grocery-list/${id}`), 'USER_NOT_FOUND', 'User not found');
      await expectNotFound(mia.get(`/api/playlists/${id}/${newId()}`), 'USER_NOT_FOUND', 'User not found');
    }
  });
  it('an invalid cursor or limit is a 422', async () => {
    for (const query of ['cursor=abc', 'cursor=%00', 'limit=0', 'limit=1000', 'limit=x']) {
      expect((await app.as(undefined).get(`/api/community?${query}`)).statusCode, query).toBe(422);
    }
  });
  it('a missing, forged or malformed token is a 401', async () => {
    const post = { method: 'POST', url: '/api/community', payload: { title: 'x' } } as const;
    for (const authorization of [
      undefined,
      'Bearer token-of-nobody',
      'Bearer',
      'token-mia',
      'Basic bWlh',
      `Bearer ${'x'.repeat(9_000)}`,
    ]) {
      const response = await app.inject({ ...post, headers: authorization === undefined ? {} : { authorization } });
      expect(response.statusCode, authorization).toBe(401);
      expect(response.headers['www-authenticate']).toBe('Bearer');
    }
  });
  it('a malformed idempotency key is a 422', async () => {
    const response = await app.as('mia').post('/api/community', { title: 'x' }, { 'idempotency-key': 'short' });
    expect(response.statusCode).toBe(422);
  });
});
