/** Changes of a playlist: who may make them, who sees the playlist afterwards, and its current recipes and names. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newId } from '../../server/commands/ids.ts';
import type { Playlist } from '../../server/core/contracts/playlists.ts';
import { idsOf, openPlaylistApp, type PlaylistApp, recipeForm } from '../support/playlist-app.ts';

describe('changes of a playlist over HTTP', () => {
  let playlistApp: PlaylistApp;
  beforeAll(async () => {
    playlistApp = await openPlaylistApp();
  });
  afterAll(() => playlistApp.app.close());

  it('shows a private playlist to its owner only', async () => {
    const { app, create, list, get } = playlistApp;
    const secret = await create('eleni', { isPrivate: true });
    const open = await create('eleni');
    expect(idsOf(await list('eleni', 'eleni'))).toEqual([open.id, secret.id]);
    for (const reader of ['sam', undefined]) {
      expect(idsOf(await list(reader, 'eleni'))).toEqual([open.id]);
      expect(idsOf(await list(reader, 'public'))).not.toContain(secret.id);
      expect((await get(reader, secret)).json()).toMatchObject({ statusCode: 404, message: 'Playlist not found' });
    }
    expect((await get('eleni', secret)).statusCode).toBe(200);
    for (const response of [
      await app.as('sam').post(`/api/playlists/${secret.id}/like`),
      await app.as('sam').patch(`/api/playlists/${secret.id}`, { name: 'Mine' }),
      await app.as('sam').delete(`/api/playlists/${secret.id}`),
    ]) {
      expect(response.json()).toMatchObject({ statusCode: 404, code: 'PLAYLIST_NOT_FOUND' });
    }
    await app.as('eleni').patch(`/api/playlists/${secret.id}`, { isPrivate: false });
    await app.as('eleni').patch(`/api/playlists/${open.id}`, { isPrivate: true });
    expect(idsOf(await list('sam', 'eleni'))).toEqual([secret.id]);
  });

  it("returns the owner's own like state after a change, regardless of other likes", async () => {
    const { app, create } = playlistApp;
    const { id } = await create('mia');
    const rename = async (name: string): Promise<Playlist> =>
      (await app.as('mia').patch(`/api/playlists/${id}`, { name })).json();
    await app.as('sam').post(`/api/playlists/${id}/like`);
    expect(await rename('Broths')).toMatchObject({ name: 'Broths', likeCount: 1, likedByMe: false });
    await app.as('mia').post(`/api/playlists/${id}/like`);
    expect(await rename('Stews')).toMatchObject({ name: 'Stews', likeCount: 2, likedByMe: true });
  });

  it('lets only the owner change or delete a playlist, and add or remove recipes', async () => {
    const { app, ramen, pie, feta, create, list, get } = playlistApp;
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
    expect(titles((await get('mia', changing)).json())).toEqual(['Shoyu Ramen', 'Baked Feta']);
    expect((await app.as('mia').delete(`${path}/recipes/${pie}`)).json()).toMatchObject({
      code: 'RECIPE_NOT_IN_PLAYLIST',
    });

    const unknown = await app.as('mia').patch(path, { recipes: [{ id: pie }, { id: newId() }] });
    expect(unknown.json()).toMatchObject({ code: 'RECIPE_NOT_FOUND' });
    const revised = await app.as('mia').patch(path, { name: 'Better', recipes: [{ id: pie }] });
    const recipes = [expect.objectContaining({ id: pie })];
    expect(revised.json()).toEqual({ ...changing, revision: expect.any(String), name: 'Better', recipes });
    expect((await get('mia', changing)).json()).toEqual(revised.json());
    expect((await app.as('mia').delete(path)).statusCode).toBe(204);
    expect((await get('mia', changing)).statusCode).toBe(404);
    expect(idsOf(await list('mia', 'mia'))).not.toContain(changing.id);
  });

  it('shows current recipes and names, and no withdrawn recipe', async () => {
    const { app, pie, publish, create } = playlistApp;
    const soup = await publish('Soup', '');
    const changing = await create('mia', { recipes: [{ id: soup }, { id: pie }] });
    const revised = await app.as('eleni').put(`/api/recipes/${soup}`, recipeForm('Tomato Soup', 'Italian'));
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

  it('holds at most 100 visible recipes', async () => {
    const { app, ramen, publish, create, get } = playlistApp;
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
    // The projection of playlists may be behind that of recipes.
    await get('mia', full, { 'potluck-at-least': String(headers['potluck-position']) });
    const added: Playlist = (await app.as('mia').post(path, { recipeId: first })).json();
    expect(added.recipes.map(({ id }) => id)).toEqual([...others.slice(1), first]);
    // As the editor of the playlist saves it.
    expect((await app.as('mia').delete(`${path}/${first}`)).statusCode).toBe(204);
    const shownRecipes = others.slice(1).map((id) => ({ id }));
    const edit = { shownRecipes, recipes: [...shownRecipes, { id: first }] };
    expect((await app.as('mia').patch(`/api/playlists/${full.id}`, edit)).json()).toMatchObject({
      recipes: added.recipes,
    });
    expect((await app.as('mia').post(path, { recipeId: ramen })).json()).toMatchObject({ code: 'PLAYLIST_FULL' });
    expect((await app.as('mia').delete(`${path}/${first}`)).statusCode).toBe(204);
    expect((await app.as('mia').post(path, { recipeId: ramen })).statusCode).toBe(200);
  });
});
