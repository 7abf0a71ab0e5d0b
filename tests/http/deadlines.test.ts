/** No request waits longer than a bound from its arrival, whatever it has waited for first. */
import { mkdtemp, rm } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { InjectOptions } from 'fastify';
import { afterAll, beforeAll, beforeEach, expect, onTestFinished, test } from 'vitest';
import { maxWaitMs } from '../../server/commands/deadline.ts';
import { newId } from '../../server/commands/ids.ts';
import type { BatchResults } from '../../server/core/contracts/batch.ts';
import type { EventLog } from '../../server/core/event-log.ts';
import { FetchProblem } from '../../server/core/network/fetch-problem.ts';
import type { PublicFetch } from '../../server/core/network/public-fetch.ts';
import type { Identity } from '../../server/identity/identity.ts';
import { bindMethods } from '../support/bound-log.ts';
import { injectChecked } from '../support/checked-inject.ts';
import { type EmbeddedApp, openEmbeddedApp } from '../support/embedded-app.ts';
import { knownUsers } from '../support/known-users.ts';
import { until } from '../support/until.ts';

const waitMs = 1_500;
/** For a busy machine; less than any of the waits that would be added. */
const toleranceMs = 900;

let folder = '';
let embedded: EmbeddedApp;
let signInMs = 0;
let appendMs = 0;
let isSilent = (_stream: string): boolean => false;
/** What a silent log has not answered. */
let answer = Promise.withResolvers<void>();

/** The log of a server that is up and does not answer. */
function silenced(log: EventLog): EventLog {
  return {
    ...bindMethods(log),
    async append(stream, events, expected) {
      if (isSilent(stream)) await answer.promise;
      await sleep(appendMs);
      return log.append(stream, events, expected);
    },
    async *readStream(stream, options) {
      if (isSilent(stream)) await answer.promise;
      yield* log.readStream(stream, options);
    },
  };
}

function slowIdentity(identity: Identity): Identity {
  const verify = async (token: string) => {
    await sleep(signInMs);
    return identity.verify(token);
  };
  return { ...identity, verify };
}

/** Of a site that is up and does not answer. */
const silentSite: PublicFetch = async ({ timeoutMs }) => {
  await sleep(timeoutMs);
  throw new FetchProblem('TIMEOUT');
};

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'potluck-deadlines-'));
  const users = ['mia', 'tom', 'eve', 'ann'];
  const identity = slowIdentity(knownUsers(...users));
  const waits = { identity, wrapCommandLog: silenced, fetchPublic: silentSite, maxWaitMs: waitMs };
  embedded = await openEmbeddedApp(folder, users, waits);
  await embedded.makeOperator('eve');
  await embedded.app.listen({ host: '127.0.0.1', port: 0 });
  expect((await send('tom', { method: 'POST', url: '/api/community', payload: post })).status).toBe(201);
  const list = { userId: 'mia', ingredients: [{ name: 'Milk' }] };
  expect((await send('mia', { method: 'POST', url: '/api/grocery-list', payload: list })).status).toBe(201);
  const household = { id: home, name: 'Home' };
  expect((await send('mia', { method: 'POST', url: '/api/households', payload: household })).status).toBe(201);
});
afterAll(async () => {
  endSilence();
  await embedded.close();
  await rm(folder, { recursive: true });
});
beforeEach(() => {
  [signInMs, appendMs] = [0, 0];
  endSilence();
});

const home = newId();
const move = { ingredientIds: [newId()], to: home };
const post = { title: 'A post', content: 'With some text' };

function endSilence(): void {
  isSilent = () => false;
  answer.resolve();
  answer = Promise.withResolvers();
}

async function send(user: string, options: InjectOptions) {
  const startedAt = performance.now();
  const headers = { authorization: `Bearer token-${user}`, ...options.headers };
  const response = await injectChecked(embedded.app, { ...options, headers });
  return { status: response.statusCode, response, ms: performance.now() - startedAt };
}

