/** Lists and memberships that have begun or ended, before the read models show it. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { HTTPMethods } from 'fastify';
import { afterAll, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { ServedMemoryModel } from '../../projections/read-models/memory/served-memory-model.ts';
import { newId } from '../../server/commands/ids.ts';
import type { AddedItems, GroceryList } from '../../server/core/contracts/grocery-list.ts';
import type { OwnersList } from '../../server/core/contracts/grocery-lists.ts';
import type { Household, IssuedInvitation } from '../../server/core/contracts/households.ts';
import type { MealPlan } from '../../server/core/contracts/meal-plan.ts';
import type { EventLog, RecordedEvent } from '../../server/core/event-log.ts';
import { injectChecked } from '../support/checked-inject.ts';
import { type EmbeddedApp, openEmbeddedApp } from '../support/embedded-app.ts';
import { gatedLog } from '../support/gated-log.ts';
import { outcome } from '../support/household-calls.ts';

let folder: string;
let running: EmbeddedApp;
let log: EventLog;
let gate = Promise.withResolvers<void>();
/** What a closed gate stops. */
let isHeld: (event: RecordedEvent) => boolean = () => false;

const withGate = gatedLog(
  () => gate.promise,
  (event) => isHeld(event),
);

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'potluck-ended-'));
  gate.resolve();
  running = await openEmbeddedApp(folder, ['mia', 'tom'], {
    wrapFollowedLog: withGate,
    wrapCommandLog: (commandLog) => {
      log = commandLog;
      return commandLog;
    },
  });
});
beforeEach(() => {
  isHeld = () => false;
});
afterAll(async () => {
  gate.resolve();
  await running.close();
  await rm(folder, { recursive: true });
});

const send = (user: string, method: HTTPMethods, url: string, payload?: object) =>
  injectChecked(running.app, {
    ...{ method: method as 'GET', url: `/api${url}`, headers: { authorization: `Bearer token-${user}` } },
    ...(payload && { payload }),
  });
const add = (user: string, userId: string, name: string) =>
  send(user, 'POST', '/grocery-list', { userId, ingredients: [{ name }] });
const itemsOn = async (whose: string) => (await send('mia', 'GET', `/grocery-list/${whose}`)).json<GroceryList>().items;

async function twoAtHome(): Promise<string> {
  const { id } = (await send('mia', 'POST', '/households', { name: 'Home' })).json<Household>();
  const { code } = (await send('mia', 'POST', `/households/${id}/invitations`, { uses: 1 })).json<IssuedInvitation>();
  expect(outcome(await send('tom', 'POST', '/households/join', { code }))).toBe(200);
  return id;
}

function hold(held: typeof isHeld): void {
  gate = Promise.withResolvers();
  isHeld = held;
}

it('adds items for who has just founded or joined a household, and opened a list', async () => {
  hold(({ type }) => type === 'HouseholdFounded');
  const { id: home } = (await send('mia', 'POST', '/households', { name: 'Home' })).json<Household>();
  const founder = await add('mia', home, 'Cake');
  gate.resolve();
  expect(outcome(founder)).toBe(201);
  const invite = await send('mia', 'POST', `/households/${home}/invitations`, { uses: 1 });
  hold(({ type }) => type === 'MemberJoined');
  const { code } = invite.json<IssuedInvitation>();
  expect(outcome(await send('tom', 'POST', '/households/join', { code }))).toBe(200);
  const joined = [await add('tom', home, 'Tea'), await send('tom', 'GET', `/meal-plan/${home}`)];
  gate.resolve();
  expect(joined.map(outcome)).toEqual([201, 200]);
  hold(({ type }) => type === 'GroceryListOpened');
  const list = (await send('tom', 'POST', `/grocery-list/${home}/lists`, { name: 'Party' })).json<OwnersList>();
  const opened = await add('tom', list.id, 'Candles');
  gate.resolve();
  expect(outcome(opened)).toBe(201);
});

it('accepts a code that was issued a moment ago', async () => {
  const { id } = (await send('mia', 'POST', '/households', { name: 'Home' })).json<Household>();
  hold(({ type }) => type === 'InvitationIssued');
  const invite = await send('mia', 'POST', `/households/${id}/invitations`, { uses: 1 });
  const { waitFor } = ServedMemoryModel.prototype;
  const waiting = vi.spyOn(ServedMemoryModel.prototype, 'waitFor').mockImplementation(function (
    this: ServedMemoryModel,
    ...wait
  ) {
    gate.resolve();
    return waitFor.apply(this, wait);
  });
  const { code } = invite.json<IssuedInvitation>();
  const shown = await send('tom', 'GET', `/invitations/${code}`);
  waiting.mockRestore();
  expect(shown.json()).toMatchObject({ name: 'Home' });
});

