import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newId } from '../../server/commands/ids.ts';
import type { Playlist, PlaylistPage } from '../../server/core/contracts/playlists.ts';
import { idsOf, openPlaylistApp, type PlaylistApp } from '../support/playlist-app.ts';

describe('playlists over HTTP', () => {
  let playlistApp: PlaylistApp;
  beforeAll(async () => {
    playlistApp = await openPlaylistApp();
  });
  afterAll(() => playlistApp.app.close());

  it('lists a new playlist first right after its creation, with its recipes in order', async () => {
    const { ramen, pie, create, list, get } = playlistApp;
    const older = await create('mia');
    const newer = await create('mia', { name: ' Sunday ', recipes: [{ id: pie }, { id: ramen }] });
    expect(newer).toEqual({
      id: expect.any(String),
      revision: '0',
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
          imageUrl: expect.stringMatching(/^\/pictures\//),
        }),
      ],
    });
    expect((await list('mia', 'mia')).items.slice(0, 2)).toEqual([newer, older]);
    expect((await get('mia', newer)).json()).toEqual(newer);
    const { likedByMe: _, ...seenByVisitors } = newer;
    expect((await get(undefined, newer)).json()).toEqual(seenByVisitors);
  });

  it('accepts an id from the client, unless it is in use', async () => {
    const { app, ramen, create, get } = playlistApp;
    const id = newId();
    const chosen = await create('mia', { id });
    expect(chosen.id).toBe(id);
    expect((await get('mia', chosen)).json()).toEqual(chosen);
    const createAgain = async (as: string) =>
      (await app.as(as).post('/api/playlists', { id, name: 'Fast', recipes: [{ id: ramen }] })).json();
    const refusal = {
      statusCode: 409,
      code: 'ID_IN_USE',
      message: 'There is a playlist with this id already; send a new id',
    };
    expect([await createAgain('sam'), await createAgain('mia')]).toMatchObject([refusal, refusal]);
    await app.as('mia').delete(`/api/playlists/${id}`);
    expect(await createAgain('mia')).toMatchObject(refusal);
  });

  it('returns the revision of a playlist, and the new one for each change', async () => {
    const { app, pie, create, get } = playlistApp;
    const changing = await create('mia');
    const path = `/api/playlists/${changing.id}`;
    const responses = [
      await app.as('mia').post(`${path}/recipes`, { recipeId: pie }),
      await app.as('sam').post(`${path}/like`),
      await app.as('mia').patch(path, { name: 'Slower' }),
      await app.as('mia').delete(`${path}/recipes/${pie}`),
    ];
    expect(responses.map(({ headers }) => headers['potluck-revision'])).toEqual(['1', '2', '3', '4']);
    expect([responses[0]?.json().revision, responses[2]?.json().revision]).toEqual(['1', '3']);
    expect((await get('mia', changing)).json()).toMatchObject({ name: 'Slower', revision: '4' });
  });

  it('rejects a missing name, and missing, unknown or repeated recipes', async () => {
    const { app, ramen, pie } = playlistApp;
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
    expect(await refusal({ recipes: undefined })).toEqual([
      422,
      'INVALID_INPUT',
      'Invalid input data: recipes is missing',
    ]);
    expect(await refusal({ userId: 'sam' })).toEqual([403, 'FORBIDDEN', 'You can only do this as yourself']);
    const visitor = await app.as(undefined).post('/api/playlists', { name: 'x', recipes: [{ id: ramen }] });
    expect(visitor.json()).toMatchObject({ statusCode: 401, message: 'Please log in to keep playlists' });
  });

  it('fills the pages of other readers despite private playlists in between', async () => {
    const { create, list } = playlistApp;
    for (const isPrivate of [false, true, true, false, true, false, true]) await create('eleni', { isPrivate });
    const everything = (await list('eleni', 'eleni')).items;
    const seen = everything.filter(({ isPrivate }) => !isPrivate).map(({ id }) => id);
    expect([everything.length, seen.length]).toEqual([7, 3]);
    for (const reader of ['sam', undefined]) {
      const first = await list(reader, 'eleni', '?limit=2');
      expect(idsOf(first)).toEqual(seen.slice(0, 2));
      const second = await list(reader, 'eleni', `?limit=2&cursor=${first.nextCursor}`);
      expect([idsOf(second), second.nextCursor]).toEqual([seen.slice(2), null]);
    }
  });

  it("toggles a user's like, and returns each user's own state", async () => {
    const { app, create, list, get } = playlistApp;
    const liked = await create('mia');
    const like = async (as: string, body?: object) =>
      (await app.as(as).post(`/api/playlists/${liked.id}/like`, body)).json();
    expect(await like('sam', { userId: 'sam' })).toEqual({ liked: true, likeCount: 1 });
    expect(await like('mia')).toEqual({ liked: true, likeCount: 2 });
    expect(await like('sam')).toEqual({ liked: false, likeCount: 1 });
    expect(await like('sam', { liked: false })).toEqual({ liked: false, likeCount: 1 });
    expect(await like('sam', { userId: 'mia' })).toMatchObject({ statusCode: 403 });
    expect((await get('mia', liked)).json()).toMatchObject({ likeCount: 1, likedByMe: true });
    expect((await get('sam', liked)).json()).toMatchObject({ likeCount: 1, likedByMe: false });
    expect((await list('mia', 'mia')).items[0]).toMatchObject({ likeCount: 1, likedByMe: true });
  });

  it('returns the first response for a repeated idempotency key, and changes nothing', async () => {
    const { app, ramen, list } = playlistApp;
    const key = { 'idempotency-key': newId() };
    const form = { userId: 'mia', name: 'Once', recipes: [{ id: ramen }] };
    const [first, again] = [
      await app.as('mia').post('/api/playlists', form, key),
      await app.as('mia').post('/api/playlists', form, key),
    ];
    expect(again.json()).toEqual(first.json());
    const { id } = first.json<Playlist>();
    const likes = [1, 2, 3].map(() => app.as('sam').post(`/api/playlists/${id}/like`, undefined, key));
    for (const response of await Promise.all(likes)) expect(response.json()).toEqual({ liked: true, likeCount: 1 });
    expect((await list('mia', 'mia')).items.filter(({ name }) => name === 'Once')).toHaveLength(1);
  });

  it('returns the first response for a repeated idempotency key even after the recipe is withdrawn', async () => {
    const { app, publish, create } = playlistApp;
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
      const responses = await Promise.all(writes.map((write) => write()));
      return responses.map((response) => ({ statusCode: response.statusCode, id: response.json().id }));
    };
    const first = await sendAll();
    expect(first.map(({ statusCode }) => statusCode)).toEqual([200, 200, 201]);
    await app.as('eleni').delete(`/api/recipes/${soup}`);
    expect(await sendAll()).toEqual(first);
  });

  it('lists public playlists with the most likes first, over several pages', async () => {
    const { app, create, list } = playlistApp;
    const [none, two, alsoNone] = [await create('sam'), await create('sam'), await create('sam')];
    for (const as of ['mia', 'eleni']) await app.as(as).post(`/api/playlists/${two.id}/like`);
    const seen: PlaylistPage['items'] = [];
    let page = await list(undefined, 'public', '?limit=2');
    for (; page.nextCursor !== null; page = await list(undefined, 'public', `?limit=2&cursor=${page.nextCursor}`)) {
      seen.push(...page.items);
    }
    seen.push(...page.items);
    expect(seen[0]?.id).toBe(two.id);
    expect(new Set(seen.map(({ id }) => id)).size).toBe(seen.length);
    const counts = seen.map(({ likeCount }) => likeCount);
    expect(counts).toEqual(counts.toSorted((a, b) => b - a));
    expect(seen.map(({ id }) => id)).toEqual(expect.arrayContaining([none.id, alsoNone.id]));
  });

  it('answers 304 to a matching ETag of the same user only', async () => {
    const { app } = playlistApp;
    const { headers } = await app.as('sam').get('/api/playlists/public');
    const etag = { 'if-none-match': String(headers.etag) };
    expect((await app.as('sam').get('/api/playlists/public', etag)).statusCode).toBe(304);
    expect((await app.as('mia').get('/api/playlists/public', etag)).statusCode).toBe(200);
  });

  it('rejects an invalid id and an invalid cursor', async () => {
    const { app } = playlistApp;
    const responses = [
      await app.as('mia').get('/api/playlists/mia/none'),
      await app.as('mia').post('/api/playlists/none/like'),
      await app.as('mia').get('/api/playlists/public?cursor=none'),
    ];
    expect(responses.map((response) => [response.statusCode, response.json().message])).toEqual([
      [404, 'Playlist not found'],
      [404, 'Playlist not found'],
      [422, 'This cursor is not from a previous page'],
    ]);
  });
});
