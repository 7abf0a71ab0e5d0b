import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Post } from '../../server/core/contracts/community.ts';
import type { GroceryList } from '../../server/core/contracts/grocery-list.ts';
import type { LiveMessage } from '../../server/core/contracts/live.ts';
import type { RecipeCard } from '../../server/core/contracts/recipes.ts';
import { type Browser, connectBrowser } from '../support/live.ts';
import { until } from '../support/until.ts';
import { openWholeApp, type WholeApp } from '../support/whole-app.ts';

let app: WholeApp;
const browsers: Browser[] = [];

beforeAll(async () => {
  app = await openWholeApp('mia', 'ben');
});
afterAll(async () => {
  for (const { socket } of browsers) socket.disconnect();
  await app.close();
});

const open = async (user?: string) => {
  const browser = await connectBrowser(app.url.href, user && `token-${user}`);
  browsers.push(browser);
  return browser;
};

const messagesOf = <K extends LiveMessage['kind']>({ messages }: Browser, kind: K) =>
  messages.filter((message): message is Extract<LiveMessage, { kind: K }> => message.kind === kind);

test("sends posts, likes and comments to other users' browsers", async () => {
  const visitor = await open();
  const post = await app.call<Post>('mia', 'POST', '/api/community/', {
    title: 'Ramen',
    type: 'text',
    content: 'Slurp',
  });
  await app.call('ben', 'POST', `/api/community/${post.id}/like`);
  await app.call('ben', 'POST', `/api/community/${post.id}/comments`, { text: 'Yum' });
  await app.call('mia', 'PUT', `/api/community/${post.id}`, { title: 'Ramen!', type: 'text', content: 'Slurp' });
  await app.call('mia', 'DELETE', `/api/community/${post.id}`);
  await until(() => messagesOf(visitor, 'post.deleted').length === 1);
  expect(visitor.messages.map(({ kind }) => kind)).toEqual([
    'post.published',
    'post.changed',
    'post.changed',
    'post.changed',
    'post.deleted',
  ]);
  expect(messagesOf(visitor, 'post.published')[0]?.post).toMatchObject({
    id: post.id,
    title: 'Ramen',
    authorName: 'Mia',
  });
  expect(messagesOf(visitor, 'post.changed')).toMatchObject([
    { from: '0', revision: '1', likeCount: 1 },
    { from: '1', revision: '2', comments: { count: 1, added: [{ text: 'Yum' }], removed: [] } },
    { from: '2', revision: '3', written: { title: 'Ramen!' } },
  ]);
});

test('sends published, revised and withdrawn recipes to visitors', async () => {
  const visitor = await open();
  const form = { type: 'image', title: 'Leek soup' };
  const { id } = await app.call<RecipeCard>('mia', 'POST', '/api/recipes', form);
  await app.call('mia', 'PUT', `/api/recipes/${id}`, { ...form, title: 'Leek broth' });
  await app.call('mia', 'DELETE', `/api/recipes/${id}`);
  await until(() => messagesOf(visitor, 'recipe.withdrawn').length === 1);
  expect(messagesOf(visitor, 'recipe.published')[0]?.recipe).toMatchObject({ id, title: 'Leek soup', author: 'Mia' });
  expect(messagesOf(visitor, 'recipe.revised')[0]?.recipe).toMatchObject({ id, title: 'Leek broth' });
  expect(messagesOf(visitor, 'recipe.withdrawn')[0]).toMatchObject({ recipeId: id });
});

test('sends likes and comments of a recipe to those who watch it, until they watch another one', async () => {
  const [watching, other, mia] = [await open(), await open(), await open('mia')];
  const { id } = await app.call<RecipeCard>('mia', 'POST', '/api/recipes', { type: 'image', title: 'Pie' });
  await watching.socket.emitWithAck('watch', [id]);
  const seen = () => messagesOf(watching, 'recipe.reactions');
  await app.call('mia', 'POST', `/api/recipes/${id}/like`);
  await app.call('ben', 'POST', `/api/recipes/${id}/comments`, { text: 'Crisp' });
  await until(() => seen().length === 2 && messagesOf(mia, 'recipe.liked').length === 1);
  expect(seen()).toMatchObject([
    { recipeId: id, from: null, revision: '0', likeCount: 1 },
    { from: '0', revision: '1', likeCount: 1, comments: { count: 1, added: [{ text: 'Crisp' }], removed: [] } },
  ]);
  await watching.socket.emitWithAck('watch', []);
  await app.call('mia', 'POST', `/api/recipes/${id}/like`);
  await app.call('mia', 'DELETE', `/api/recipes/${id}`);
  await until(() => [watching, other].every((each) => messagesOf(each, 'recipe.withdrawn').length === 1));
  expect([seen().length, messagesOf(other, 'recipe.reactions').length]).toEqual([2, 0]);
});

