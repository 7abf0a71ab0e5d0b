/** Bytes per push and socket: they depend on what a card shows, not on the length of the document. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Post } from '../../server/core/contracts/community.ts';
import type { LiveMessage } from '../../server/core/contracts/live.ts';
import type { Playlist } from '../../server/core/contracts/playlists.ts';
import type { Recipe } from '../../server/core/contracts/recipes.ts';
import { connectBrowser } from '../support/live.ts';
import { until } from '../support/until.ts';
import { openWholeApp, type WholeApp } from '../support/whole-app.ts';

const kB = 1_000;
/** Characters of three bytes in UTF-8, the maximum per UTF-16 unit. */
const long = (characters: number) => '餃'.repeat(characters);
const address = (name: string) => `https://example.org/${name.padEnd(1_970, 'x')}`;

let app: WholeApp;
const sockets: { close(): void }[] = [];

beforeAll(async () => {
  app = await openWholeApp('mia', 'ben');
  await app.call('mia', 'PUT', '/api/users/profile', { username: long(50), avatar: address('mia') });
});
afterAll(async () => {
  for (const socket of sockets) socket.close();
  await app.close();
});

/** Connects a visitor's browser that counts the bytes of its messages. */
async function listen() {
  const { socket } = await connectBrowser(app.url.href);
  const listener = { bytes: 0, messages: [] as LiveMessage[] };
  socket.io.engine.on('packet', ({ data = '' }: { data?: string }) => {
    listener.bytes += Buffer.byteLength(data);
  });
  socket.on('live', (message) => listener.messages.push(message));
  sockets.push(socket);
  return listener;
}

const count = ({ messages }: { messages: LiveMessage[] }, kind: LiveMessage['kind']) =>
  messages.filter((message) => message.kind === kind).length;

test('sends each socket an excerpt of a long post that is published or revised', async () => {
  const [postCount, listeners] = [20, await Promise.all(Array.from({ length: 30 }, listen))];
  const form = { title: 'A long story', type: 'text' };
  // Sequentially: the server processes one large body of a user at a time and queues only a few.
  const published: Post[] = [];
  for (let n = 0; n < postCount; n++) {
    const content = `${n}`.padEnd(20_000, ' word');
    published.push(await app.call<Post>('ben', 'POST', '/api/community', { ...form, content }));
  }
  for (const { id, content } of published) {
    await app.call('ben', 'PUT', `/api/community/${id}`, { ...form, content: `Again ${content}`.slice(0, 20_000) });
  }
  await until(() =>
    listeners.every((listener) => count(listener, 'post.published') + count(listener, 'post.changed') >= postCount),
  );
  await app.call('ben', 'POST', '/api/community', { title: 'The last' });
  await until(() => listeners.every(({ messages }) => JSON.stringify(messages.at(-1)).includes('The last')));
  for (const { bytes } of listeners) expect(bytes).toBeLessThan((2 * postCount + 1) * 1.5 * kB);
});

test.each<[what: string, kind: LiveMessage['kind'], maxBytes: number, publish: () => Promise<unknown>]>([
  [
    'post',
    'post.published',
    9 * kB,
    () =>
      app.call('mia', 'POST', '/api/community', {
        title: long(200),
        type: 'image',
        content: long(20_000),
        imageUrl: address('post'),
      }),
  ],
  [
    'revision of a post with many long comments',
    'post.changed',
    9 * kB,
    async () => {
      const { id } = await app.call<Post>('mia', 'POST', '/api/community', { title: 'Much said' });
      for (let n = 0; n < 20; n++)
        await app.call('mia', 'POST', `/api/community/${id}/comments`, { text: long(2_000) });
      await app.call('mia', 'PUT', `/api/community/${id}`, { title: long(200), type: 'text', content: long(20_000) });
    },
  ],
  [
    'comment',
    'post.changed',
    9 * kB,
    async () => {
      const { id } = await app.call<Post>('mia', 'POST', '/api/community', { title: 'Say something' });
      await app.call('mia', 'POST', `/api/community/${id}/comments`, { text: long(2_000) });
    },
  ],
  [
    'recipe',
    'recipe.published',
    6 * kB,
    () =>
      app.call('mia', 'POST', '/api/recipes', {
        ...recipe,
        description: long(5_000),
        ingredients: Array.from({ length: 100 }, () => ({ name: long(200) })),
        instructions: Array.from({ length: 100 }, () => long(500)),
      }),
  ],
  [
    'playlist',
    'playlist.changed',
    14 * kB,
    async () => {
      const recipes: Recipe[] = [];
      for (let n = 0; n < 100; n++) recipes.push(await app.call<Recipe>('mia', 'POST', '/api/recipes', recipe));
      const playlist = { name: long(100), description: long(1_000), recipes: recipes.map(({ id }) => ({ id })) };
      const { id } = await app.call<Playlist>('mia', 'POST', '/api/playlists', playlist);
      await app.call('mia', 'PATCH', `/api/playlists/${id}`, { name: 'Another name' });
    },
  ],
])('the message of the largest %s stays within its size limit', async (_, kind, maxBytes, publish) => {
  const listener = await listen();
  await publish();
  await until(() => count(listener, kind) > 0);
  const sizes = listener.messages
    .filter((message) => message.kind === kind)
    .map((message) => Buffer.byteLength(JSON.stringify(message)));
  expect(Math.max(...sizes)).toBeLessThan(maxBytes);
});

const recipe = {
  type: 'image',
  title: long(200),
  author: long(100),
  cuisine: long(50),
  imageUrl: address('recipe'),
};
