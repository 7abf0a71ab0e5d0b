/** Read-your-writes while the read models lag behind the log. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import type { PostPage } from '../../server/core/contracts/community.ts';
import type { RecordedEvent } from '../../server/core/event-log.ts';
import { injectChecked } from '../support/checked-inject.ts';
import { type EmbeddedApp, openEmbeddedApp } from '../support/embedded-app.ts';
import { gatedLog } from '../support/gated-log.ts';
import { until } from '../support/until.ts';

/** Longer than an immediate response, shorter than the server's wait for a read model. */
const promptMs = 300;

let folder: string;
let running: EmbeddedApp;
let gate = Promise.withResolvers<void>();
/** What a closed gate stops. */
let isHeld: (event: RecordedEvent) => boolean;

const withGate = gatedLog(
  () => gate.promise,
  (event) => isHeld(event),
);

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'potluck-lagging-'));
  gate.resolve();
  isHeld = () => true;
  running = await openEmbeddedApp(folder, ['mia', 'ann', 'eve'], { wrapFollowedLog: withGate });
  await running.makeOperator('eve');
  const options = { headers: { authorization: 'Bearer token-eve' } };
  await injectChecked(running.app, { method: 'PUT', url: '/api/staff/eve/roles/moderator', ...options });
});
beforeEach(() => {
  isHeld = () => true;
  gate.resolve();
});
afterAll(async () => {
  gate.resolve();
  await running.close();
  await rm(folder, { recursive: true });
});

const headers = { authorization: 'Bearer token-mia' };
const publish = (title: string, user = 'mia') =>
  injectChecked(running.app, {
    ...{ method: 'POST', url: '/api/community', payload: { title } },
    headers: { authorization: `Bearer token-${user}` },
  });
const titles = async (extraHeaders: Record<string, string> = {}) => {
  const response = await injectChecked(running.app, { url: '/api/community', headers: extraHeaders });
  return response.json<PostPage>().items.map(({ title }) => title);
};

/** Whether the work ends while the read models lag. Opens the gate afterwards. */
async function endsWhileLagging(work: Promise<unknown>): Promise<boolean> {
  const ended = await Promise.race([work.then(() => true), pause(promptMs, false)]);
  gate.resolve();
  return ended;
}

it('responds to a write once a read includes it', async () => {
  await publish('The first makes the profile');
  gate = Promise.withResolvers<void>();
  const written = publish('Soup');
  expect(await endsWhileLagging(written)).toBe(false);
  expect((await written).statusCode).toBe(201);
  expect((await titles())[0]).toBe('Soup');
});

it('refuses who no longer has a role, before the read models show it', async () => {
  const sendAs = (user: string, method: 'GET' | 'PUT' | 'DELETE', url: string) =>
    injectChecked(running.app, { method, url, headers: { authorization: `Bearer token-${user}` } });
  const role = '/api/staff/ann/roles/operator';
  expect((await sendAs('eve', 'PUT', role)).statusCode).toBe(204);
  expect((await sendAs('ann', 'GET', '/api/staff')).statusCode).toBe(200);
  gate = Promise.withResolvers<void>();
  const revoked = sendAs('eve', 'DELETE', role);
  await until(async () => (await sendAs('ann', 'GET', '/api/staff')).statusCode === 404);
  gate.resolve();
  expect((await revoked).statusCode).toBe(204);
});

it('responds to a deletion once a read excludes it', async () => {
  const { id } = (await publish('Not for long')).json();
  gate = Promise.withResolvers<void>();
  const removed = injectChecked(running.app, { method: 'DELETE', url: `/api/community/${id}`, headers });
  expect(await endsWhileLagging(removed)).toBe(false);
  expect((await removed).statusCode).toBe(204);
  expect(await titles()).not.toContain('Not for long');
});

it('responds to a read with a minimum position once the read model has reached it', async () => {
  await publish('Bread');
  const before = await running.head();
  gate = Promise.withResolvers<void>();
  const written = publish('Stew');
  await expect.poll(() => running.head()).not.toBe(before);
  const read = titles({ 'potluck-at-least': String(await running.head()) });
  expect(await endsWhileLagging(read)).toBe(false);
  expect((await read)[0]).toBe('Stew');
  await written;
});

it('responds to a write after a time-out if the read models lag longer', async () => {
  await publish('Cake');
  gate = Promise.withResolvers<void>();
  const written = await publish('Pie');
  expect(written.statusCode).toBe(201);
  expect((await titles())[0]).toBe('Cake');
  gate.resolve();
  const position = String(written.headers['potluck-position']);
  expect((await titles({ 'potluck-at-least': position }))[0]).toBe('Pie');
});

it('reacts to a recipe once the read model shows it, if the request names the position of its publication', async () => {
  const before = await running.head();
  gate = Promise.withResolvers<void>();
  const id = '01997f3a-0000-7000-8000-00000000abcd';
  const recipe = { id, type: 'image', title: 'Stew to react to', ingredients: [], instructions: ['Simmer.'] };
  const send = (url: string, payload: object, extraHeaders: Record<string, string> = {}) =>
    injectChecked(running.app, { method: 'POST', url, payload, headers: { ...headers, ...extraHeaders } });
  const published = send('/api/recipes', recipe);
  await expect.poll(() => running.head()).not.toBe(before);
  const liked = send(`/api/recipes/${id}/like`, { liked: true }, { 'potluck-at-least': String(await running.head()) });
  expect(await endsWhileLagging(liked)).toBe(false);
  expect([(await published).statusCode, (await liked).statusCode]).toEqual([201, 200]);
});

const decideOnAll = (uid: string, key: string) =>
  injectChecked(running.app, {
    ...{ method: 'POST', url: `/api/moderation/cases/works:${uid}/decisions` },
    payload: { decision: 'hide', reason: 'Nothing but advertisements' },
    headers: { authorization: 'Bearer token-eve', 'idempotency-key': key },
  });
const unavailable = { statusCode: 503, code: 'READ_MODEL_UNAVAILABLE' };

it('does not decide about all works before the read models list what was published before the decision', async () => {
  await publish('Known before', 'ann');
  const before = await running.head();
  gate = Promise.withResolvers<void>();
  const written = publish('Cheap pans', 'ann');
  await expect.poll(() => running.head()).not.toBe(before);
  expect((await decideOnAll('ann', 'press-of-ann')).json()).toMatchObject(unavailable);
  gate.resolve();
  expect((await written).statusCode).toBe(201);
  await expect.poll(async () => (await decideOnAll('ann', 'press-of-ann')).json()).toEqual({ isComplete: true });
  expect(await titles()).not.toContain('Cheap pans');
});

it('does not call a decision about all works complete while the read models list what it has hidden', async () => {
  for (let n = 1; n <= 101; n++) await publish('Cheap pans');
  gate = Promise.withResolvers<void>();
  // The decision itself is shown.
  isHeld = ({ data }) => 'partOf' in data;
  for (const key of ['first-press', 'second-press'])
    expect((await decideOnAll('mia', key)).json()).toMatchObject(unavailable);
  gate.resolve();
  await expect.poll(async () => (await decideOnAll('mia', 'first-press')).json()).toEqual({ isComplete: true });
  expect(await titles()).toEqual([]);
});
