/** Decisions of moderators about a member: all that they have published, and their suspension. */
import type { HTTPMethods } from 'fastify';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { PostPage } from '../../server/core/contracts/community.ts';
import type { CasePage, DecisionPage, DecisionProgress } from '../../server/core/contracts/moderation.ts';
import type { Profile } from '../../server/core/contracts/profile.ts';
import { pictures } from '../fixtures/pictures.ts';
import { type ModeratedSite, openModeratedSite } from '../support/moderated-site.ts';

let site: ModeratedSite;
beforeAll(async () => {
  site = await openModeratedSite();
});
afterAll(() => site.close());

describe('a decision about all that a member has published', () => {
  const visible = async (author = 'ann'): Promise<string[]> => {
    const page = await site.inject(undefined, 'GET', `/api/community?author=${author}&limit=50`);
    return page.json<PostPage>().items.map(({ title }) => title);
  };
  /** With the same idempotency key whenever it is repeated. */
  async function decide(
    author: string,
    decision: 'hide' | 'restore',
    reason = 'Cheap pans',
  ): Promise<DecisionProgress> {
    const response = await site.app.inject({
      ...{ method: 'POST', url: `/api/moderation/cases/works:${author}/decisions`, payload: { decision, reason } },
      headers: { authorization: 'Bearer token-dee', 'idempotency-key': `all-works-${author}-${decision}` },
    });
    expect(response.statusCode, response.body).toBe(200);
    return response.json();
  }
  /** As the client sends it. @returns the number of calls */
  async function decideInParts(decision: 'hide' | 'restore', reason: string): Promise<number> {
    for (let calls = 1; ; calls++) {
      const { isComplete } = await decide('ann', decision, reason);
      if (isComplete || calls === 10) return calls;
    }
  }

  it('hides them in parts with one notice and one entry in the log, and restores what it has hidden', async () => {
    const single = await site.publish('ann', 'Hidden by itself');
    await site.decide(`post:${single}`, 'hide');
    for (let n = 1; n <= 101; n++) await site.publish('ann', 'Cheap pans');
    const wasShown = await visible();
    const inbox = async () => (await site.inject('ann', 'GET', '/api/notifications')).json().items;
    const noticesBefore = (await inbox()).length;

    expect(await decideInParts('hide', 'Nothing but advertisements')).toBe(2);
    expect(await visible()).toEqual([]);
    const notices = await inbox();
    expect(notices).toHaveLength(noticesBefore + 1);
    expect(notices[0]).toMatchObject({ kind: 'contentHidden', subject: { type: 'works' } });
    expect((await site.own('ann')).hidden).toMatchObject([
      { kind: 'works', title: 'All that you have published', reason: 'Nothing but advertisements', appeal: null },
      { id: single },
    ]);
    const log = async () =>
      (await site.inject('dee', 'GET', '/api/moderation/decisions?limit=2')).json<DecisionPage>().items;
    expect(await log()).toMatchObject([
      { kind: 'works', what: 'hidden', author: { uid: 'ann' }, state: 'hidden', isInForce: true },
      { kind: 'post', what: 'hidden' },
    ]);
    expect((await site.appeal('ann', 'works:ann', 'They are my pans')).statusCode).toBe(204);
    const appeals = await site.inject('dee', 'GET', '/api/moderation/cases?show=appeals');
    expect(appeals.json<CasePage>().items[0]).toMatchObject({ kind: 'works', isAuthorHidden: true });

    expect(await decideInParts('restore', 'They are')).toBe(2);
    expect(await visible()).toEqual(wasShown);
    expect(await site.own('ann')).toMatchObject({ hidden: [{ id: single }] });
    expect(await log()).toMatchObject([{ what: 'restored' }, { kind: 'works', what: 'hidden', isInForce: false }]);
  });

  it('changes nothing when it is repeated after the opposite decision', async () => {
    await site.publish('ben', 'Old');
    await decide('ben', 'hide');
    expect(await visible('ben')).toEqual([]);
    await decide('ben', 'restore');
    await site.publish('ben', 'New');
    expect(await decide('ben', 'hide')).toEqual({ isComplete: true });
    expect(await visible('ben')).toEqual(['New', 'Old']);
  });

  it('is neither for themselves nor a thing to report', async () => {
    const body = { decision: 'hide', reason: 'Mine' };
    await site.publish('dee');
    const own = await site.inject('dee', 'POST', '/api/moderation/cases/works:dee/decisions', body);
    expect(own.json()).toMatchObject({ statusCode: 403, code: 'OWN_CASE' });
    const report = { kind: 'works', id: 'ann', reason: 'spam' };
    expect((await site.inject('ben', 'POST', '/api/reports', report)).statusCode).toBe(422);
  });
});

