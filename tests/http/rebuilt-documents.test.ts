/** What people get after a rebuild, whose documents have the positions of the wrong ones that it has replaced. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { groceryListsModel, groceryListsProjection } from '../../projections/definitions/grocery-list.ts';
import { mealPlansModel, mealPlansProjection, weekId } from '../../projections/definitions/meal-plan.ts';
import type { ProjectionKey } from '../../projections/read-models/read-model-store.ts';
import type { GroceryList } from '../../server/core/contracts/grocery-list.ts';
import type { Projections } from '../../server/core/contracts/projections.ts';
import { headerNames } from '../../server/core/contracts/shared.ts';
import { type EmbeddedApp, openEmbeddedApp } from '../support/embedded-app.ts';
import { connectBrowser } from '../support/live.ts';
import { pie, slotsOf } from '../support/meal-plan-calls.ts';
import { until } from '../support/until.ts';

const folder = mkdtempSync(join(tmpdir(), 'potluck-rebuilt-'));
let embedded: EmbeddedApp;
let address: string;
beforeAll(async () => {
  embedded = await openEmbeddedApp(folder, ['mia', 'eve'], { live: true });
  await embedded.makeOperator('eve');
  address = await embedded.app.listen({ host: '127.0.0.1', port: 0 });
});
afterAll(async () => {
  await embedded.close();
  rmSync(folder, { recursive: true });
});

const call = (user: string, method: 'GET' | 'POST' | 'PUT', url: string, payload?: object, etag?: string) =>
  embedded.app.inject({
    ...{ method, url: `/api/${url}` },
    headers: { authorization: `Bearer token-${user}`, ...(etag !== undefined && { 'if-none-match': etag }) },
    ...(payload && { payload }),
  });

/** Changes a document as no event has. */
async function plant(projection: ProjectionKey, collection: string, id: string, value: object): Promise<void> {
  const model = embedded.store.open(projection);
  const { position } = (await model.get(collection, id)) ?? expect.fail('There is no document');
  model.local.apply({ kind: 'put', collection, id, value, position });
}

async function rebuild({ name }: ProjectionKey): Promise<void> {
  expect((await call('eve', 'POST', `audit/projections/${name}/rebuild`)).statusCode).toBe(204);
  const isCompleted = async () => {
    const { items } = (await call('eve', 'GET', 'audit/projections')).json<Projections>();
    return items.find((one) => one.name === name)?.rebuild?.state === 'completed';
  };
  await until(isCompleted);
}

test('a list is sent again although its position is the same, and open pages fetch it', async () => {
  await call('mia', 'POST', 'grocery-list', { userId: 'mia', ingredients: [{ name: 'Milk' }] });
  const read = (etag?: string) => call('mia', 'GET', 'grocery-list/mia', undefined, etag);
  const list = (await read()).json<GroceryList>();
  await plant(groceryListsProjection, groceryListsModel.lists, list.listId, { ...list, items: [] });
  const wrong = await read();
  const etag = String(wrong.headers.etag);
  expect([wrong.json<GroceryList>().items, (await read(etag)).statusCode]).toEqual([[], 304]);
  const browser = await connectBrowser(address, 'token-mia');
  onTestFinished(() => void browser.socket.disconnect());

  await rebuild(groceryListsProjection);
  const right = await read(etag);
  expect([right.statusCode, right.statusCode === 200 && right.json()]).toEqual([200, list]);
  await until(() => browser.missed > 0);
});

test('a week of a plan is read again although its position is the same', async () => {
  const url = 'meal-plan/mia?week=2026-11-18';
  const planned = await call('mia', 'PUT', url, { Monday: { Dinner: pie } });
  const planId = String(planned.headers[headerNames.document]);
  const read = () => call('mia', 'GET', url);
  await plant(mealPlansProjection, mealPlansModel.plans, weekId(planId, '2026-11-16'), { revision: 1, meals: [] });
  expect(slotsOf(await read()).Monday.Dinner).toBeNull();
  await rebuild(mealPlansProjection);
  expect(slotsOf(await read()).Monday.Dinner).toEqual(pie);
});
