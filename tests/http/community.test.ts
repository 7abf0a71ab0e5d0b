import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newId } from '../../server/commands/ids.ts';
import type { Comment, CommentPage, Post, PostPage } from '../../server/core/contracts/community.ts';
import { openTestApp, type TestApp } from '../support/test-app.ts';

describe('the community feed over HTTP', () => {
  let app: TestApp;
  beforeAll(async () => {
    app = await openTestApp('eleni', 'sam', 'mia', 'zoe');
  });
  afterAll(() => app.close());

  const publish = async (as: string, form: object = { title: 'Salad', content: 'No lettuce' }): Promise<Post> => {
    const response = await app.as(as).post('/api/community/', form);
    expect(response.statusCode).toBe(201);
    return response.json();
  };
  const feed = async (as: string | undefined, query = ''): Promise<PostPage> =>
    (await app.as(as).get(`/api/community${query}`)).json();

  it('shows a new post first in the feed right away', async () => {
    const older = await publish('eleni');
    const newer = await publish('sam', { title: 'Ramen', type: 'text', content: 'Slurp' });
    expect((await feed(undefined)).items.slice(0, 2)).toEqual([newer, older].map(({ likedByMe: _, ...post }) => post));
    expect(newer).toMatchObject({ title: 'Ramen', authorId: 'sam', authorName: 'Sam', likeCount: 0, likedByMe: false });
  });

  it('accepts ids of new posts and comments from the client, each once', async () => {
    const [id, commentId] = [newId(), newId()];
    const form = { id, title: 'Salad' };
    expect(await publish('eleni', form)).toMatchObject({ id, revision: '0' });
    const comments = `/api/community/${id}/comments`;
    const added = await app.as('sam').post(comments, { id: commentId, text: 'Mm' });
    expect(added.json()).toMatchObject({ id: commentId });
    expect(added.headers['potluck-revision']).toBe('1');
    const refused = [
      await app.as('sam').post('/api/community', form),
      await app.as('zoe').post(comments, { id: commentId, text: 'Mine' }),
    ];
    for (const response of refused) {
      expect([response.statusCode, response.json().code]).toEqual([409, 'ID_IN_USE']);
    }
    expect((await app.as('zoe').post(comments, { id: 'mine', text: 'Mine' })).statusCode).toBe(422);
    const shown = (await app.as('zoe').get(`/api/community/${id}`)).json();
    expect(shown).toMatchObject({ revision: '1', authorId: 'eleni', comments: [{ text: 'Mm', authorId: 'sam' }] });
  });

  it('accepts the post form urlencoded and as multipart', async () => {
    const boundary = 'potluck';
    const fields = { title: 'Grüße', type: 'text', content: 'C++ and 1+1', imageUrl: '', youtubeUrl: '' };
    const multipart = Object.entries(fields)
      .map(([name, value]) => `--${boundary}\r\ncontent-disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`)
      .join('');
    const sent = [
      await app
        .as('eleni')
        .post('/api/community', 'title=Gr%C3%BC%C3%9Fe&type=text&content=C%2B%2B+and+1%2B1&imageUrl=&youtubeUrl=', {
          'content-type': 'application/x-www-form-urlencoded',
        }),
      await app.as('eleni').post('/api/community/', `${multipart}--${boundary}--\r\n`, {
        'content-type': `multipart/form-data; boundary=${boundary}`,
      }),
    ];
    for (const response of sent) {
      expect(response.statusCode).toBe(201);
      expect(response.json()).toMatchObject({ title: 'Grüße', type: 'text', content: 'C++ and 1+1' });
    }
  });

  it('parses a multipart form with boundaries and headers in its fields', async () => {
    const part = (head: string, content: string) => `--a b\r\n${head}\r\n\r\n${content}\r\n`;
    const content = '\r\n-- \r\n--a\r\n\r\ncontent-disposition: form-data; name="title"\r\n\r\n';
    const form = [
      'a preamble\r\n',
      part('Content-Disposition: form-data; name="title"', 'Grüße 🍲'),
      part('Content-Type: text/plain; charset=UTF-8\r\ncontent-disposition:form-data;name=content', `x${content}y`),
      '--a b--\r\nan epilogue',
    ].join('');
    const headers = { 'content-type': 'Multipart/form-data; charset=utf-8; boundary="a b"' };
    const response = await app.as('eleni').post('/api/community', form, headers);
    expect(response.json()).toMatchObject({ title: 'Grüße 🍲', content: `x${content}y`.replaceAll('\r\n', '\n') });
  });

  it('stores the id of a video and builds the embed URL from it', async () => {
    const post = await publish('eleni', {
      title: 'Pancakes',
      type: 'youtube',
      youtubeUrl: 'https://youtu.be/LWuuCndtJr0',
    });
    expect(post.youtubeUrl).toBe('https://www.youtube-nocookie.com/embed/LWuuCndtJr0');
    const refused = await app
      .as('eleni')
      .post('/api/community', { title: 'x', type: 'youtube', youtubeUrl: 'https://evil.example/' });
    expect(refused.json()).toMatchObject({ statusCode: 422, message: 'Invalid YouTube URL' });
  });

  it.each(['text', 'image', 'youtube'] as const)('accepts a post of type %s with only a title', async (type) => {
    const bare = await publish('eleni', { title: 'Only this', type, content: '', imageUrl: '', youtubeUrl: ' ' });
    expect(bare).toMatchObject({ title: 'Only this', type, content: '' });
    expect([bare.imageUrl, bare.youtubeUrl]).toEqual([undefined, undefined]);
  });

  it('rejects an image URL that is not a web address', async () => {
    const refused = await app
      .as('eleni')
      .post('/api/community', { title: 'x', type: 'image', imageUrl: 'javascript:alert(1)' });
    expect(refused.statusCode).toBe(422);
  });

  it('returns each post on one page only, even while new ones are published', async () => {
    for (let i = 0; i < 7; i++) await publish('eleni', { title: `Post ${i}` });
    const seen: string[] = [];
    let page = await feed(undefined, '?limit=3');
    while (page.nextCursor !== null) {
      seen.push(...page.items.map(({ id }) => id));
      await publish('sam', { title: 'In between' });
      page = await feed(undefined, `?limit=3&cursor=${encodeURIComponent(page.nextCursor)}`);
    }
    seen.push(...page.items.map(({ id }) => id));
    expect(new Set(seen).size).toBe(seen.length);
    expect(page.nextCursor).toBeNull();
  });

  it("toggles a user's like, and returns each user's own state", async () => {
    const post = await publish('eleni');
    const like = async (as: string) => (await app.as(as).post(`/api/community/${post.id}/like`)).json();
    expect(await like('sam')).toEqual({ liked: true, likeCount: 1 });
    expect(await like('mia')).toEqual({ liked: true, likeCount: 2 });
    expect((await feed('sam')).items[0]).toMatchObject({ likeCount: 2, likedByMe: true });
    expect(await like('sam')).toEqual({ liked: false, likeCount: 1 });
    expect((await feed('sam')).items[0]).toMatchObject({ likeCount: 1, likedByMe: false });
    expect((await feed('mia')).items[0]).toMatchObject({ likeCount: 1, likedByMe: true });
    expect((await feed(undefined)).items[0]).not.toHaveProperty('likedByMe');
  });

  it('sets a like to the value in the body', async () => {
    const { id } = await publish('eleni');
    const like = (liked: boolean) => app.as('sam').post(`/api/community/${id}/like`, { liked });
    const responses = [await like(true), await like(true), await like(false), await like(false)];
    expect(responses.map((response) => response.json())).toEqual([
      { liked: true, likeCount: 1 },
      { liked: true, likeCount: 1 },
      { liked: false, likeCount: 0 },
      { liked: false, likeCount: 0 },
    ]);
    expect(responses.map(({ headers }) => headers['potluck-revision'])).toEqual(['1', '1', '2', '2']);
    const invalid = await app.as('sam').post(`/api/community/${id}/like`, { liked: 'yes' });
    expect([invalid.statusCode, invalid.json()]).toMatchObject([422, { code: 'INVALID_INPUT', field: 'liked' }]);
  });

  it('returns the first response for a repeated idempotency key', async () => {
    const key = newId();
    const first = await app.as('eleni').post('/api/community', { title: 'Once' }, { 'idempotency-key': key });
    const again = await app.as('eleni').post('/api/community', { title: 'Once' }, { 'idempotency-key': key });
    expect(again.json()).toEqual(first.json());
    const { id } = first.json<Post>();
    const likeKey = { 'idempotency-key': newId() };
    const likes = [1, 2, 3].map(() => app.as('sam').post(`/api/community/${id}/like`, undefined, likeKey));
    for (const response of await Promise.all(likes)) expect(response.json()).toEqual({ liked: true, likeCount: 1 });
    expect((await feed('sam')).items.filter(({ title }) => title === 'Once')).toHaveLength(1);
  });

  it('returns the newest 20 comments with the post, and older ones in pages', async () => {
    const post = await publish('eleni');
    for (let i = 0; i < 25; i++) {
      const response = await app.as('sam').post(`/api/community/${post.id}/comments`, { text: `Comment ${i}` });
      expect(response.statusCode).toBe(201);
    }
    const shown: Post = (await app.as(undefined).get(`/api/community/${post.id}`)).json();
    expect(shown.commentCount).toBe(25);
    expect(shown.comments.map(({ text }) => text)).toEqual(Array.from({ length: 20 }, (_, i) => `Comment ${i + 5}`));
    const older: CommentPage = (
      await app.as(undefined).get(`/api/community/${post.id}/comments?cursor=${shown.olderCommentsCursor}`)
    ).json();
    expect(older.items.map(({ text }) => text)).toEqual([4, 3, 2, 1, 0].map((i) => `Comment ${i}`));
    expect(older.nextCursor).toBeNull();

    const newest = shown.comments.at(-1);
    expect((await app.as('eleni').delete(`/api/community/${post.id}/comments/${newest?.id}`)).statusCode).toBe(403);
    expect((await app.as('sam').delete(`/api/community/${post.id}/comments/${newest?.id}`)).statusCode).toBe(204);
    const after: Post = (await app.as(undefined).get(`/api/community/${post.id}`)).json();
    expect(after.commentCount).toBe(24);
    expect(after.comments.map(({ text }) => text)).toEqual(Array.from({ length: 20 }, (_, i) => `Comment ${i + 4}`));
  });

  it('removes control characters from text, and line breaks from titles', async () => {
    const post = await publish('eleni', { title: 'Gr\u0000ee\nk\ud800', content: 'Cut\u0007\r\n\tand \u202eserve' });
    expect(post).toMatchObject({ title: 'Gree k', content: 'Cut\n\tand serve' });
    const sent = await app.as('sam').post(`/api/community/${post.id}/comments`, { text: 'Yes\u001b!\n\nAgain' });
    expect(sent.json<Comment>().text).toBe('Yes!\n\nAgain');
    const shown: Post = (await app.as(undefined).get(`/api/community/${post.id}`)).json();
    expect([shown.title, shown.comments[0]?.text]).toEqual(['Gree k', 'Yes!\n\nAgain']);
  });

  it('rejects a blank comment', async () => {
    const post = await publish('eleni');
    const response = await app.as('sam').post(`/api/community/${post.id}/comments`, { text: '  \n' });
    expect(response.json()).toMatchObject({
      statusCode: 422,
      code: 'COMMENT_BLANK',
      message: 'A comment cannot be blank',
    });
    expect((await feed(undefined)).items[0]?.commentCount).toBe(0);
  });

  it('answers 404 for comments of a deleted or unknown post', async () => {
    const { id } = await publish('eleni');
    await app.as('sam').post(`/api/community/${id}/comments`, { text: 'Mm' });
    await app.as('eleni').delete(`/api/community/${id}`);
    for (const gone of [id, newId()]) {
      const response = await app.as(undefined).get(`/api/community/${gone}/comments`);
      expect([response.statusCode, response.json().code]).toEqual([404, 'POST_NOT_FOUND']);
    }
  });

  it('stores no event, not even a profile, for a rejected first comment', async () => {
    const before = await app.head();
    const refused = await app.as('zoe').post(`/api/community/${newId()}/comments`, { text: 'Mm' });
    expect(refused.statusCode).toBe(404);
    expect(await app.head()).toBe(before);
  });

  it('lets only the author revise and delete a post', async () => {
    const post = await publish('eleni');
    const path = `/api/community/${post.id}`;
    expect((await app.as('sam').put(path, { title: 'Mine' })).statusCode).toBe(403);
    expect((await app.as('sam').delete(path)).statusCode).toBe(403);
    const revised = await app
      .as('eleni')
      .put(path, { title: 'Better', type: 'image', imageUrl: 'https://example.org/a.png' });
    expect(revised.json()).toMatchObject({ title: 'Better', type: 'image', content: '', likedByMe: false });
    expect((await app.as('eleni').delete(path)).statusCode).toBe(204);
    expect((await app.as(undefined).get(path)).statusCode).toBe(404);
    expect((await feed(undefined)).items.map(({ id }) => id)).not.toContain(post.id);
  });

  it("shows an author's new name on older posts and comments", async () => {
    const post = await publish('mia');
    await app.as('mia').post(`/api/community/${post.id}/comments`, { text: 'First' });
    expect((await app.as('mia').put('/api/users/profile', { username: 'Mia B.' })).statusCode).toBe(200);
    const position = (await app.as('mia').get('/api/users/profile')).headers['potluck-position'];
    const shown: Post = (
      await app.as(undefined).get(`/api/community/${post.id}`, { 'potluck-at-least': String(position) })
    ).json();
    expect(shown.authorName).toBe('Mia B.');
    expect(shown.comments[0]?.authorName).toBe('Mia B.');
  });

  it('answers 304 to a matching ETag of the same user only', async () => {
    const { headers } = await app.as('sam').get('/api/community');
    const etag = { 'if-none-match': String(headers.etag) };
    expect((await app.as('sam').get('/api/community', etag)).statusCode).toBe(304);
    expect((await app.as('mia').get('/api/community', etag)).statusCode).toBe(200);
    await publish('eleni');
    expect((await app.as('sam').get('/api/community', etag)).statusCode).toBe(200);
  });
});
