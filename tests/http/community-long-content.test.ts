/** Posts whose content is longer than the excerpt in the feed. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { FeedPost, Post, PostPage } from '../../server/core/contracts/community.ts';
import { openTestApp, type TestApp } from '../support/test-app.ts';

describe('long content', () => {
  let app: TestApp;
  beforeAll(async () => {
    app = await openTestApp('eleni', 'sam');
  });
  afterAll(() => app.close());

  const publish = async (as: string, form: object = { title: 'Salad', content: 'No lettuce' }): Promise<Post> => {
    const response = await app.as(as).post('/api/community/', form);
    expect(response.statusCode).toBe(201);
    return response.json();
  };
  const feed = async (as: string | undefined, query = ''): Promise<PostPage> =>
    (await app.as(as).get(`/api/community${query}`)).json();

  const content = `${'word '.repeat(1_000)}and the end`;
  const read = async (id: string): Promise<FeedPost> => (await app.as('sam').get(`/api/community/${id}`)).json();
  const inFeed = async (id: string) => (await feed('sam')).items.find((post) => post.id === id);

  it('is complete in the post and in responses to its author; the feed has an excerpt, marked as such', async () => {
    const published = await publish('eleni', { title: 'Long', content });
    expect(published).toEqual({ ...published, content });
    expect(await read(published.id)).toEqual(published);
    const shown = await inFeed(published.id);
    expect(shown).toEqual({ ...published, content: content.slice(0, 900), excerptOf: shown?.excerptOf });
    expect(shown?.excerptOf).toMatch(/^\w+$/);

    await app.as('sam').post(`/api/community/${published.id}/comments`, { text: 'All of it' });
    expect(await read(published.id)).toMatchObject({ content, commentCount: 1 });
    expect((await app.as(undefined).get(`/api/community/${published.id}`)).json()).toMatchObject({ content });
  });

  it('is not overwritten with its excerpt', async () => {
    const { id } = await publish('eleni', { title: 'Long', content });
    const shown = await inFeed(id);
    const refused = await app
      .as('eleni')
      .put(`/api/community/${id}`, { title: 'Longer', type: shown?.type, content: shown?.content });
    expect([refused.statusCode, refused.json().code]).toEqual([409, 'POST_CONTENT_CUT']);
    expect(await read(id)).toMatchObject({ title: 'Long', content });
  });

  it('changes with a revision, after which short content has no excerpt', async () => {
    const { id } = await publish('eleni', { title: 'Long', content });
    const before = await inFeed(id);
    const revise = async (text: string) =>
      (await app.as('eleni').put(`/api/community/${id}`, { title: 'Long', content: text })).json<FeedPost>();
    const another = `${content}, really`;
    const revised = await revise(another);
    expect([revised.content, revised.excerptOf]).toEqual([another, undefined]);
    expect((await read(id)).content).toBe(another);
    const after = await inFeed(id);
    expect(after?.content).toBe(before?.content);
    expect(after?.excerptOf).not.toBe(before?.excerptOf);

    expect((await revise('Short')).content).toBe('Short');
    expect(await read(id)).toMatchObject({ content: 'Short' });
    expect([(await inFeed(id))?.content, (await inFeed(id))?.excerptOf]).toEqual(['Short', undefined]);
    await revise(content);
    expect((await read(id)).content).toBe(content);
    expect((await app.as('eleni').delete(`/api/community/${id}`)).statusCode).toBe(204);
    expect((await app.as(undefined).get(`/api/community/${id}`)).statusCode).toBe(404);
  });
});
