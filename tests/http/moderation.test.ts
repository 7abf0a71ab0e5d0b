import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { CasePage, DecisionPage } from '../../server/core/contracts/moderation.ts';
import { caseIdOf } from '../../server/core/domain/moderation/events.ts';
import { type ModeratedSite, openModeratedSite } from '../support/moderated-site.ts';

let site: ModeratedSite;
beforeAll(async () => {
  site = await openModeratedSite();
});
afterAll(() => site.close());

const report = (user: string, id: string, form: object = {}) =>
  site.inject(user, 'POST', '/api/reports', { kind: 'post', id, reason: 'spam', ...form });
const queue = async (show = 'newest'): Promise<CasePage['items']> =>
  (await site.inject('dee', 'GET', `/api/moderation/cases?show=${show}`)).json<CasePage>().items;
const caseOf = async (id: string, show?: string) => (await queue(show)).find((one) => one.id === id);

describe('a report', () => {
  it('is in the queue of moderators, with who made it, once for each member', async () => {
    const id = await site.publish('mia');
    expect((await report('ben', id, { text: ' Links to a shop ' })).statusCode).toBe(204);
    expect((await report('ben', id, { reason: 'abuse' })).statusCode).toBe(204);
    expect((await report('ann', id, { reason: 'other' })).statusCode).toBe(204);
    expect(await caseOf(id)).toMatchObject({
      ...{ kind: 'post', title: 'Rye bread', text: 'Dense', path: `/community/${id}`, isOwn: false },
      author: { uid: 'mia', name: 'Mia' },
      reportCount: 2,
      reports: [
        { reason: 'other', by: { uid: 'ann' } },
        { reason: 'spam', text: 'Links to a shop', by: { uid: 'ben' } },
      ],
    });
    const second = await site.publish('mia', 'Second');
    await report('ben', second);
    expect((await queue()).slice(0, 2).map((one) => one.id)).toEqual([second, id]);
    expect((await queue('mostReported')).slice(0, 2).map((one) => one.id)).toEqual([id, second]);
  });

  it('is refused for own content, for what does not exist, and from visitors', async () => {
    const id = await site.publish('mia');
    expect((await report('mia', id)).json()).toMatchObject({ statusCode: 403, code: 'OWN_CONTENT' });
    expect((await report('ben', '019da8b0-4c5d-7a31-8e1f-2b9c7d6a5e40')).json()).toMatchObject({
      statusCode: 404,
      code: 'CASE_NOT_FOUND',
    });
    expect((await report('ben', id, { commentId: id })).statusCode).toBe(404);
    expect((await report('ben', id, { reason: 'boring' })).statusCode).toBe(422);
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
    expect((await report('ben', recipe.id, { kind: 'recipe' })).statusCode).toBe(204);
    expect((await report('ben', (await list(false)).id, { kind: 'playlist' })).statusCode).toBe(204);
    expect((await report('ben', (await list(true)).id, { kind: 'playlist' })).statusCode).toBe(404);
    expect((await report('ben', 'mia', { kind: 'person' })).statusCode).toBe(204);
    expect(await caseOf('mia')).toMatchObject({ kind: 'person', title: 'Mia', path: '/people/mia' });
  });

  it('ends with a dismissal, after which the same members can report what its author has made of it', async () => {
    const id = await site.publish('mia');
    await report('ben', id);
    await site.decide(`post:${id}`, 'dismiss', 'It is bread');
    expect(await caseOf(id)).toBeUndefined();
    await site.send('mia', 'PUT', `/api/community/${id}`, { title: 'You are all fools', type: 'text', content: 'x' });
    expect((await report('ben', id, { reason: 'abuse' })).statusCode).toBe(204);
    expect((await report('ben', id, { reason: 'abuse' })).statusCode).toBe(204);
    expect(await caseOf(id)).toMatchObject({
      ...{ title: 'You are all fools', reportCount: 1, reports: [{ reason: 'abuse', by: { uid: 'ben' } }] },
      authorHistory: [{ what: 'dismissed', by: { uid: 'dee' } }],
    });
  });
});