describe('a suspended member', () => {
  it('reads and keeps their list, and publishes nothing, until it is lifted', async () => {
    const id = await site.publish('mia');
    const ownPost = await site.publish('ann', 'Mine');
    await site.decide('person:ann', 'suspend', 'Rude to others', { until: '2999-12-03T00:00:00.000Z' });
    const refused: [string, string, object?][] = [
      ['POST', '/api/community', { title: 'Hm', type: 'text', content: 'x' }],
      ['POST', `/api/community/${id}/comments`, { text: 'x' }],
      ['POST', `/api/community/${id}/like`],
      ['PUT', `/api/community/${ownPost}`, { title: 'Hm', type: 'text', content: 'x' }],
      ['POST', '/api/recipes', { type: 'image', title: 'Hm' }],
      ['PUT', `/api/recipes/${id}`, { type: 'image', title: 'Hm' }],
      ['POST', `/api/recipes/${id}/comments`, { text: 'x' }],
      ['POST', `/api/recipes/${id}/like`],
      ['POST', `/api/community/${id}/comments/${id}/like`],
      ['POST', '/api/playlists', { name: 'Hm', recipes: [] }],
      ['PATCH', `/api/playlists/${id}`, { name: 'Hm' }],
      ['POST', `/api/playlists/${id}/recipes`, { recipeId: id }],
      ['DELETE', `/api/playlists/${id}/recipes/${id}`],
      ['POST', `/api/playlists/${id}/like`],
      ['POST', '/api/people/mia/follow', { following: true }],
      ['POST', '/api/reports', { kind: 'post', id, reason: 'spam' }],
      ['PUT', '/api/users/profile', { username: 'Cheap pans at ann.example' }],
      ['PUT', '/api/users/profile', { username: 'Ann', avatar: 'https://ann.example/pans.jpg' }],
    ];
    for (const [method, path, body] of refused) {
      const response = await site.inject('ann', method as HTTPMethods, path, body);
      expect(response.json(), path).toMatchObject({ statusCode: 403, code: 'SUSPENDED' });
      expect(response.json().message).toBe(
        'A moderator has suspended you until 3 December 2999: Rude to others. You can appeal in your profile',
      );
    }
    expect((await site.inject('ann', 'GET', '/api/community')).statusCode).toBe(200);
    const list = { userId: 'ann', ingredients: [{ name: 'Flour', amount: '1', unit: 'kg' }] };
    const item = await site.inject('ann', 'POST', '/api/grocery-list', list);
    expect(item.statusCode, item.body).toBeLessThan(300);
    // As the form sends it when the email or the password changes.
    const unchanged = await site.inject('ann', 'PUT', '/api/users/profile', { username: ' Ann', avatar: null });
    expect(unchanged.json()).toMatchObject({ username: 'Ann', avatar: null });
    expect((await site.inject('ann', 'DELETE', `/api/community/${ownPost}`)).statusCode).toBe(204);
    expect(await site.own('ann')).toMatchObject({
      suspension: { reason: 'Rude to others', caseId: 'person:ann', appeal: null },
    });
    expect((await site.appeal('ann', 'person:ann', 'Sorry')).statusCode).toBe(204);
    await site.decide('person:ann', 'lift', 'They apologised');
    expect(await site.own('ann')).toMatchObject({ suspension: null });
    expect((await site.inject('ann', 'POST', `/api/community/${id}/like`)).statusCode).toBe(200);
  });

  it('keeps their picture: they can neither replace nor remove it', async () => {
    const save = (avatar: string | null) =>
      site.inject('ben', 'PUT', '/api/users/profile', { username: 'Ben', avatar });
    const { avatar } = (await save(pictures.jpeg)).json<Profile>();
    expect(avatar).toMatch(/^\/api\/avatars\//);
    await site.decide('person:ben', 'suspend');
    for (const other of [pictures.lossy, null])
      expect((await save(other)).json()).toMatchObject({ statusCode: 403, code: 'SUSPENDED' });
    expect((await save(avatar)).json()).toMatchObject({ avatar });
    await site.decide('person:ben', 'lift');
    expect((await save(null)).json()).toMatchObject({ avatar: null });
  });

  it('is free again when the time has passed', async () => {
    const until = new Date(Date.now() + 300);
    await site.decide('person:ann', 'suspend', 'Rude', { until: until.toISOString() });
    expect((await site.own('ann')).suspension).not.toBeNull();
    await expect.poll(async () => (await site.own('ann')).suspension).toBeNull();
    await site.publish('ann', 'Back');
    const { items } = await site.send<DecisionPage>('dee', 'GET', '/api/moderation/decisions?limit=1');
    expect(items).toMatchObject([{ what: 'suspended', isInForce: false }]);
  });

  it('can appeal against each suspension', async () => {
    for (const reason of ['Rude', 'Rude again']) {
      await site.decide('person:ann', 'suspend', reason);
      expect((await site.own('ann')).suspension).toMatchObject({ reason, appeal: null });
      expect((await site.appeal('ann', 'person:ann', 'Sorry')).statusCode).toBe(204);
    }
    await site.decide('person:ann', 'lift');
  });

  it('is shown as suspended to moderators who read what others report', async () => {
    const [ofAnn, ofMia] = [await site.publish('ann'), await site.publish('mia')];
    for (const id of [ofAnn, ofMia]) await site.report('ben', id);
    await site.decide('person:ann', 'suspend', 'Rude');
    expect(await site.caseOf(ofAnn)).toMatchObject({ authorSuspension: { reason: 'Rude' } });
    expect(await site.caseOf(ofMia)).toMatchObject({ authorSuspension: null });
    await site.decide('person:ann', 'lift');
    expect(await site.caseOf(ofAnn)).toMatchObject({ authorSuspension: null });
  });

  it('cannot be suspended into the past, and content cannot be suspended at all', async () => {
    const id = await site.publish('mia');
    const call = (caseId: string, body: object) =>
      site.inject('dee', 'POST', `/api/moderation/cases/${caseId}/decisions`, { reason: 'Rude', ...body });
    const past = await call('person:mia', { decision: 'suspend', until: '2020-01-01T00:00:00.000Z' });
    expect(past.json()).toMatchObject({ statusCode: 422, code: 'ENDS_IN_THE_PAST', field: 'until' });
    // An hour ago, in a time zone that is ahead.
    const shifted = new Date(Date.now() + 11 * 3_600_000).toISOString().replace('Z', '+12:00');
    const alsoPast = await call('person:mia', { decision: 'suspend', until: shifted });
    expect(alsoPast.json()).toMatchObject({ code: 'ENDS_IN_THE_PAST' });
    for (const until of ['2026-12-31T23:59:60Z', '2999-02-31T00:00:00Z', '2999-01-01', 'soon', '']) {
      expect((await call('person:mia', { decision: 'suspend', until })).json(), until).toMatchObject({
        ...{ statusCode: 422, code: 'INVALID_INPUT', field: 'until' },
        message: 'Invalid input data: until is not a time such as 2026-03-31T18:00:00Z',
      });
    }
    expect((await call(`post:${id}`, { decision: 'suspend' })).json()).toMatchObject({ code: 'ONLY_FOR_PEOPLE' });
    expect((await call('person:mia', { decision: 'hide' })).json()).toMatchObject({ code: 'NOT_FOR_PEOPLE' });
    expect((await call('person:nobody', { decision: 'suspend' })).json()).toMatchObject({ code: 'CASE_NOT_FOUND' });
  });
});
