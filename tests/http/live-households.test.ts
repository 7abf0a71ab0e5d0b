/** Who receives the messages of a household: its members, from when they join until they leave. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { newId } from '../../server/commands/ids.ts';
import type { Household, IssuedInvitation } from '../../server/core/contracts/households.ts';
import { type Browser, connectBrowser } from '../support/live.ts';
import { until } from '../support/until.ts';
import { openWholeApp, type WholeApp } from '../support/whole-app.ts';

let app: WholeApp;
const browsers: Browser[] = [];

beforeAll(async () => {
  app = await openWholeApp('mia', 'tom', 'eve');
});
afterAll(async () => {
  for (const { socket } of browsers) socket.disconnect();
  await app.close();
});

const open = async (user: string) => {
  const browser = await connectBrowser(app.url.href, `token-${user}`);
  browsers.push(browser);
  return browser;
};

const found = (user: string) => app.call<Household>(user, 'POST', '/api/households', { name: 'Home' });

async function join(user: string, { id, members }: Household): Promise<void> {
  const owner = members[0]?.uid ?? '';
  const { code } = await app.call<IssuedInvitation>(owner, 'POST', `/api/households/${id}/invitations`, {});
  await app.call(user, 'POST', '/api/households/join', { code });
}

const add = (user: string, userId: string, name = 'Milk') =>
  app.call(user, 'POST', '/api/grocery-list', { userId, ingredients: [{ name }] });
const plan = (user: string, whose: string) =>
  app.call(user, 'PUT', `/api/meal-plan/${whose}`, { Monday: { Dinner: { id: newId(), title: 'Soup' } } });

/**
 * What each of these browsers has received since it was opened: all messages of its households' rooms. Notifications, which
 * are the user's own, may arrive before or after them.
 */
async function received(...opened: Browser[]): Promise<string[][]> {
  // Each browser receives messages in order, so this post is the last.
  const { id } = await app.call<{ id: string }>('eve', 'POST', '/api/community', { title: 'The end', content: '.' });
  const isEnd = (browser: Browser) =>
    browser.messages.some((message) => message.kind === 'post.published' && message.post.id === id);
  await until(() => opened.every(isEnd));
  return opened.map(({ messages }) =>
    messages.map(({ kind }) => kind).filter((kind) => !/^(?:post|notifications)\./.test(kind)),
  );
}

test('a household sends to its members on all their connections', async () => {
  const home = await found('mia');
  const [mia, tom, phone, eve] = [await open('mia'), await open('tom'), await open('tom'), await open('eve')];
  await join('tom', home);
  await add('mia', home.id);
  await plan('tom', home.id);
  const ofTom = ['household.joined', 'household.changed', 'list.changed', 'plan.changed'];
  expect(await received(mia, tom, phone, eve)).toEqual([
    ['household.changed', 'household.changed', 'list.changed', 'plan.changed'],
    ofTom,
    ofTom,
    [],
  ]);
});

test('a member who connects later receives what follows', async () => {
  const home = await found('mia');
  await join('tom', home);
  const tom = await open('tom');
  await add('mia', home.id);
  expect(await received(tom)).toEqual([['list.changed']]);
});

test.each(['leaves', 'is removed'])('a member who %s receives nothing more once the call is answered', async (how) => {
  const home = await found('mia');
  await join('tom', home);
  const [mia, tom] = [await open('mia'), await open('tom')];
  await app.call(how === 'leaves' ? 'tom' : 'mia', 'DELETE', `/api/households/${home.id}/members/tom`);
  await add('mia', home.id);
  await plan('mia', home.id);
  await app.call('mia', 'PATCH', `/api/households/${home.id}`, { name: 'Without Tom' });
  expect(await received(mia, tom)).toEqual([
    ['household.changed', 'list.changed', 'plan.changed', 'household.changed'],
    ['household.left'],
  ]);
});

test('the members of a dissolved household receive a message', async () => {
  const home = await found('mia');
  await join('tom', home);
  const tom = await open('tom');
  await app.call('mia', 'DELETE', `/api/households/${home.id}`);
  expect(await received(tom)).toEqual([['household.dissolved']]);
});