describe('a decision', () => {
  it('needs the role: to all others, also operators, the calls do not exist', async () => {
    const id = await site.publish('mia');
    for (const user of ['mia', 'kim', undefined]) {
      const body = { decision: 'hide', reason: 'I want to' };
      const calls = [
        await site.inject(user, 'GET', '/api/moderation/cases'),
        await site.inject(user, 'GET', '/api/moderation/decisions'),
        await site.inject(user, 'POST', `/api/moderation/cases/post:${id}/decisions`, body),
      ];
      for (const { json } of calls) expect(json()).toMatchObject({ statusCode: 404, code: 'NOT_FOUND' });
    }
    expect((await site.inject('ben', 'GET', `/api/community/${id}`)).statusCode).toBe(200);
  });

  it('is not for the author of the thing', async () => {
    const id = await site.publish('dee');
    await report('ben', id);
    expect(await caseOf(id)).toMatchObject({ isOwn: true });
    const decision = { decision: 'dismiss', reason: 'It is mine' };
    const response = await site.inject('dee', 'POST', `/api/moderation/cases/post:${id}/decisions`, decision);
    expect(response.json()).toMatchObject({ statusCode: 403, code: 'OWN_CASE' });
  });

  it('needs a reason, and is in the log of decisions', async () => {
    const id = await site.publish('mia');
    const path = `/api/moderation/cases/post:${id}/decisions`;
    const blank = await site.inject('dee', 'POST', path, { decision: 'hide', reason: ' ' });
    expect(blank.json()).toMatchObject({ statusCode: 422, code: 'REASON_REQUIRED', field: 'reason' });
    await site.decide(`post:${id}`, 'hide', 'An advertisement');
    await site.decide(`post:${id}`, 'hide', 'Again');
    await site.decide(`post:${id}`, 'restore', 'It was none');
    const { items } = (await site.inject('dee', 'GET', '/api/moderation/decisions?limit=2')).json<DecisionPage>();
    expect(items).toMatchObject([
      { what: 'restored', reason: 'It was none', author: { name: 'Mia' }, by: { uid: 'dee' } },
      { what: 'hidden', reason: 'An advertisement' },
    ]);
  });
});

describe('the log of decisions', () => {
  const log = async (limit: number): Promise<DecisionPage['items']> =>
    (await site.inject('dee', 'GET', `/api/moderation/decisions?limit=${limit}`)).json<DecisionPage>().items;

  it('names and links what a decision is about, and offers to end only what still holds', async () => {
    const id = await site.publish('mia', 'Cheap pans');
    const caseId = `post:${id}`;
    for (const decision of ['hide', 'restore', 'hide']) await site.decide(caseId, decision);
    const hidden = { title: 'Cheap pans', path: null, state: 'hidden', author: { name: 'Mia' } };
    expect(await log(3)).toMatchObject([
      { what: 'hidden', ...hidden, isInForce: true },
      { what: 'restored', ...hidden, isInForce: false },
      { what: 'hidden', ...hidden, isInForce: false },
    ]);
    await site.decide(caseId, 'restore');
    const visible = { title: 'Cheap pans', path: `/community/${id}`, state: 'visible', isInForce: false };
    expect(await log(2)).toMatchObject([visible, { what: 'hidden', ...visible }]);
    await site.decide(caseId, 'hide');
    await site.send('mia', 'DELETE', `/api/community/${id}`);
    expect(await log(1)).toMatchObject([{ title: '', path: null, state: 'removed', isInForce: false }]);
  });

  it('has the first words of a comment, and the suspension that is in force', async () => {
    const id = await site.publish('mia');
    const text = `Buy ${'cheap '.repeat(20)}pans`;
    const comment = await site.send<{ id: string }>('ben', 'POST', `/api/community/${id}/comments`, { text });
    await site.decide(`postComment:${id}:${comment.id}`, 'hide');
    expect(await log(1)).toMatchObject([
      { kind: 'postComment', title: expect.stringMatching(/^Buy cheap .{60,70}…$/), state: 'hidden', path: null },
    ]);
    await site.decide(`postComment:${id}:${comment.id}`, 'restore');
    expect(await log(1)).toMatchObject([{ state: 'visible', path: `/community/${id}#comment-${comment.id}` }]);
    await site.publish('ann');
    const until = '2999-12-03T00:00:00.000Z';
    for (const reason of ['Rude', 'Rude again']) await site.decide('person:ann', 'suspend', reason, { until });
    expect(await log(2)).toMatchObject([
      { what: 'suspended', title: 'Ann', path: '/people/ann', state: 'visible', isInForce: true },
      { what: 'suspended', isInForce: false },
    ]);
    await site.decide('person:ann', 'lift');
    expect(await log(2)).toMatchObject([{ what: 'lifted' }, { what: 'suspended', isInForce: false }]);
  });
});