it('refuses what is added to a list that was closed', async () => {
  const home = await twoAtHome();
  const { id } = (await send('tom', 'POST', `/grocery-list/${home}/lists`, { name: 'Party' })).json<OwnersList>();
  hold(({ type }) => type === 'GroceryListClosed');
  expect(outcome(await send('tom', 'DELETE', `/grocery-list/${home}/lists/${id}`, { ingredientIds: [] }))).toBe(204);
  const added = await add('mia', id, 'Cake');
  gate.resolve();
  expect(outcome(added)).toBe('404 LIST_NOT_FOUND');
});

it('moves nothing from or to a list that was closed', async () => {
  const home = await twoAtHome();
  const open = async (name: string) =>
    (await send('tom', 'POST', `/grocery-list/${home}/lists`, { name })).json<OwnersList>().id;
  const [party, market] = [await open('Party'), await open('Market')];
  const cake = (await add('mia', party, 'Cake')).json<AddedItems>().items.map(({ id }) => id);
  const tea = (await add('mia', home, 'Tea')).json<AddedItems>().items.map(({ id }) => id);
  hold(({ type }) => type === 'GroceryListClosed');
  const closed = await send('tom', 'DELETE', `/grocery-list/${home}/lists/${party}`, { ingredientIds: [] });
  const away = await send('mia', 'POST', `/grocery-list/${party}/move`, { ingredientIds: cake, to: market });
  const there = await send('mia', 'POST', `/grocery-list/${home}/move`, { ingredientIds: tea, to: party });
  gate.resolve();
  expect([closed, away].map(outcome)).toEqual([204, '404 LIST_NOT_FOUND']);
  expect(there.json()).toMatchObject({ code: 'LIST_NOT_FOUND', field: 'to' });
  expect(outcome(await add('mia', market, 'Salt'))).toBe(201);
  const namesOn = async (whose: string) => (await itemsOn(whose)).map(({ name }) => name);
  expect([await namesOn(home), await namesOn(market)]).toEqual([['Tea', 'Cake'], ['Salt']]);
  const afterwards = await send('mia', 'POST', `/grocery-list/${home}/move`, { ingredientIds: tea, to: party });
  expect(afterwards.json()).toMatchObject({ code: 'LIST_NOT_FOUND', field: 'to' });
});

it('records nothing that a removed member adds', async () => {
  const home = await twoAtHome();
  hold(({ type }) => type === 'MemberRemoved');
  expect(outcome(await send('mia', 'DELETE', `/households/${home}/members/tom`))).toBe(204);
  const added = await add('tom', home, 'Beer');
  gate.resolve();
  expect(outcome(added)).toBe('403 FORBIDDEN');
  expect(await itemsOn(home)).toEqual([]);
});

it('plans nothing for a member who was removed', async () => {
  const home = await twoAtHome();
  hold(({ type }) => type === 'MemberRemoved');
  expect(outcome(await send('mia', 'DELETE', `/households/${home}/members/tom`))).toBe(204);
  const plan = [{ id: crypto.randomUUID(), day: 'Friday', meal: 'Dinner', note: { title: 'Beer' } }];
  const planned = await send('tom', 'PATCH', `/meal-plan/${home}`, { plan });
  gate.resolve();
  expect(outcome(planned)).toBe('403 FORBIDDEN');
  const shown = await send('mia', 'GET', `/meal-plan/${home}`);
  expect(shown.json<MealPlan>().meals).toEqual([]);
});

it('shows a removed member no history that the read models do not have yet', async () => {
  const home = await twoAtHome();
  // As without a process that runs projections.
  hold(() => true);
  expect(outcome(await send('mia', 'DELETE', `/households/${home}/members/tom`))).toBe(204);
  expect(outcome(await add('mia', home, 'Secret'))).toBe(201);
  const history = await send('tom', 'GET', `/grocery-list/${home}/history`);
  gate.resolve();
  expect(outcome(history)).toBe('403 FORBIDDEN');
});

it('shows nothing to a member who was removed while the read model stands before an event of a newer release', async () => {
  const home = await twoAtHome();
  const commandId = newId();
  const meta = { actor: 'mia', commandId, correlationId: commandId, at: new Date().toISOString(), schema: 99 };
  const newer = { id: newId(), type: 'HouseholdFounded', data: {}, meta };
  await log.append(`household-${newId()}`, [newer], 'no_stream');
  expect(outcome(await send('mia', 'DELETE', `/households/${home}/members/tom`))).toBe(204);
  for (const path of [`/grocery-list/${home}`, `/meal-plan/${home}`]) {
    expect(outcome(await send('tom', 'GET', path)), path).toBe('403 FORBIDDEN');
    expect(outcome(await send('mia', 'GET', path)), path).toBe(200);
  }
});