test('sends a new name or avatar of an author to visitors, once reads show it', async () => {
  const visitor = await open();
  const form = { title: 'Soup', type: 'text', content: 'Hot' };
  const { id } = await app.call<Post>('ben', 'POST', '/api/community/', form);
  const seen = new Promise<Post>((resolve) => {
    visitor.socket.on('live', ({ kind }) => {
      if (kind === 'person.changed') resolve(app.call<Post>('mia', 'GET', `/api/community/${id}`));
    });
  });
  const picture = 'https://example.org/ben.png';
  await app.call('ben', 'PUT', '/api/users/profile', { avatar: picture });
  await app.call('ben', 'PUT', '/api/users/profile', { username: 'Benedikt' });
  expect(await seen).toMatchObject({ authorAvatar: picture });
  await until(() => messagesOf(visitor, 'person.changed').length === 2);
  expect(messagesOf(visitor, 'person.changed').map(({ uid, name, avatar }) => [uid, name, avatar])).toEqual([
    ['ben', 'Ben', picture],
    ['ben', 'Benedikt', picture],
  ]);
});

test('a read right after a message includes its change', async () => {
  const reader = await open();
  const { id } = await app.call<Post>('mia', 'POST', '/api/community/', {
    title: 'Salad',
    type: 'text',
    content: 'Green',
  });
  const reads: Promise<void>[] = [];
  reader.socket.on('live', (message) => {
    if (message.kind !== 'post.changed') return;
    const read = app.call<Post>('mia', 'GET', `/api/community/${id}`);
    reads.push(read.then((post) => expect(post.commentCount).toBeGreaterThanOrEqual(message.comments?.count ?? 0)));
  });
  await Promise.all(
    Array.from({ length: 20 }, (_, i) => app.call('ben', 'POST', `/api/community/${id}/comments`, { text: `${i}` })),
  );
  await until(() => reads.length === 20);
  await Promise.all(reads);
  const positions = messagesOf(reader, 'post.changed').map(({ position }) => BigInt(position));
  expect(positions).toEqual(positions.toSorted((a, b) => (a < b ? -1 : 1)));
});

test("sends changes of a grocery list to its user's browsers only", async () => {
  const [phone, ben, visitor] = [await open('mia'), await open('ben'), await open()];
  const { items } = await app.call<GroceryList>('mia', 'POST', '/api/grocery-list', {
    userId: 'mia',
    ingredients: [{ name: 'Flour', amount: 2, unit: 'kg' }, { name: 'Salt' }],
  });
  const [flour, salt] = items;
  await app.call('mia', 'PATCH', `/api/grocery-list/mia/${flour?.id}`, { checked: true });
  await app.call('mia', 'DELETE', `/api/grocery-list/mia/${salt?.id}`);
  await app.call('mia', 'DELETE', '/api/grocery-list/mia');
  await app.call('mia', 'POST', '/api/grocery-list/mia/restore', {});
  await until(() => messagesOf(phone, 'list.changed').length === 5);
  expect(messagesOf(phone, 'list.changed').map(({ changed, removed }) => ({ changed, removed }))).toEqual([
    { changed: items, removed: [] },
    { changed: [{ ...flour, checked: true, checkedBy: { uid: 'mia', name: 'Mia' } }], removed: [] },
    { changed: [], removed: [salt?.id] },
    { changed: [], removed: [flour?.id] },
    { changed: [expect.objectContaining({ id: flour?.id, checked: true })], removed: [] },
  ]);
  expect([...messagesOf(ben, 'list.changed'), ...messagesOf(visitor, 'list.changed')]).toEqual([]);
});

test("sends changes of a meal plan to its user's browsers only", async () => {
  const [phone, ben, visitor] = [await open('mia'), await open('ben'), await open()];
  const recipe = { id: '0b6f1e5a-0000-7000-8000-000000000001', title: 'Ramen', cuisine: 'Japanese' };
  const path = '/api/meal-plan/mia?week=2026-11-18';
  await app.call('mia', 'PUT', path, { Monday: { Dinner: recipe }, Friday: { Lunch: recipe } });
  const { headers } = await fetch(new URL(path, app.url), { headers: { authorization: 'Bearer token-mia' } });
  const planId = headers.get('potluck-document');
  await app.call('mia', 'PUT', path, { Friday: { Lunch: recipe } });
  await until(() => messagesOf(phone, 'plan.changed').flatMap(({ changed }) => changed).length === 3);
  const week = '2026-11-16';
  const id = expect.stringMatching(/^[0-9a-f-]{36}$/);
  const planned = { id, recipe, note: null, servings: null };
  expect(messagesOf(phone, 'plan.changed').map(({ kind: _, position: __, ...rest }) => rest)).toEqual([
    {
      planId,
      week,
      from: '0',
      revision: '2',
      meals: [
        { ...planned, day: 'Monday', meal: 'Dinner' },
        { ...planned, day: 'Friday', meal: 'Lunch' },
      ],
      removed: [],
      changed: [
        { day: 'Monday', meal: 'Dinner', recipe },
        { day: 'Friday', meal: 'Lunch', recipe },
      ],
    },
    {
      planId,
      week,
      from: '2',
      revision: '3',
      meals: [],
      removed: [id],
      changed: [{ day: 'Monday', meal: 'Dinner', recipe: null }],
    },
  ]);
  expect([...messagesOf(ben, 'plan.changed'), ...messagesOf(visitor, 'plan.changed')]).toEqual([]);
});
