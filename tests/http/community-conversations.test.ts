import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newId } from '../../server/commands/ids.ts';
import type { Comment, Post, PostPage } from '../../server/core/contracts/community.ts';
import type { People } from '../../server/core/contracts/people.ts';
import { openTestApp, type TestApp } from '../support/test-app.ts';

describe('conversations in the community', () => {
  let app: TestApp;
  beforeAll(async () => {
    app = await openTestApp('eleni', 'sam', 'mia', 'zoe');
  });
  afterAll(() => app.close());

  const publish = async (as: string, content: string, form: object = {}): Promise<Post> => {
    const response = await app.as(as).post('/api/community', { title: 'Dinner', content, ...form });
    expect(response.statusCode).toBe(201);
    return response.json();
  };
  const comment = async (as: string, { id }: Post, form: object): Promise<Comment> => {
    const response = await app.as(as).post(`/api/community/${id}/comments`, form);
    expect(response.statusCode).toBe(201);
    return response.json();
  };
  const read = async (as: string | undefined, { id }: Post): Promise<Post> =>
    (await app.as(as).get(`/api/community/${id}`)).json();
  const idsIn = async (query: string): Promise<string[]> => {
    const page: PostPage = (await app.as(undefined).get(`/api/community?${query}`)).json();
    return page.items.map(({ id }) => id);
  };

  describe('a reply', () => {
    it('is shown with the comment to which it replies; a reply to a reply joins the same comment', async () => {
      const post = await publish('eleni', 'Eleven plates');
      const first = await comment('sam', post, { text: 'Who made the dumplings?' });
      const reply = await comment('mia', post, { text: 'I did', replyTo: first.id });
      const next = await comment('sam', post, { text: 'Thank you', replyTo: reply.id });
      expect([first.replyTo, reply.replyTo, next.replyTo]).toEqual([undefined, first.id, first.id]);
      expect((await read(undefined, post)).comments.map(({ replyTo }) => replyTo)).toEqual([
        undefined,
        first.id,
        first.id,
      ]);
    });

    it('needs a comment that exists', async () => {
      const post = await publish('eleni', 'Eleven plates');
      const { id } = await comment('sam', post, { text: 'Oops' });
      await app.as('sam').delete(`/api/community/${post.id}/comments/${id}`);
      for (const replyTo of [id, newId()]) {
        const refused = await app.as('mia').post(`/api/community/${post.id}/comments`, { text: 'What?', replyTo });
        expect([refused.statusCode, refused.json().code]).toEqual([404, 'COMMENT_NOT_FOUND']);
      }
    });
  });

  describe('a like of a comment', () => {
    it('is counted for all, and marked for the user who likes, also in older comments', async () => {
      const post = await publish('eleni', 'Eleven plates');
      const { id } = await comment('sam', post, { text: 'I counted seven' });
      const like = (as: string, body?: object) =>
        app.as(as).post(`/api/community/${post.id}/comments/${id}/like`, body ?? {});
      expect((await like('mia')).json()).toEqual({ liked: true, likeCount: 1 });
      expect((await like('zoe', { liked: true })).json()).toEqual({ liked: true, likeCount: 2 });
      expect((await like('zoe', { liked: true })).json()).toEqual({ liked: true, likeCount: 2 });
      expect((await like('zoe')).json()).toEqual({ liked: false, likeCount: 1 });
      const shown = async (as: string | undefined) => (await read(as, post)).comments[0];
      expect(await shown('mia')).toMatchObject({ likeCount: 1, likedByMe: true });
      expect(await shown('zoe')).toMatchObject({ likeCount: 1, likedByMe: false });
      expect(await shown(undefined)).toMatchObject({ likeCount: 1 });
      expect(await shown(undefined)).not.toHaveProperty('likedByMe');
      const older = await app.as('mia').get(`/api/community/${post.id}/comments`);
      expect(older.json().items).toMatchObject([{ id, likeCount: 1, likedByMe: true }]);
    });

    it('needs a token and a comment that exists', async () => {
      const post = await publish('eleni', 'Eleven plates');
      const path = `/api/community/${post.id}/comments/${newId()}/like`;
      expect((await app.as(undefined).post(path, {})).statusCode).toBe(401);
      expect((await app.as('mia').post(path, {})).json()).toMatchObject({ statusCode: 404, code: 'COMMENT_NOT_FOUND' });
    });
  });

  describe('a hashtag', () => {
    it('finds the posts that have it, newest first, in any case, and by cursor', async () => {
      const tag = 'Grünkohl';
      const [older, newer] = [
        await publish('eleni', `Ready. #${tag}`),
        await publish('sam', `(#${tag.toUpperCase()})`),
      ];
      await publish('sam', `https://example.org/#${tag} and a${tag}`);
      expect(older.tags).toEqual(['grünkohl']);
      expect(await idsIn(`tag=${encodeURIComponent(tag)}`)).toEqual([newer.id, older.id]);
      const first: PostPage = (await app.as('mia').get(`/api/community?limit=1&tag=${encodeURIComponent(tag)}`)).json();
      expect(first.items).toMatchObject([{ id: newer.id, likedByMe: false }]);
      expect(await idsIn(`tag=${encodeURIComponent(tag)}&cursor=${first.nextCursor}`)).toEqual([older.id]);
    });

    it('follows revisions and deletions, in the order of publication', async () => {
      const [older, newer] = [await publish('eleni', 'Nothing yet'), await publish('eleni', '#leek')];
      await app.as('eleni').put(`/api/community/${older.id}`, { title: 'Dinner', content: '#leek #pie' });
      expect([await idsIn('tag=leek'), await idsIn('tag=pie')]).toEqual([[newer.id, older.id], [older.id]]);
      await app.as('eleni').put(`/api/community/${older.id}`, { title: 'Dinner', content: '#pie' });
      expect(await idsIn('tag=leek')).toEqual([newer.id]);
      await app.as('eleni').delete(`/api/community/${newer.id}`);
      expect(await idsIn('tag=leek')).toEqual([]);
    });

    it('may have the joiners of Persian words', async () => {
      const tag = 'نان\u200Cسنگک';
      const post = await publish('eleni', `امروز #${tag}.`);
      expect(await idsIn(`tag=${encodeURIComponent(tag)}`)).toEqual([post.id]);
    });

    it('is refused with other characters', async () => {
      const refused = await app.as('mia').get('/api/community?tag=a%20b');
      expect(refused.statusCode).toBe(422);
    });
  });

  it('shows the posts of an author', async () => {
    const post = await publish('zoe', 'Mine');
    expect(await idsIn('author=zoe')).toContain(post.id);
    expect(await idsIn('author=nobody')).toEqual([]);
    const both = await app.as('mia').get('/api/community?author=zoe&tag=pie');
    expect([both.statusCode, both.json().message]).toEqual([422, 'Send either a tag or an author']);
  });

  describe('a mention', () => {
    const mentionsOf = async (content: string, mentions?: object[]) =>
      (await publish('eleni', content, mentions ? { mentions } : {})).mentions;

    it('of a name that only one person has is found, in any case', async () => {
      await publish('sam', 'I write');
      expect(await mentionsOf('@Sam, @sam. and @Samuel')).toEqual([{ uid: 'sam', name: 'Sam' }]);
      const post = await publish('eleni', 'Dinner');
      expect((await comment('mia', post, { text: 'Ask @Sam' })).mentions).toEqual([{ uid: 'sam', name: 'Sam' }]);
    });

    it('is the one that the writer chose, if the person has that name and the text has it', async () => {
      const chosen = { uid: 'mia', name: 'Mia' };
      expect(await mentionsOf('Thank you, @Mia', [chosen])).toEqual([chosen]);
      expect(await mentionsOf('Thank you', [chosen])).toBeUndefined();
      for (const uid of ['mia', 'nobody'])
        expect(await mentionsOf('Thank you, @Bank', [{ uid, name: 'Bank' }])).toBeUndefined();
    });

    it('stays when the text is edited, under the name that it has, whoever has that name now', async () => {
      await publish('sam', 'I write');
      const post = await publish('eleni', 'Thank you, @Sam');
      await app.as('sam').put('/api/users/profile', { username: 'Samuel' });
      await app.as('zoe').put('/api/users/profile', { username: 'Sam' });
      await publish('zoe', 'I write');
      const edited = await app
        .as('eleni')
        .put(`/api/community/${post.id}`, { title: post.title, type: 'text', content: 'Thank you, @Sam!' });
      expect([edited.statusCode, edited.json().mentions]).toEqual([200, [{ uid: 'sam', name: 'Sam' }]]);
    });

    it('of a name that several people have is the one that the writer chose, or none', async () => {
      for (const uid of ['mia', 'zoe']) {
        await app.as(uid).put('/api/users/profile', { username: 'Kim' });
        await publish(uid, 'I write');
      }
      expect(await mentionsOf('Hello @Kim')).toBeUndefined();
      const chosen = [{ uid: 'zoe', name: 'Kim' }];
      expect(await mentionsOf('Hello @Kim', chosen)).toEqual(chosen);
    });
  });

  describe('people', () => {
    const found = async (q: string): Promise<string[]> => {
      const people: People = (await app.as('eleni').get(`/api/people?q=${encodeURIComponent(q)}`)).json();
      return people.items.map(({ uid }) => uid);
    };

    it('are found by the beginning of a word in their name, once they have written, until they rename', async () => {
      await app.as('sam').put('/api/users/profile', { username: 'Samantha van der Berg-Ångström' });
      await publish('sam', 'I write');
      for (const q of ['s', 'SAMANTHA', 'samantha van', 'van d', 'berg', 'ång', 'Samantha van der Berg']) {
        expect(await found(q), q).toEqual(['sam']);
      }
      expect(await found('amantha')).toEqual([]);
      expect(await found('Samantha van Gogh')).toEqual([]);
      await app.as('sam').put('/api/users/profile', { username: 'Sam' });
      expect([await found('berg'), await found('sam')]).toEqual([[], ['sam']]);
    });

    it('are not listed without a post, a comment or a recipe', async () => {
      const silent = await openTestApp('ann', 'bo');
      const post: Post = (await silent.as('ann').post('/api/community', { title: 'Mine' })).json();
      const listed = async () => (await silent.as('bo').get('/api/people?q=an')).json().items;
      expect(await listed()).toMatchObject([{ uid: 'ann', name: 'Ann' }]);
      const said: Comment = (await silent.as('ann').post(`/api/community/${post.id}/comments`, { text: 'Hm' })).json();
      await silent.as('ann').delete(`/api/community/${post.id}/comments/${said.id}`);
      expect(await listed()).toHaveLength(1);
      await silent.as('ann').delete(`/api/community/${post.id}`);
      expect(await listed()).toEqual([]);
      const recipe: { id: string } = (
        await silent.as('ann').post('/api/recipes', { title: 'Pie', type: 'image' })
      ).json();
      expect(await listed()).toMatchObject([{ uid: 'ann', name: 'Ann' }]);
      await silent.as('ann').post('/api/community', { title: 'Mine, again' });
      expect(await listed()).toHaveLength(1);
      await silent.as('ann').delete(`/api/recipes/${recipe.id}`);
      expect(await listed()).toHaveLength(1);
      expect((await silent.as(undefined).get('/api/people?q=an')).statusCode).toBe(401);
      await silent.close();
    });

    it('have their recipes listed', async () => {
      const recipe = { title: 'Pie', type: 'image', ingredients: [], instructions: [] };
      const published = await app.as('eleni').post('/api/recipes', recipe);
      expect(published.statusCode).toBe(201);
      await app.as('sam').post('/api/recipes', recipe);
      const { items } = (await app.as(undefined).get('/api/recipes?author=eleni')).json();
      expect(items).toMatchObject([{ id: published.json().id, authorId: 'eleni' }]);
    });

    it('have a name and a picture for everybody', async () => {
      expect((await app.as(undefined).get('/api/people/eleni')).json()).toEqual({
        uid: 'eleni',
        name: 'Eleni',
        avatar: null,
        followerCount: 0,
        followingCount: 0,
        hasPublished: true,
      });
      expect((await app.as(undefined).get('/api/people/nobody')).statusCode).toBe(404);
    });
  });
});
