import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newId } from '../../server/commands/ids.ts';
import type { Comment, CommentPage } from '../../server/core/contracts/community.ts';
import type { RecipeReactions } from '../../server/core/contracts/recipe-reactions.ts';
import type { Recipe } from '../../server/core/contracts/recipes.ts';
import { openTestApp, type TestApp } from '../support/test-app.ts';

describe('likes and comments of recipes over HTTP', () => {
  let app: TestApp;
  beforeAll(async () => {
    app = await openTestApp('eleni', 'sam', 'mia');
  });
  afterAll(() => app.close());

  const publish = async (): Promise<string> => {
    const response = await app.as('eleni').post('/api/recipes', { type: 'image', title: 'Leek soup' });
    expect(response.statusCode).toBe(201);
    return response.json<Recipe>().id;
  };
  const reactions = async (id: string, as?: string): Promise<RecipeReactions> =>
    (await app.as(as).get(`/api/recipes/${id}/reactions`)).json();
  const recipe = async (id: string, as?: string): Promise<Recipe> =>
    (await app.as(as).get(`/api/recipes/${id}`)).json();
  const comment = (id: string, as: string, form: object) => app.as(as).post(`/api/recipes/${id}/comments`, form);

  it('shows a like at once, to its user and in the counts of all', async () => {
    const id = await publish();
    const liked = await app.as('sam').post(`/api/recipes/${id}/like`, { liked: true });
    expect([liked.statusCode, liked.json(), liked.headers['potluck-revision']]).toEqual([
      200,
      { liked: true, likeCount: 1 },
      '0',
    ]);
    expect(await recipe(id, 'sam')).toMatchObject({ revision: '0', likeCount: 1, commentCount: 0, likedByMe: true });
    expect(await reactions(id, 'mia')).toMatchObject({ revision: '0', likeCount: 1, likedByMe: false });
    expect(await reactions(id)).not.toHaveProperty('likedByMe');
    expect((await app.as('sam').post(`/api/recipes/${id}/like`)).json()).toEqual({ liked: false, likeCount: 0 });
  });

  it('answers a repeated toggle as the first time', async () => {
    const id = await publish();
    const like = () => app.as('sam').post(`/api/recipes/${id}/like`, {}, { 'idempotency-key': 'like-leek-soup' });
    const first = (await like()).json();
    expect([first, (await like()).json()]).toEqual([first, first]);
    expect(await recipe(id)).toMatchObject({ likeCount: 1 });
  });

  it('pages through comments, newest first, and shows the newest with the likes', async () => {
    const id = await publish();
    const ids = Array.from({ length: 22 }, () => newId());
    for (const commentId of ids) expect((await comment(id, 'mia', { id: commentId, text: 'Mm' })).statusCode).toBe(201);
    const shown = await reactions(id);
    expect(shown.comments.map((each) => each.id)).toEqual(ids.slice(2));
    const path = `/api/recipes/${id}/comments?cursor=${shown.olderCommentsCursor}`;
    const older: CommentPage = (await app.as(undefined).get(path)).json();
    expect(older).toMatchObject({ items: [{ id: ids[1], authorName: 'Mia' }, { id: ids[0] }], nextCursor: null });
  });

  it('mentions people in comments, by their name or as the writer chose them', async () => {
    const id = await publish();
    const added: Comment = (await comment(id, 'sam', { text: 'As crisp as yours, @eleni and @Nobody' })).json();
    expect(added.mentions).toEqual([{ uid: 'eleni', name: 'Eleni' }]);
    expect((await reactions(id)).comments).toMatchObject([{ mentions: added.mentions }]);
    // Mia has published nothing: only the writer can mean her.
    const mentionsOf = async (form: object) => (await comment(id, 'sam', form)).json<Comment>().mentions;
    expect(await mentionsOf({ text: 'Try it, @Mia' })).toBeUndefined();
    const mentions = [{ uid: 'mia', name: 'Mia' }];
    expect(await mentionsOf({ text: 'Try it, @Mia', mentions })).toEqual(mentions);
    expect(await mentionsOf({ text: 'Try it, @Eleni', mentions: [{ uid: 'mia', name: 'Eleni' }] })).toEqual([
      { uid: 'eleni', name: 'Eleni' },
    ]);
  });

  it("deletes users' own comments only", async () => {
    const id = await publish();
    const added: Comment = (await comment(id, 'sam', { text: ' Crisp ' })).json();
    expect(added).toMatchObject({ text: 'Crisp', authorId: 'sam', authorName: 'Sam' });
    const path = `/api/recipes/${id}/comments/${added.id}`;
    expect((await app.as('mia').delete(path)).statusCode).toBe(403);
    expect((await app.as('sam').delete(path)).statusCode).toBe(204);
    expect(await reactions(id)).toMatchObject({ commentCount: 0, comments: [] });
  });

  it('sends a recipe again only when it, its counts or its reader have changed', async () => {
    const id = await publish();
    const read = async (path: string, as: string, etag = '') =>
      app.as(as).get(`/api/recipes/${id}${path}`, { 'if-none-match': etag });
    for (const path of ['', '/reactions']) {
      const etag = String((await read(path, 'mia')).headers.etag);
      expect((await read(path, 'mia', etag)).statusCode).toBe(304);
      expect((await read(path, 'sam', etag)).statusCode).toBe(200);
      await app.as('mia').post(`/api/recipes/${id}/like`);
      expect((await read(path, 'mia', etag)).statusCode).toBe(200);
    }
  });

  it('refuses visitors, and what is no recipe or is one no more', async () => {
    const id = await publish();
    const like = (recipeId: string, as?: string) => app.as(as).post(`/api/recipes/${recipeId}/like`);
    expect((await like(id)).json()).toMatchObject({
      statusCode: 401,
      message: 'Please log in to like recipes and comment on them',
    });
    await app.as('eleni').delete(`/api/recipes/${id}`);
    for (const gone of [id, newId(), 'soup']) {
      const refused = [
        await like(gone, 'sam'),
        await comment(gone, 'sam', { text: 'Mm' }),
        await app.as('sam').get(`/api/recipes/${gone}/reactions`),
        await app.as('sam').get(`/api/recipes/${gone}/comments`),
      ];
      for (const { statusCode, json } of refused) expect([statusCode, json().code]).toEqual([404, 'RECIPE_NOT_FOUND']);
    }
  });
});
