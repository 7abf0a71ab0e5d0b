import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newId } from '../../server/commands/ids.ts';
import type { Playlist, PlaylistPage } from '../../server/contracts/playlists.ts';
import { openTestApp, type TestApp } from '../support/test-app.ts';

describe('playlists over HTTP', () => {
  let app: TestApp;
  let [ramen, pie, feta] = ['', '', ''];
  beforeAll(async () => {
    app = await openTestApp('mia', 'sam', 'eleni');
    [ramen, pie, feta] = [
      await publish('Shoyu Ramen', 'Japanese', 'https://example.org/ramen.webp'),
      await publish('Cherry Pie', 'American'),
      await publish('Baked Feta', 'Mediterranean'),
    ];
  });
  afterAll(() => app.close());

  const form = (title: string, cuisine: string, imageUrl?: string) => ({
    type: 'image',
    title,
    cuisine,
    ...(imageUrl !== undefined && { imageUrl }),
  });
  const publish = async (title: string, cuisine: string, imageUrl?: string): Promise<string> => {
    const answer = await app.as('eleni').post('/api/recipes', form(title, cuisine, imageUrl));
    expect(answer.statusCode, answer.body).toBe(201);
    return answer.json().id;
  };
  const create = async (as: string, change: object = {}): Promise<Playlist> => {
    const form = {
      userId: as,
      name: 'Slow',
      description: 'Pots that simmer.',
      isPrivate: false,
      recipes: [{ id: ramen, title: 'x', cuisine: 'x' }],
    };
    const answer = await app.as(as).post('/api/playlists', { ...form, ...change });
    expect(answer.statusCode, answer.body).toBe(201);
    return answer.json();
  };
  const shelf = async (as: string | undefined, of: string, query = ''): Promise<PlaylistPage> =>
    (await app.as(as).get(`/api/playlists/${of}${query}`)).json();
  const one = (as: string | undefined, { ownerId, id }: Playlist, headers = {}) =>
    app.as(as).get(`/api/playlists/${ownerId}/${id}`, headers);
  const ids = ({ items }: PlaylistPage) => items.map(({ id }) => id);

  it('shows a new one first, at once, with its recipes as they are', async () => {
    const older = await create('mia');
    const newer = await create('mia', { name: ' Sunday ', recipes: [{ id: pie }, { id: ramen }] });
    expect(newer).toEqual({
      id: expect.any(String),
      name: 'Sunday',
      description: 'Pots that simmer.',
      isPrivate: false,
      ownerId: 'mia',
      ownerName: 'Mia',
      createdAt: expect.any(String),
      likeCount: 0,
      likedByMe: false,
      recipes: [
        { id: pie, title: 'Cherry Pie', cuisine: 'American' },
        expect.objectContaining({
          id: ramen,
          title: 'Shoyu Ramen',
          cuisine: 'Japanese',
          imageUrl: 'https://example.org/ramen.webp',
        }),
      ],
    });
    expect((await shelf('mia', 'mia')).items.slice(0, 2)).toEqual([newer, older]);
    expect((await one('mia', newer)).json()).toEqual(newer);
    const { likedByMe: _, ...seenByVisitors } = newer;
    expect((await one(undefined, newer)).json()).toEqual(seenByVisitors);
  });

  it('needs a name, a recipe that exists and none twice', async () => {
    const refusal = async (change: object) => {
      const form = { userId: 'mia', name: 'x', recipes: [{ id: ramen }], ...change };
      const { statusCode, code, message } = (await app.as('mia').post('/api/playlists', form)).json();
      return [statusCode, code, message];
    };
    expect(await refusal({ name: ' ' })).toEqual([422, 'NAME_REQUIRED', 'A playlist needs a name']);
    expect(await refusal({ recipes: [] })).toEqual([422, 'RECIPE_REQUIRED', 'A playlist needs at least one recipe']);
    expect(await refusal({ recipes: [{ id: pie }, { id: pie }] })).toEqual([
      409,
      'RECIPE_IN_PLAYLIST',
      'This recipe is in the playlist already',
    ]);
    expect(await refusal({ recipes: [{ id: newId() }] })).toEqual([404, 'RECIPE_NOT_FOUND', 'Recipe not found']);
    expect(await refusal({ recipes: undefined })).toEqual([422, 'INVALID_INPUT', 'Invalid input data']);
    expect(await refusal({ userId: 'sam' })).toEqual([403, 'FORBIDDEN', 'You can only do this as yourself']);
    const visitor = await app.as(undefined).post('/api/playlists', { name: 'x', recipes: [{ id: ramen }] });
    expect(visitor.json()).toMatchObject({ statusCode: 401, message: 'Please log in to keep playlists' });
  });

  it('shows a private one to its owner alone', async () => {
    const secret = await create('eleni', { isPrivate: true });
    const open = await create('eleni');
    expect(ids(await shelf('eleni', 'eleni'))).toEqual([open.id, secret.id]);
    for (const reader of ['sam', undefined]) {
      expect(ids(await shelf(reader, 'eleni'))).toEqual([open.id]);
      expect(ids(await shelf(reader, 'public'))).not.toContain(secret.id);
      expect((await one(reader, secret)).json()).toMatchObject({ statusCode: 404, message: 'Playlist not found' });
    }
    expect((await one('eleni', secret)).statusCode).toBe(200);
    for (const answer of [
      await app.as('sam').post(`/api/playlists/${secret.id}/like`),
      await app.as('sam').patch(`/api/playlists/${secret.id}`, { name: 'Mine' }),
      await app.as('sam').delete(`/api/playlists/${secret.id}`),
    ]) {
      expect(answer.json()).toMatchObject({ statusCode: 404, code: 'PLAYLIST_NOT_FOUND' });
    }
    await app.as('eleni').patch(`/api/playlists/${secret.id}`, { isPrivate: false });
    await app.as('eleni').patch(`/api/playlists/${open.id}`, { isPrivate: true });
    expect(ids(await shelf('sam', 'eleni'))).toEqual([secret.id]);
  });

  it('counts a like of each user, takes it back by the next, and tells each his own', async () => {
    const liked = await create('mia');
    const like = async (as: string, body?: object) =>
      (await app.as(as).post(`/api/playlists/${liked.id}/like`, body)).json();
    expect(await like('sam', { userId: 'sam' })).toEqual({ liked: true, likeCount: 1 });
    expect(await like('mia')).toEqual({ liked: true, likeCount: 2 });
    expect(await like('sam')).toEqual({ liked: false, likeCount: 1 });
    expect(await like('sam', { userId: 'mia' })).toMatchObject({ statusCode: 403 });
    expect((await one('mia', liked)).json()).toMatchObject({ likeCount: 1, likedByMe: true });
    expect((await one('sam', liked)).json()).toMatchObject({ likeCount: 1, likedByMe: false });
    expect((await shelf('mia', 'mia')).items[0]).toMatchObject({ likeCount: 1, likedByMe: true });
  });

  it('a repeated key answers as the first time and changes nothing', async () => {
    const key = { 'idempotency-key': newId() };
    const form = { userId: 'mia', name: 'Once', recipes: [{ id: ramen }] };
    const [first, again] = [
      await app.as('mia').post('/api/playlists', form, key),
      await app.as('mia').post('/api/playlists', form, key),
    ];
    expect(again.json()).toEqual(first.json());
    const { id } = first.json<Playlist>();
    const likes = [1, 2, 3].map(() => app.as('sam').post(`/api/playlists/${id}/like`, undefined, key));
    for (const answer of await Promise.all(likes)) expect(answer.json()).toEqual({ liked: true, likeCount: 1 });
    expect((await shelf('mia', 'mia')).items.filter(({ name }) => name === 'Once')).toHaveLength(1);
  });

  it('a repeated key answers as the first time also when the recipe was withdrawn since', async () => {
    const soup = await publish('Soup of the day', '');
    const [path, other] = (await Promise.all([create('mia'), create('mia')])).map(({ id }) => `/api/playlists/${id}`);
    const writes = [
      () => app.as('mia').post(`${path}/recipes`, { recipeId: soup }, { 'idempotency-key': 'added-once' }),
      () => app.as('mia').patch(`${other}`, { recipes: [{ id: soup }] }, { 'idempotency-key': 'set-once' }),
      () =>
        app
          .as('mia')
          .post('/api/playlists', { name: 'Soups', recipes: [{ id: soup }] }, { 'idempotency-key': 'made-once' }),
    ];
    const sendAll = async () => {
      const answers = await Promise.all(writes.map((write) => write()));
      return answers.map((answer) => ({ statusCode: answer.statusCode, id: answer.json().id }));
    };
    const first = await sendAll();
    expect(first.map(({ statusCode }) => statusCode)).toEqual([200, 200, 201]);
    await app.as('eleni').delete(`/api/recipes/${soup}`);
    expect(await sendAll()).toEqual(first);
  });

  it('lists the public ones most liked first, then newest, page after page', async () => {
    const [none, two, alsoNone] = [await create('sam'), await create('sam'), await create('sam')];
    for (const as of ['mia', 'eleni']) await app.as(as).post(`/api/playlists/${two.id}/like`);
    const seen: PlaylistPage['items'] = [];
    let page = await shelf(undefined, 'public', '?limit=2');
    for (; page.nextCursor !== null; page = await shelf(undefined, 'public', `?limit=2&cursor=${page.nextCursor}`)) {
      seen.push(...page.items);
    }
    seen.push(...page.items);
    expect(seen[0]?.id).toBe(two.id);
    expect(new Set(seen.map(({ id }) => id)).size).toBe(seen.length);
    const counts = seen.map(({ likeCount }) => likeCount);
    expect(counts).toEqual(counts.toSorted((a, b) => b - a));
    expect(seen.map(({ id }) => id)).toEqual(expect.arrayContaining([none.id, alsoNone.id]));
  });

  it('lets the owner alone change it, add and remove recipes, and delete it', async () => {
    const changing = await create('mia', { recipes: [{ id: ramen }, { id: pie }] });
    const path = `/api/playlists/${changing.id}`;
    const refused = [
      await app.as('sam').patch(path, { name: 'Mine' }),
      await app.as('sam').post(`${path}/recipes`, { recipeId: feta }),
      await app.as('sam').delete(`${path}/recipes/${pie}`),
      await app.as('sam').delete(path),
    ];
    expect(refused.map(({ statusCode }) => statusCode)).toEqual([403, 403, 403, 403]);

    const titles = (playlist: Playlist) => playlist.recipes.map(({ title }) => title);
    const added = await app.as('mia').post(`${path}/recipes`, { recipeId: feta });
    expect(titles(added.json())).toEqual(['Shoyu Ramen', 'Cherry Pie', 'Baked Feta']);
    expect((await app.as('mia').post(`${path}/recipes`, { recipeId: feta })).statusCode).toBe(409);
    expect((await app.as('mia').delete(`${path}/recipes/${pie}`)).statusCode).toBe(204);
    expect(titles((await one('mia', changing)).json())).toEqual(['Shoyu Ramen', 'Baked Feta']);
    expect((await app.as('mia').delete(`${path}/recipes/${pie}`)).json()).toMatchObject({
      code: 'RECIPE_NOT_IN_PLAYLIST',
    });

    const revised = await app.as('mia').patch(path, { name: 'Better', recipes: [{ id: pie }] });
    expect(revised.json()).toEqual({ ...changing, name: 'Better', recipes: [expect.objectContaining({ id: pie })] });
    expect((await one('mia', changing)).json()).toEqual(revised.json());
    expect((await app.as('mia').delete(path)).statusCode).toBe(204);
    expect((await one('mia', changing)).statusCode).toBe(404);
    expect(ids(await shelf('mia', 'mia'))).not.toContain(changing.id);
  });

  it('shows recipes and names as they are now, and no withdrawn recipe', async () => {
    const soup = await publish('Soup', '');
    const changing = await create('mia', { recipes: [{ id: soup }, { id: pie }] });
    const revised = await app.as('eleni').put(`/api/recipes/${soup}`, form('Tomato Soup', 'Italian'));
    const path = `/api/playlists/mia/${changing.id}`;
    const after = { 'potluck-at-least': String(revised.headers['potluck-position']) };
    expect((await app.as('mia').get(path, after)).json()).toMatchObject({
      recipes: [{ title: 'Tomato Soup', cuisine: 'Italian' }, {}],
    });
    await app.as('eleni').delete(`/api/recipes/${soup}`);
    await app.as('mia').put('/api/users/profile', { username: 'Mia B.' });
    const position = String((await app.as('mia').get('/api/users/profile')).headers['potluck-position']);
    const shown: Playlist = (await app.as('sam').get(path, { 'potluck-at-least': position })).json();
    expect(shown.recipes.map(({ id }) => id)).toEqual([pie]);
    expect(shown.ownerName).toBe('Mia B.');
  });

  it('has room for a hundred recipes that can be seen', async () => {
    const many = await Promise.all(Array.from({ length: 101 }, (_, n) => publish(`Soup ${n}`, '')));
    const [first = '', ...others] = many;
    const full = await create('mia', { recipes: others.map((id) => ({ id })) });
    const path = `/api/playlists/${full.id}/recipes`;
    expect((await app.as('mia').post(path, { recipeId: first })).json()).toMatchObject({
      statusCode: 409,
      code: 'PLAYLIST_FULL',
      message: 'A playlist holds 100 recipes; remove some first',
    });
    const { headers } = await app.as('eleni').delete(`/api/recipes/${others[0]}`);
    // Playlists may learn it later than the recipes do.
    await one('mia', full, { 'potluck-at-least': String(headers['potluck-position']) });
    const added: Playlist = (await app.as('mia').post(path, { recipeId: first })).json();
    expect(added.recipes.map(({ id }) => id)).toEqual([...others.slice(1), first]);
    expect((await app.as('mia').post(path, { recipeId: ramen })).json()).toMatchObject({ code: 'PLAYLIST_FULL' });
    expect((await app.as('mia').delete(`${path}/${first}`)).statusCode).toBe(204);
    expect((await app.as('mia').post(path, { recipeId: ramen })).statusCode).toBe(200);
  });

  it('answers 304 to whoever has the page already, and not to another reader of the same browser', async () => {
    const { headers } = await app.as('sam').get('/api/playlists/public');
    const etag = { 'if-none-match': String(headers.etag) };
    expect((await app.as('sam').get('/api/playlists/public', etag)).statusCode).toBe(304);
    expect((await app.as('mia').get('/api/playlists/public', etag)).statusCode).toBe(200);
  });

  it('an id that is none, and a cursor that is none, are refused in words', async () => {
    const answers = [
      await app.as('mia').get('/api/playlists/mia/none'),
      await app.as('mia').post('/api/playlists/none/like'),
      await app.as('mia').get('/api/playlists/public?cursor=none'),
    ];
    expect(answers.map((answer) => [answer.statusCode, answer.json().message])).toEqual([
      [404, 'Playlist not found'],
      [404, 'Playlist not found'],
      [422, 'This cursor is not from a page before'],
    ]);
  });
});
