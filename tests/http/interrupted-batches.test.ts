/** Batches of which not all calls can be decided: what is left is sent again, in the same order, and done once. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { newId } from '../../server/commands/ids.ts';
import type { Batch, BatchResults } from '../../server/core/contracts/batch.ts';
import type { GroceryList } from '../../server/core/contracts/grocery-list.ts';
import { type EventLog, EventLogUnavailable } from '../../server/core/event-log.ts';
import { InvalidToken } from '../../server/identity/identity.ts';
import { bindMethods } from '../support/bound-log.ts';
import { injectChecked } from '../support/checked-inject.ts';
import { type EmbeddedApp, openEmbeddedApp } from '../support/embedded-app.ts';
import { knownUsers } from '../support/known-users.ts';

type Call = Batch['calls'][number];

let folder: string;
let running: EmbeddedApp;
/** Requests and calls of batches since the test began, each of which verifies its token. */
let verified = 0;
let endsSessionAt = 0;
let beforeAppend: () => Promise<void> = async () => undefined;

const failing = (log: EventLog): EventLog => ({
  ...bindMethods(log),
  append: async (...append) => {
    await beforeAppend();
    return log.append(...append);
  },
});

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'potluck-batches-'));
  const identity = knownUsers('mia');
  const verify = async (token: string) => {
    verified++;
    if (verified === endsSessionAt) throw new InvalidToken('This session has ended');
    return identity.verify(token);
  };
  running = await openEmbeddedApp(folder, [], { identity: { ...identity, verify }, wrapCommandLog: failing });
  await add('The first makes the profile');
});
beforeEach(() => {
  verified = 0;
  endsSessionAt = 0;
  beforeAppend = async () => undefined;
});
afterAll(async () => {
  await running.close();
  await rm(folder, { recursive: true });
});

const headers = { authorization: 'Bearer token-mia' };
const send = (calls: readonly Call[]) =>
  injectChecked(running.app, { method: 'POST', url: '/api/batch', headers, payload: { calls } });
const read = (url: string) => injectChecked(running.app, { url, headers });
const add = (name: string) => {
  const payload = { userId: 'mia', ingredients: [{ name }] };
  return injectChecked(running.app, { method: 'POST', url: '/api/grocery-list', headers, payload });
};

it('is refused as a whole if the session ends in between, and goes on where it stopped with a new token', async () => {
  const weeks = ['2026-11-02', '2026-11-09', '2026-11-16'];
  const calls = weeks.map((week): Call => {
    const slot = { day: 'Monday', meal: 'Dinner', recipe: { id: newId(), title: 'Ramen' } };
    return { method: 'PATCH', path: `/meal-plan/mia?week=${week}`, key: newId(), body: { slots: [slot] } };
  });
  const revisions = async () => {
    const plans = await Promise.all(weeks.map((week) => read(`/api/meal-plan/mia?week=${week}`)));
    return plans.map((plan) => plan.headers['potluck-revision']);
  };
  // The batch itself, its first call, and its second one.
  endsSessionAt = 3;
  const refused = await send(calls);
  expect([refused.statusCode, refused.json().code]).toEqual([401, 'INVALID_TOKEN']);
  expect(await revisions()).toEqual(['1', '0', '0']);

  const repeated = (await send(calls)).json<BatchResults>();
  expect(repeated.results.map(({ status }) => status)).toEqual([200, 200, 200]);
  expect(await revisions()).toEqual(['1', '1', '1']);
});

it('ends with the first call that the log does not take, although later ones were begun', async () => {
  const names = ['Milk', 'Salt', 'Oil'];
  const calls = names.map(
    (name): Call => ({
      ...{ method: 'POST', path: '/grocery-list', key: newId() },
      body: { userId: 'mia', ingredients: [{ name }] },
    }),
  );
  beforeAppend = async () => {
    await expect.poll(() => verified, { interval: 5 }).toBe(1 + calls.length);
    throw new EventLogUnavailable('The log is away');
  };
  const { results } = (await send(calls)).json<BatchResults>();
  expect(results.map(({ status, error }) => [status, error?.code])).toEqual([[503, 'EVENT_LOG_UNAVAILABLE']]);
  expect(verified, 'all were begun before the first was recorded').toBe(1 + calls.length);

  beforeAppend = async () => undefined;
  const repeated = (await send(calls)).json<BatchResults>();
  expect(repeated.results.map(({ status }) => status)).toEqual([201, 201, 201]);
  const listed = async () => (await read('/api/grocery-list/mia')).json<GroceryList>().items.map(({ name }) => name);
  await expect.poll(listed).toEqual(['The first makes the profile', ...names]);
});
