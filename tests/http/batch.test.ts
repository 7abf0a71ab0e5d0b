/** Several changes in one request. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newId } from '../../server/commands/ids.ts';
import type { Batch, BatchResults } from '../../server/core/contracts/batch.ts';
import type { GroceryList } from '../../server/core/contracts/grocery-list.ts';
import { batchLimits } from '../../server/core/contracts/limits.ts';
import { openTestApp, type TestApp } from '../support/test-app.ts';

type Call = Batch['calls'][number];

describe('a batch', () => {
  let app: TestApp;
  beforeAll(async () => {
    app = await openTestApp('mia', 'tom', 'ann', 'ben', 'eve');
  });
  afterAll(() => app.close());

  const send = (as: string, ...calls: Call[]) => app.as(as).post('/api/batch', { calls });
  const resultsOf = async (as: string, ...calls: Call[]): Promise<BatchResults['results']> => {
    const response = await send(as, ...calls);
    expect(response.statusCode).toBe(200);
    return response.json<BatchResults>().results;
  };
  const outcomes = (results: BatchResults['results']) => results.map(({ status, error }) => error?.code ?? status);
  const add = (whose: string, name: string, id = newId()): Call => ({
    method: 'POST',
    path: '/grocery-list',
    key: newId(),
    body: { userId: whose, ingredients: [{ id, name }] },
  });
  const check = (whose: string, id: string): Call => ({
    method: 'PATCH',
    path: `/grocery-list/${whose}/${id}`,
    key: newId(),
    body: { checked: true },
  });
  const listOf = async (whose: string): Promise<GroceryList> =>
    (await app.as(whose).get(`/api/grocery-list/${whose}`)).json();

  it('executes its calls in their order, and says which revision includes each', async () => {
    const ids = Array.from({ length: batchLimits.calls / 2 }, () => newId());
    const results = await resultsOf('mia', ...ids.flatMap((id, n) => [add('mia', `Item ${n}`, id), check('mia', id)]));
    expect(results).toHaveLength(batchLimits.calls);
    expect(new Set(results.map(({ status }) => status))).toEqual(new Set([201, 200]));
    const revisions = results.map(({ revision }) => Number(revision));
    expect(revisions).toEqual(revisions.toSorted((a, b) => a - b));
    await expect.poll(async () => (await listOf('mia')).items.filter(({ checked }) => checked).length).toBe(50);
    expect((await listOf('mia')).items.map(({ name }) => name)).toEqual(ids.map((_, n) => `Item ${n}`));
  });

  it('keeps the order of opposite changes of the same item', async () => {
    const id = newId();
    const opposite = Array.from({ length: 60 }, (_, n) => ({ ...check('eve', id), body: { checked: n % 2 === 0 } }));
    const remove: Call = { method: 'DELETE', path: `/grocery-list/eve/${id}`, key: newId() };
    const restore: Call = {
      method: 'POST',
      path: '/grocery-list/eve/restore',
      key: newId(),
      body: { ingredientIds: [id] },
    };
    const calls = [
      add('eve', 'Milk', id),
      ...opposite,
      remove,
      restore,
      { ...check('eve', id), body: { checked: true } },
    ];
    expect((await resultsOf('eve', ...calls)).filter(({ error }) => error)).toEqual([]);
    await expect.poll(async () => (await listOf('eve')).items).toMatchObject([{ id, checked: true }]);
  });

  it('executes a call once, whether it was sent alone or in a batch before', async () => {
    const [alone, together] = [add('tom', 'Milk'), add('tom', 'Eggs')];
    await app.as('tom').post(`/api${alone.path}`, alone.body, { 'idempotency-key': alone.key });
    const first = await resultsOf('tom', alone, together);
    expect(outcomes(first)).toEqual([201, 201]);
    expect(await resultsOf('tom', alone, together)).toEqual(first);
    const again = await app.as('tom').post(`/api${together.path}`, together.body, { 'idempotency-key': together.key });
    expect(again.statusCode).toBe(201);
    await expect.poll(async () => (await listOf('tom')).items.map(({ name }) => name)).toEqual(['Milk', 'Eggs']);
  });

  it('answers calls that changed nothing as before when it is sent again', async () => {
    const id = newId();
    const unchecked = { ...check('eve', id), body: { checked: false } };
    // Another device has checked it meanwhile.
    await resultsOf('eve', add('eve', 'Butter', id), check('eve', id));
    const batch = [check('eve', id), unchecked];
    const first = await resultsOf('eve', ...batch);
    expect(await resultsOf('eve', ...batch)).toEqual(first);
    const butter = async () => (await listOf('eve')).items.find((item) => item.id === id);
    await expect.poll(async () => (await butter())?.checked).toBe(false);
    const later = { ...check('eve', id) };
    await resultsOf('eve', ...batch, later);
    await expect.poll(async () => (await butter())?.checked).toBe(true);
  });

  it('answers no call as that of another user, also if it is the same', async () => {
    const call = add('mia', 'Tea');
    expect(outcomes(await resultsOf('mia', call))).toEqual([201]);
    expect(outcomes(await resultsOf('tom', call))).toEqual(['FORBIDDEN']);
  });

  it('creates no address of a calendar, whose secret its response would not have', async () => {
    const link: Call = { method: 'POST', path: '/meal-plan/mia/calendar-link', key: newId() };
    expect((await send('mia', link)).statusCode).toBe(422);
  });

  it('goes on after a refused call, with the error that the call has alone', async () => {
    const invalid: Call = {
      method: 'POST',
      path: '/grocery-list',
      key: newId(),
      body: { userId: 'ann', ingredients: [] },
    };
    const results = await resultsOf('ann', add('mia', 'Mine'), check('ann', newId()), invalid, add('ann', 'Salt'));
    expect(outcomes(results)).toEqual(['FORBIDDEN', 'ITEM_NOT_FOUND', 'INVALID_INPUT', 201]);
    await expect.poll(async () => (await listOf('ann')).items.map(({ name }) => name)).toEqual(['Salt']);
  });

  it('moves to another list what its earlier calls have put on the first one', async () => {
    const other = (await app.as('ben').post('/api/grocery-list/ben/lists', { name: 'Market' })).json<{ id: string }>()
      .id;
    const ids = Array.from({ length: 20 }, () => newId());
    const body = { ingredientIds: ids, to: other };
    const move: Call = { method: 'POST', path: '/grocery-list/ben/move', key: newId(), body };
    const results = await resultsOf('ben', ...ids.map((id, n) => add('ben', `Item ${n}`, id)), move);
    expect(results.filter(({ error }) => error)).toEqual([]);
    const items = async () => (await app.as('ben').get(`/api/grocery-list/${other}`)).json<GroceryList>().items;
    await expect.poll(async () => (await items()).map(({ id }) => id)).toEqual(ids);
    await expect.poll(async () => (await listOf('ben')).items).toEqual([]);
  });

  it('changes meal plans, too', async () => {
    const slot = { day: 'Monday', meal: 'Dinner', recipe: { id: newId(), title: 'Ramen' }, from: null };
    const path = '/meal-plan/ben?week=2026-11-16';
    const [result] = await resultsOf('ben', { method: 'PATCH', path, key: newId(), body: { slots: [slot] } });
    expect(result).toEqual({ status: 200, revision: '1', document: expect.any(String) });
  });

  it.each([
    ['other parts of the API', '/community'],
    ['other parts of the API by a way round', '/grocery-list/../community'],
    ['itself', '/batch'],
    ['other servers', 'http://example.org/grocery-list'],
  ])('cannot call %s', async (_, path) => {
    const response = await send('mia', { method: 'POST', path, key: newId(), body: {} });
    expect(response.json()).toMatchObject({ statusCode: 422, code: 'INVALID_INPUT' });
  });

  it('holds at most a hundred calls, and needs a user', async () => {
    const calls = Array.from({ length: batchLimits.calls + 1 }, () => add('mia', 'Milk'));
    expect((await send('mia', ...calls)).json()).toMatchObject({ statusCode: 422 });
    expect((await app.as(undefined).post('/api/batch', { calls: [add('mia', 'Milk')] })).statusCode).toBe(401);
  });
});
