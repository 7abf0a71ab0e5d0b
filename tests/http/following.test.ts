import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Post, PostPage } from '../../server/core/contracts/community.ts';
import type { Following } from '../../server/core/contracts/following.ts';
import type { People, PersonProfile } from '../../server/core/contracts/people.ts';
import { openTestApp, type TestApp } from '../support/test-app.ts';

describe('following people over HTTP', () => {
  let app: TestApp;
  beforeAll(async () => {
    app = await openTestApp('eleni', 'sam', 'mia', 'zoe', 'ann', 'bo');
  });
  afterAll(() => app.close());

  const publish = async (as: string, title: string): Promise<Post> =>
    (await app.as(as).post('/api/community', { title })).json();
  const follow = (as: string | undefined, uid: string, following = true, headers = {}) =>
    app.as(as).post(`/api/people/${uid}/follow`, { following }, headers);
  const following = async (as: string): Promise<Following> => (await app.as(as).get('/api/following')).json();
  const feed = async (as: string, query = ''): Promise<PostPage> =>
    (await app.as(as).get(`/api/following/posts${query}`)).json();
  const titles = async (as: string, query = '') => (await feed(as, query)).items.map(({ title }) => title);
  const profile = async (uid: string): Promise<PersonProfile> =>
    (await app.as(undefined).get(`/api/people/${uid}`)).json();

  it('shows the posts of those whom a user follows, newest first, on pages without gaps', async () => {
    for (const n of [1, 2, 3]) {
      await publish('sam', `Sam ${n}`);
      await publish('zoe', `Zoe ${n}`);
      await publish('eleni', `Eleni ${n}`);
    }
    expect(await feed('mia')).toEqual({ items: [], nextCursor: null });
    await follow('mia', 'sam');
    await follow('mia', 'zoe');
    const all = ['Zoe 3', 'Sam 3', 'Zoe 2', 'Sam 2', 'Zoe 1', 'Sam 1'];
    expect(await titles('mia')).toEqual(all);
    const paged: string[] = [];
    let cursor: string | null = '';
    while (cursor !== null) {
      const page: PostPage = await feed('mia', `?limit=2${cursor && `&cursor=${encodeURIComponent(cursor)}`}`);
      paged.push(...page.items.map(({ title }) => title));
      cursor = page.nextCursor;
    }
    expect(paged).toEqual(all);
    expect((await app.as('mia').get('/api/following/posts?cursor=nonsense')).statusCode).toBe(422);
  });

  it('shows a deleted post no more, nor those of a person whom the user has stopped to follow', async () => {
    const post = await publish('sam', 'Short');
    expect(await titles('mia', '?limit=1')).toEqual(['Short']);
    await app.as('sam').delete(`/api/community/${post.id}`);
    expect(await titles('mia', '?limit=1')).toEqual(['Zoe 3']);
    expect((await follow('mia', 'zoe', false)).json()).toEqual({ following: false });
    expect(await titles('mia')).toEqual(['Sam 3', 'Sam 2', 'Sam 1']);
  });

  it('says whether the reader likes a post, and answers 304 until a post or whom they follow changes', async () => {
    const { items } = await feed('mia', '?limit=1');
    await app.as('mia').post(`/api/community/${items[0]?.id}/like`, { liked: true });
    expect((await feed('mia', '?limit=2')).items.map(({ likedByMe }) => likedByMe)).toEqual([true, false]);
    const read = (etag = '') => app.as('mia').get('/api/following/posts', { 'if-none-match': etag });
    const etag = String((await read()).headers.etag);
    expect((await read(etag)).statusCode).toBe(304);
    await follow('mia', 'eleni');
    expect((await read(etag)).statusCode).toBe(200);
  });

  it('answers 304 to no other user, who may follow others', async () => {
    await follow('ann', 'sam');
    await follow('bo', 'zoe');
    const read = (as: string, etag = '') => app.as(as).get('/api/following/posts', { 'if-none-match': etag });
    const etag = String((await read('ann')).headers.etag);
    expect((await read('ann', etag)).statusCode).toBe(304);
    expect((await read('bo', etag)).json<PostPage>().items).toMatchObject([{ authorId: 'zoe' }, {}, {}]);
    for (const [as, uid] of [
      ['ann', 'sam'],
      ['bo', 'zoe'],
    ] as const)
      await follow(as, uid, false);
  });

  it('shows only the user whom they follow, and everybody how many', async () => {
    await follow('sam', 'eleni');
    await follow('sam', 'zoe');
    expect((await following('sam')).items).toEqual([
      { uid: 'zoe', name: 'Zoe', avatar: null },
      { uid: 'eleni', name: 'Eleni', avatar: null },
    ]);
    expect(await following('zoe')).toEqual({ revision: null, items: [] });
    expect(await profile('sam')).toMatchObject({ followerCount: 1, followingCount: 2 });
    await follow('sam', 'zoe', false);
    expect(await profile('sam')).toMatchObject({ followerCount: 1, followingCount: 1 });
    expect(await profile('zoe')).toMatchObject({ followerCount: 0, followingCount: 0 });
    for (const path of ['', '/posts', '/suggestions']) {
      expect((await app.as(undefined).get(`/api/following${path}`)).statusCode).toBe(401);
    }
    expect((await follow(undefined, 'sam')).statusCode).toBe(401);
  });

  it('says on the page of a person whether the reader follows them', async () => {
    const readBy = async (reader: string | undefined) => (await app.as(reader).get('/api/people/eleni')).json();
    expect(await readBy('sam')).toMatchObject({ followedByMe: true });
    expect(await readBy('zoe')).toMatchObject({ followedByMe: false });
    expect(await readBy(undefined)).not.toHaveProperty('followedByMe');
  });

  it('counts a repeated request once', async () => {
    const before = (await profile('eleni')).followerCount;
    const key = { 'idempotency-key': 'zoe-follows-eleni-once' };
    const first = await follow('zoe', 'eleni', true, key);
    await follow('zoe', 'eleni');
    const repeated = await follow('zoe', 'eleni', true, key);
    expect([first.json(), repeated.json()]).toEqual([{ following: true }, { following: true }]);
    expect((await profile('eleni')).followerCount).toBe(before + 1);
  });

  it('is refused for oneself, for strangers and for those who have published nothing', async () => {
    expect((await follow('sam', 'sam')).json()).toMatchObject({ statusCode: 422, code: 'NOT_ONESELF' });
    expect((await follow('sam', 'nobody')).statusCode).toBe(404);
    expect((await follow('sam', 'not a uid')).statusCode).toBe(404);
    expect((await app.as('sam').post('/api/people/zoe/follow', {})).statusCode).toBe(422);
    await app.as('ann').put('/api/users/profile', { username: 'Ann' });
    expect((await follow('sam', 'ann')).json()).toMatchObject({ statusCode: 409, code: 'NOTHING_PUBLISHED' });
    expect(await profile('ann')).toMatchObject({ hasPublished: false });
    await app.as('ann').post('/api/recipes', { type: 'image', title: 'Leek pie' });
    expect(await profile('ann')).toMatchObject({ hasPublished: true });
    expect((await follow('sam', 'ann')).statusCode).toBe(200);
  });

  it('suggests the authors of the newest posts and recipes whom the user does not follow', async () => {
    await app.as('bo').post('/api/recipes', { type: 'image', title: 'Rye bread' });
    await publish('sam', 'After the bread');
    const suggested = async (as: string) =>
      ((await app.as(as).get('/api/following/suggestions')).json() as People).items.map(({ uid }) => uid);
    expect(await suggested('zoe')).toEqual(['sam', 'bo', 'ann']);
    await follow('zoe', 'bo');
    expect(await suggested('zoe')).toEqual(['sam', 'ann']);
  });
});
