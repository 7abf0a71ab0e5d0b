import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { DecisionPage } from '../../server/core/contracts/moderation.ts';
import { caseIdOf } from '../../server/core/domain/moderation/events.ts';
import { type ModeratedSite, openModeratedSite } from '../support/moderated-site.ts';

let site: ModeratedSite;
beforeAll(async () => {
  site = await openModeratedSite();
});
afterAll(() => site.close());

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
    await site.report('ben', id);
    expect(await site.caseOf(id)).toMatchObject({ isOwn: true });
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
    expect(await site.caseOf(id, 'appeals')).toMatchObject({ appeal: { text: 'It is bread', rejected: null } });
    await site.decide(caseId, 'rejectAppeal', 'It links to a shop');
    expect(await site.caseOf(id, 'appeals')).toBeUndefined();
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