const inTime = (status: number) => ({ status, ms: expect.toSatisfy((ms: number) => ms < waitMs + toleranceMs) });

test.each([
  ['a user', 'tom', { method: 'POST', url: '/api/community', payload: post }],
  // The log is asked whether the write is allowed before a profile is made.
  ['a new user', 'ann', { method: 'POST', url: '/api/community', payload: post }],
  [
    'a user who moves items to another list',
    'mia',
    { method: 'POST', url: '/api/grocery-list/mia/move', payload: move },
  ],
  ['an operator', 'eve', { method: 'PUT', url: '/api/staff/mia/roles/moderator' }],
] as const)(
  'a write of %s to a silent log is answered within its time, which includes signing in',
  async (_, user, write) => {
    [signInMs, isSilent] = [1_200, () => true];
    expect(await send(user, { ...write, headers: { 'idempotency-key': newId() } })).toMatchObject(inTime(503));
  },
);

/** Begins with this read of a stream of the category. */
function silentFrom(nth: number, category: string) {
  let reads = 0;
  return (stream: string) => stream.startsWith(`${category}-`) && ++reads >= nth;
}

test.each([
  ['items', silentFrom(1, 'groceryList')],
  // The first read checks the command.
  ['members', silentFrom(2, 'household')],
])(
  'dissolving a household is answered within its time when the log does not answer which %s it has',
  async (_, silent) => {
    isSilent = silent;
    const url = `/api/households/${home}?keepCopies=true`;
    expect(await send('mia', { method: 'DELETE', url })).toMatchObject(inTime(503));
  },
);

test('what an operator reads of a silent log is answered within its time, and so is what must be recorded first', async () => {
  isSilent = () => true;
  for (const url of [
    '/api/staff/account?email=mia@example.org&why=support',
    '/api/audit/events?actor=mia&why=support',
  ]) {
    expect(await send('eve', { method: 'GET', url }), url).toMatchObject(inTime(503));
  }
});

test('an access is not recorded after its time, since nothing was shown', async () => {
  const read = (why: string) =>
    send('eve', { method: 'GET', url: `/api/staff/account?email=mia@example.org&why=${why}` });
  isSilent = (stream) => stream.startsWith('audit-');
  expect(await read('refused')).toMatchObject(inTime(503));
  const answeredAt = performance.now();
  // The timer of the command may fire a millisecond after that of the response.
  await until(() => performance.now() > answeredAt + 5);
  endSilence();
  // Behind the first one in the queue of the stream.
  expect((await read('shown')).status).toBe(200);
  const reasons: unknown[] = [];
  for await (const { type, data } of embedded.events()) if (type === 'AccessRecorded') reasons.push(data.why);
  expect(reasons).toEqual(['shown']);
});

test('operators, and no moderators, can read what is wrong while the log does not answer about their role', async () => {
  const ownFolder = await mkdtemp(join(tmpdir(), 'potluck-deadlines-'));
  const { app, makeOperator, close } = await openEmbeddedApp(ownFolder, ['eve', 'kim'], { wrapCommandLog: silenced });
  onTestFinished(async () => {
    await close();
    await rm(ownFolder, { recursive: true });
  });
  await makeOperator('eve');
  const sendAs = (user: string, method: 'GET' | 'PUT', url: string) =>
    injectChecked(app, { method, url, headers: { authorization: `Bearer token-${user}` } });
  expect((await sendAs('eve', 'PUT', '/api/staff/kim/roles/moderator')).statusCode).toBe(204);
  isSilent = () => true;
  const startedAt = performance.now();
  expect((await sendAs('kim', 'GET', '/api/audit/projections')).statusCode).toBe(404);
  expect((await sendAs('eve', 'GET', '/api/audit/projections')).statusCode).toBe(200);
  // Half of the time of a request.
  expect(performance.now() - startedAt).toBeLessThan(maxWaitMs / 2);
});