describe('an appeal', () => {
  it('is made once by the author, and answered by a moderator', async () => {
    const id = await site.publish('mia');
    const caseId = caseIdOf({ kind: 'post', id });
    expect((await site.appeal('mia', caseId)).json()).toMatchObject({ code: 'NOTHING_TO_APPEAL' });
    await site.decide(caseId, 'hide', 'An advertisement');
    expect((await site.own('mia')).hidden[0]).toMatchObject({ id, reason: 'An advertisement', appeal: null });
    expect((await site.appeal('ben', caseId)).json()).toMatchObject({ statusCode: 404, code: 'NOTHING_TO_APPEAL' });
    expect((await site.appeal('mia', caseId, ' ')).json()).toMatchObject({ code: 'TEXT_REQUIRED', field: 'text' });
    expect((await site.appeal('mia', caseId)).statusCode).toBe(204);
    expect((await site.appeal('mia', caseId)).json()).toMatchObject({ statusCode: 409, code: 'APPEALED_BEFORE' });
    expect(await caseOf(id, 'appeals')).toMatchObject({ appeal: { text: 'It is bread', rejected: null } });
    await site.decide(caseId, 'rejectAppeal', 'It links to a shop');
    expect(await caseOf(id, 'appeals')).toBeUndefined();
    expect((await site.own('mia')).hidden[0]).toMatchObject({ appeal: { rejected: 'It links to a shop' } });
    expect((await site.appeal('mia', caseId)).json()).toMatchObject({ code: 'APPEALED_BEFORE' });
    await site.decide(caseId, 'restore', 'We were wrong');
    expect((await site.own('mia')).hidden).not.toContainEqual(expect.objectContaining({ id }));
    expect((await site.inject('ben', 'GET', `/api/community/${id}`)).json()).not.toHaveProperty('hidden');
  });
});

