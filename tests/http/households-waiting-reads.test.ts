/** Reads that wait for a position, of members who are removed while they wait. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { householdCalls } from '../support/household-calls.ts';
import { openTestApp, type TestApp } from '../support/test-app.ts';

let app: TestApp;
beforeAll(async () => {
  app = await openTestApp('ann', 'ben');
});
afterAll(() => app.close());

const { found, end } = householdCalls(() => app);

test.each([
  'grocery-list/:id',
  'grocery-list/:id/lists',
  'meal-plan/:id',
  'meal-plan/:id/long-ago',
  'meal-plan/:id/calendar-link',
])('a removed member does not read what was changed after their removal: GET /%s', async (path) => {
  const home = await found('ann', 'ben');
  const url = `/api/${path.replace(':id', home.id)}`;
  expect((await app.as('ben').get(url)).statusCode).toBe(200);
  // The positions of the removal and of the addition follow.
  const atLeast = { 'potluck-at-least': String(Number(await app.head()) + 2) };
  const waiting = app.as('ben').get(url, atLeast);
  await new Promise(setImmediate);
  expect((await end('ann', home, 'ben')).statusCode).toBe(204);
  await app.as('ann').post('/api/grocery-list', { userId: home.id, ingredients: [{ name: 'Secret' }] });
  expect((await waiting).statusCode).toBe(403);
});