test('a read waits for a position for the rest of its time only', async () => {
  signInMs = 1_200;
  const url = '/api/recipes/find';
  const headers = { 'potluck-at-least': String(((await embedded.head()) ?? 0n) + 1_000n) };
  expect(await send('tom', { method: 'GET', url, headers })).toMatchObject(inTime(200));
});

test('a batch is answered within the time of one request, with the calls that were done', async () => {
  appendMs = 400;
  const open = (name: string) => ({
    method: 'POST' as const,
    path: '/grocery-list/tom/lists',
    key: newId(),
    body: { name },
  });
  const calls = ['One', 'Two', 'Three', 'Four', 'Five', 'Six'].map(open);
  const sent = await send('tom', { method: 'POST', url: '/api/batch', payload: { calls } });
  expect(sent).toMatchObject(inTime(200));
  const statuses = sent.response.json<BatchResults>().results.map(({ status }) => status);
  expect(statuses.slice(0, 2)).toEqual([201, 201]);
  expect(statuses.at(-1)).toBe(503);
});

test('a picture of a silent site leaves time for the command', async () => {
  const video = { type: 'youtube', title: 'Bread', youtubeUrl: 'https://youtu.be/dQw4w9WgXcQ' };
  const imageUrl = 'https://i.ytimg.com/vi/dQw4w9WgXcQ/hqdefault.jpg';
  const published = await send('tom', { method: 'POST', url: '/api/recipes', payload: { ...video, imageUrl } });
  expect(published).toMatchObject(inTime(201));
  expect(published.response.json()).toMatchObject({ imageUrl });
});

test('a picture of a silent site is refused within the time of its request, and a preview waits for all of that', async () => {
  const url = 'https://elsewhere.example/silent.jpg';
  const recipe = { type: 'image', title: 'Soup', imageUrl: url };
  const publishing = send('tom', { method: 'POST', url: '/api/recipes', payload: recipe });
  const previewing = send('mia', { method: 'POST', url: '/api/pictures/by-address', payload: { url: `${url}?other` } });
  const first = await Promise.race([publishing.then(() => 'recipe'), previewing.then(() => 'preview')]);
  expect(first).toBe('recipe');
  const [published, preview] = [await publishing, await previewing];
  expect(published).toMatchObject(inTime(422));
  expect(published.response.json()).toMatchObject({ code: 'PICTURE_TIMEOUT', field: 'imageUrl' });
  expect(preview).toMatchObject(inTime(422));
  expect(preview.ms).toBeGreaterThan(waitMs * 0.9);
});

/** Sends the headers of a large post, and its body on `finish`. */
function startLarge(): { readonly status: Promise<number>; finish(): void } {
  const body = JSON.stringify({ title: 'A long post', content: 'x'.repeat(20_000) });
  const { port } = new URL(embedded.app.listeningOrigin);
  const socket = connect({ port: Number(port), host: '127.0.0.1' });
  const { promise: status, resolve } = Promise.withResolvers<number>();
  socket.on('data', (data) => {
    resolve(Number(String(data).slice(9, 12)));
    socket.destroy();
  });
  socket.on('error', () => undefined);
  const headers = 'Host: localhost\r\nAuthorization: Bearer token-tom\r\nContent-Type: application/json';
  socket.write(`POST /api/community HTTP/1.1\r\n${headers}\r\nContent-Length: ${body.length}\r\n\r\n`);
  return { status, finish: () => void socket.write(body) };
}

test('a large body waits for its turn within its time; a slow client does not spend its own', async () => {
  const startedAt = performance.now();
  const requests = [startLarge(), startLarge()];
  // Either may arrive first.
  const waiting = await Promise.race(requests.map((request) => request.status.then(() => request)));
  expect(await waiting.status).toBe(429);
  expect(performance.now() - startedAt).toBeLessThan(waitMs + toleranceMs);
  const slow = requests.find((request) => request !== waiting);
  slow?.finish();
  expect(await slow?.status).toBe(201);
});
