/** Who receives the changes of a household, and what calendar links open, while a read model is stale. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { newId } from '../../server/commands/ids.ts';
import type { CreatedCalendarLink } from '../../server/core/contracts/calendar.ts';
import type { Household, IssuedInvitation } from '../../server/core/contracts/households.ts';
import type { EventLog } from '../../server/core/event-log.ts';
import { type EmbeddedApp, openEmbeddedApp } from '../support/embedded-app.ts';
import { type Browser, connectBrowser, listIds } from '../support/live.ts';
import { until } from '../support/until.ts';

const browsers: Browser[] = [];
let folder: string;
let running: EmbeddedApp;
let url: URL;
let log: EventLog;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'potluck-paused-'));
  running = await openEmbeddedApp(folder, ['mia', 'tom', 'alex'], {
    live: true,
    wrapCommandLog: (commandLog) => {
      log = commandLog;
      return commandLog;
    },
  });
  await running.makeOperator('alex');
  url = new URL(await running.app.listen({ host: '127.0.0.1', port: 0 }));
});
afterEach(() => {
  for (const { socket } of browsers.splice(0)) socket.disconnect();
});
afterAll(async () => {
  await running.close();
  await rm(folder, { recursive: true });
});

async function send(user: string | undefined, method: string, path: string, body?: object) {
  const response = await fetch(new URL(`/api${path}`, url), {
    method,
    headers: {
      ...(user && { authorization: `Bearer token-${user}` }),
      ...(body && { 'content-type': 'application/json' }),
    },
    ...(body && { body: JSON.stringify(body) }),
  });
  const text = await response.text();
  return { status: response.status, json: <T>(): T => JSON.parse(text) };
}
async function stateOf(model: string): Promise<string | undefined> {
  const response = await send('alex', 'GET', '/audit/projections');
  const { items } = response.json<{ items: { name: string; state: string }[] }>();
  return items.find(({ name }) => name === model)?.state;
}
async function twoAtHome(): Promise<string> {
  const { id } = (await send('mia', 'POST', '/households', { name: 'Home' })).json<Household>();
  const { code } = (await send('mia', 'POST', `/households/${id}/invitations`, { uses: 1 })).json<IssuedInvitation>();
  expect((await send('tom', 'POST', '/households/join', { code })).status).toBe(200);
  return id;
}
const removeTom = async (home: string) =>
  expect((await send('mia', 'DELETE', `/households/${home}/members/tom`)).status).toBe(204);
async function connect(user: string): Promise<Browser> {
  const browser = await connectBrowser(url.href, `token-${user}`);
  browsers.push(browser);
  return browser;
}
/** How many lists send their changes to Tom from now on, when Mia adds to that of the household, and Tom to their own. */
async function receivedBy(tom: Browser, home: string): Promise<number> {
  tom.messages.length = 0;
  for (const [user, userId] of [
    ['mia', home],
    ['tom', 'tom'],
  ] as const) {
    expect((await send(user, 'POST', '/grocery-list', { userId, ingredients: [{ name: 'Milk' }] })).status).toBe(201);
  }
  const own = (await send('tom', 'GET', '/grocery-list/tom')).json<{ listId: string }>().listId;
  // Messages of one projection arrive in order.
  await until(() => listIds(tom).includes(own));
  return new Set(listIds(tom)).size;
}

it('opens nothing by a calendar link that was revoked, or whose user was removed from the household', async () => {
  const home = await twoAtHome();
  const create = async (user: string, whose: string) =>
    (await send(user, 'POST', `/meal-plan/${whose}/calendar-link`)).json<CreatedCalendarLink>().path;
  const paths = [await create('mia', 'mia'), await create('tom', home)];
  const open = () =>
    Promise.all(paths.map(async (path) => (await send(undefined, 'GET', path.slice('/api'.length))).status));
  expect((await send('alex', 'POST', '/audit/projections/calendar-links/pause')).status).toBe(204);
  await expect.poll(() => stateOf('calendar-links')).toBe('paused');
  expect(await open()).toEqual([200, 200]);
  expect((await send('mia', 'DELETE', '/meal-plan/mia/calendar-link')).status).toBe(204);
  await removeTom(home);
  expect(await open()).toEqual([404, 404]);
});

it('sends nothing more to a member after their removal, on an open connection or on a later one', async () => {
  const home = await twoAtHome();
  const open = await connect('tom');
  const commandId = newId();
  const meta = { actor: 'mia', commandId, correlationId: commandId, at: new Date().toISOString(), schema: 99 };
  const ofNewerRelease = { id: newId(), type: 'HouseholdFounded', data: {}, meta };
  await log.append(`household-${newId()}`, [ofNewerRelease], 'no_stream');
  await expect.poll(() => stateOf('households')).toBe('failing');
  await removeTom(home);
  expect(await receivedBy(await connect('tom'), home)).toBe(1);
  await expect.poll(() => receivedBy(open, home), { interval: 500 }).toBe(1);
});