describe('what is hidden', () => {
  const hide = (kind: string, id: string) => site.decide(`${kind}:${id}`, 'hide');
  const recipeOf = async (user: string, form: object): Promise<string> =>
    (await site.send<{ id: string }>(user, 'POST', '/api/recipes', { type: 'image', ...form })).id;

  it('does not appear by its title to those whose comments on it are hidden, too', async () => {
    const parents = [
      { kind: 'post', path: '/api/community', page: '/community', id: await site.publish('mia', 'Secret loaf') },
      { kind: 'recipe', path: '/api/recipes', page: '/recipe', id: await recipeOf('mia', { title: 'Secret loaf' }) },
    ];
    for (const { kind, path, page, id } of parents) {
      const comment = await site.send<{ id: string }>('ben', 'POST', `${path}/${id}/comments`, { text: 'Awful' });
      const ownComment = await site.send<{ id: string }>('mia', 'POST', `${path}/${id}/comments`, { text: 'Thanks' });
      await hide(`${kind}Comment:${id}`, comment.id);
      await hide(`${kind}Comment:${id}`, ownComment.id);
      const shown = async (user: string, commentId: string) =>
        (await site.own(user)).hidden.find((one) => one.commentId === commentId);
      const readable = { title: 'Comment on Secret loaf: Awful', path: `${page}/${id}` };
      expect(await shown('ben', comment.id)).toMatchObject(readable);
      await hide(kind, id);
      expect(await shown('ben', comment.id)).toMatchObject({ title: 'Comment: Awful', path: null });
      expect(await shown('mia', ownComment.id)).toMatchObject({ title: 'Comment on Secret loaf: Thanks' });
      await site.decide(`${kind}:${id}`, 'restore');
      expect(await shown('ben', comment.id)).toMatchObject(readable);
    }
  });

  it('names a long comment by whole characters of its beginning', async () => {
    const postId = await site.publish('mia');
    const text = `${'Buy pans. '.repeat(8).slice(0, 79)}🍳 and knives`;
    const { id } = await site.send<{ id: string }>('ben', 'POST', `/api/community/${postId}/comments`, { text });
    await hide('postComment', `${postId}:${id}`);
    const shown = (await site.own('ben')).hidden.find(({ commentId }) => commentId === id);
    expect(shown?.title).toBe(`Comment on Rye bread: ${text.slice(0, 79)}…`);
  });

  it('keeps no comment that its author deletes', async () => {
    const things = [
      { kind: 'post', path: `/api/community/${await site.publish('mia')}` },
      { kind: 'recipe', path: `/api/recipes/${await recipeOf('mia', { title: 'Rolls' })}` },
    ];
    for (const { kind, path } of things) {
      const { id } = await site.send<{ id: string }>('ben', 'POST', `${path}/comments`, { text: 'Mm' });
      const remove = (user: string) => site.inject(user, 'DELETE', `${path}/comments/${id}`);
      const thing = path.split('/').at(-1) ?? '';
      await hide(kind, thing);
      expect((await remove('ann')).json()).toMatchObject({ statusCode: 403, code: 'NOT_THE_AUTHOR' });
      expect((await remove('ben')).statusCode).toBe(204);
      await site.decide(`${kind}:${thing}`, 'restore');
      expect((await site.inject('ben', 'GET', path)).json()).toMatchObject({ commentCount: 0 });
    }
  });

  it('is revised by its author as they read it', async () => {
    // The picture of a video that cannot be fetched stays an address, and a revision does not fetch it again.
    const imageUrl = 'https://elsewhere.example/lost/rolls.jpg';
    const video = { type: 'youtube', youtubeUrl: 'https://youtu.be/dQw4w9WgXcQ', imageUrl };
    const basedOn = await recipeOf('ben', { title: 'Loaf' });
    const recipe = await recipeOf('mia', { title: 'Rolls', ...video, basedOn });
    const things = [
      {
        kind: 'post',
        path: '/api/community',
        id: await site.publish('mia'),
        form: { type: 'text', content: 'Denser' },
      },
      { kind: 'recipe', path: '/api/recipes', id: recipe, form: { type: 'image', imageUrl } },
    ];
    for (const { kind, path, id, form } of things) {
      const reactions = { likeCount: 1, commentCount: 1 };
      await site.send('ben', 'POST', `${path}/${id}/comments`, { text: 'Mm' });
      await site.send('ben', 'POST', `${path}/${id}/like`);
      await hide(kind, id);
      const revised = await site.send<object>('mia', 'PUT', `${path}/${id}`, { title: 'Rye rolls', ...form });
      expect(revised).toMatchObject({ title: 'Rye rolls', hidden: { reason: 'Against the rules' }, ...reactions });
      const { likedByMe: _, comments: _comments, ...read } = (await site.inject('mia', 'GET', `${path}/${id}`)).json();
      expect(revised).toMatchObject(read);
    }
  });
});
