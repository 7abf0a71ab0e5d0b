import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type ModeratedSite, openModeratedSite } from '../support/moderated-site.ts';

let site: ModeratedSite;
beforeAll(async () => {
  site = await openModeratedSite();
});
afterAll(() => site.close());

describe('a report', () => {
  it('is in the queue of moderators, with who made it, once for each member', async () => {
    const id = await site.publish('mia');
    expect((await site.report('ben', id, { text: ' Links to a shop ' })).statusCode).toBe(204);
    expect((await site.report('ben', id, { reason: 'abuse' })).statusCode).toBe(204);
    expect((await site.report('ann', id, { reason: 'other' })).statusCode).toBe(204);
    expect(await site.caseOf(id)).toMatchObject({
      ...{ kind: 'post', title: 'Rye bread', text: 'Dense', path: `/community/${id}`, isOwn: false },
      author: { uid: 'mia', name: 'Mia' },
      reportCount: 2,
      reports: [
        { reason: 'other', by: { uid: 'ann' } },
        { reason: 'spam', text: 'Links to a shop', by: { uid: 'ben' } },
      ],
    });
    const second = await site.publish('mia', 'Second');
    await site.report('ben', second);
    expect((await site.queue()).slice(0, 2).map((one) => one.id)).toEqual([second, id]);
    expect((await site.queue('mostReported')).slice(0, 2).map((one) => one.id)).toEqual([id, second]);
  });

  it('is refused for own content, for what does not exist, and from visitors', async () => {
    const id = await site.publish('mia');
    expect((await site.report('mia', id)).json()).toMatchObject({ statusCode: 403, code: 'OWN_CONTENT' });
    expect((await site.report('ben', '019da8b0-4c5d-7a31-8e1f-2b9c7d6a5e40')).json()).toMatchObject({
      statusCode: 404,
      code: 'CASE_NOT_FOUND',
    });
    expect((await site.report('ben', id, { commentId: id })).statusCode).toBe(404);
    expect((await site.report('ben', id, { reason: 'boring' })).statusCode).toBe(422);
    const visitor = await site.inject(undefined, 'POST', '/api/reports', { kind: 'post', id, reason: 'spam' });
    expect(visitor.statusCode).toBe(401);
  });

  it('is possible for recipes, public playlists and people, not for private playlists', async () => {
    const recipe = await site.send<{ id: string }>('mia', 'POST', '/api/recipes', { type: 'image', title: 'Rolls' });
    const list = (isPrivate: boolean) =>
      site.send<{ id: string }>('mia', 'POST', '/api/playlists', {
        ...{ name: 'Baking', isPrivate },
        recipes: [{ id: recipe.id }],
      });
    expect((await site.report('ben', recipe.id, { kind: 'recipe' })).statusCode).toBe(204);
    expect((await site.report('ben', (await list(false)).id, { kind: 'playlist' })).statusCode).toBe(204);
    expect((await site.report('ben', (await list(true)).id, { kind: 'playlist' })).statusCode).toBe(404);
    expect((await site.report('ben', 'mia', { kind: 'person' })).statusCode).toBe(204);
    expect(await site.caseOf('mia')).toMatchObject({ kind: 'person', title: 'Mia', path: '/people/mia' });
  });

  it('does not show moderators what a reported playlist says since its owner has made it private', async () => {
    const { id: recipeId } = await site.send<{ id: string }>('ann', 'POST', '/api/recipes', {
      type: 'image',
      title: 'Buns',
    });
    const recipes = [{ id: recipeId }];
    const path = '/api/playlists';
    const { id } = await site.send<{ id: string }>('ann', 'POST', path, { name: 'Scones', isPrivate: false, recipes });
    await site.report('ben', id, { kind: 'playlist' });
    await site.decide(`playlist:${id}`, 'dismiss', 'Only scones');
    await site.report('ben', id, { kind: 'playlist' });
    const secret = { name: 'What the doctor said', description: 'No sugar', isPrivate: true, recipes };
    await site.send('ann', 'PATCH', `${path}/${id}`, secret);

    const shown = await site.caseOf(id);
    expect(shown).toMatchObject({ title: 'A private playlist', text: '', path: null, isPrivate: true });
    expect(shown).not.toHaveProperty('imageUrl');
    const decided = await site.send('dee', 'GET', '/api/moderation/decisions');
    expect(JSON.stringify([shown, decided])).not.toMatch(/doctor|sugar/);

    await site.send('ann', 'PATCH', `${path}/${id}`, { ...secret, isPrivate: false });
    expect(await site.caseOf(id)).toMatchObject({ title: 'What the doctor said', text: 'No sugar' });
  });

  it('ends with a dismissal, after which the same members can report what its author has made of it', async () => {
    const id = await site.publish('mia');
    await site.report('ben', id);
    await site.decide(`post:${id}`, 'dismiss', 'It is bread');
    expect(await site.caseOf(id)).toBeUndefined();
    await site.send('mia', 'PUT', `/api/community/${id}`, { title: 'You are all fools', type: 'text', content: 'x' });
    expect((await site.report('ben', id, { reason: 'abuse' })).statusCode).toBe(204);
    expect((await site.report('ben', id, { reason: 'abuse' })).statusCode).toBe(204);
    expect(await site.caseOf(id)).toMatchObject({
      ...{ title: 'You are all fools', reportCount: 1, reports: [{ reason: 'abuse', by: { uid: 'ben' } }] },
      authorHistory: [{ what: 'dismissed', by: { uid: 'dee' } }],
    });
  });
});
