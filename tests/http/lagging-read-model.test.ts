/** Read your writes, while the read models lag behind the log. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import type { PostPage } from '../../server/core/contracts/community.ts';
import type { EventLog } from '../../server/core/event-log.ts';
import { injectChecked } from '../support/checked-inject.ts';
import { type EmbeddedApp, openEmbeddedApp } from '../support/embedded-app.ts';

/** Long enough for an answer that waits for nothing; shorter than the server waits for a read model. */
const promptlyMs = 300;

let folder: string;
let running: EmbeddedApp;
let gate = Promise.withResolvers<void>();

/** The log as the projections follow it: nothing comes through while the gate is closed. */
const held = (log: EventLog): Pick<EventLog, 'head' | 'subscribe'> => ({
  head: () => log.head(),
  async *subscribe(options) {
    for await (const batch of log.subscribe(options)) {
      await gate.promise;
      yield batch;
    }
  },
});

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'potluck-lagging-'));
  gate.resolve();
  running = await openEmbeddedApp(folder, ['mia'], { wrapFollowedLog: held });
});
beforeEach(() => {
  gate = Promise.withResolvers<void>();
  gate.resolve();
});
afterAll(async () => {
  gate.resolve();
  await running.close();
  await rm(folder, { recursive: true });
});

const headers = { authorization: 'Bearer token-mia' };
const publish = (title: string) =>
  injectChecked(running.app, { method: 'POST', url: '/api/community', payload: { title }, headers });
const titles = async (more: Record<string, string> = {}) => {
  const answer = await injectChecked(running.app, { url: '/api/community', headers: more });
  return answer.json<PostPage>().items.map(({ title }) => title);
};

/** Whether the work ends while the read models lag; they catch up afterwards. */
async function endsWhileLagging(work: Promise<unknown>): Promise<boolean> {
  const ended = await Promise.race([work.then(() => true), pause(promptlyMs, false)]);
  gate.resolve();
  return ended;
}

it('a write answers once its reader sees it', async () => {
  await publish('The first makes the profile');
  gate = Promise.withResolvers<void>();
  const written = publish('Soup');
  expect(await endsWhileLagging(written)).toBe(false);
  expect((await written).statusCode).toBe(201);
  expect((await titles())[0]).toBe('Soup');
});

it('a removal, too, answers once its reader does not see it any more', async () => {
  const { id } = (await publish('Not for long')).json();
  gate = Promise.withResolvers<void>();
  const removed = injectChecked(running.app, { method: 'DELETE', url: `/api/community/${id}`, headers });
  expect(await endsWhileLagging(removed)).toBe(false);
  expect((await removed).statusCode).toBe(204);
  expect(await titles()).not.toContain('Not for long');
});

it('a read that asks for a position answers what includes it', async () => {
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

it('a write stands though the read models lag for long: it answers, and is shown later', async () => {
  await publish('Cake');
  gate = Promise.withResolvers<void>();
  const written = await publish('Pie');
  expect(written.statusCode).toBe(201);
  expect((await titles())[0]).toBe('Cake');
  gate.resolve();
  const position = String(written.headers['potluck-position']);
  expect((await titles({ 'potluck-at-least': position }))[0]).toBe('Pie');
});
