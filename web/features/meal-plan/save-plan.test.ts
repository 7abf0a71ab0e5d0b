import { expect, test, vi } from 'vitest';
import type { MealPlan } from '../../../server/core/contracts/meal-plan.ts';
import { ApiError, api } from '../../lib/api-client.ts';
import { savePlan } from './save-plan.ts';

const day = { Breakfast: null, Lunch: null, Dinner: null };
const free: MealPlan = {
  Monday: day,
  Tuesday: day,
  Wednesday: day,
  Thursday: day,
  Friday: day,
  Saturday: day,
  Sunday: day,
};
const soup = { id: 'soup', title: 'Soup' };
const week = '2026-11-16';

test('repeats the same request with the same key after a lost response, even if the plan has changed', async () => {
  const plans = [
    { data: free, etag: '"a:1"' },
    { data: { ...free, Friday: { ...day, Lunch: { id: 'pie', title: 'Pie' } } }, etag: '"a:2"' },
  ];
  vi.spyOn(api, 'get').mockImplementation(async () => {
    const plan = plans.shift();
    if (!plan) throw new Error('The plan is fetched at most twice');
    return plan;
  });
  const sent: unknown[] = [];
  vi.spyOn(api, 'send').mockImplementation(async (method, path, content, options) => {
    sent.push(JSON.parse(JSON.stringify({ method, path, content, options })));
    if (sent.length === 1) throw new ApiError({ statusCode: 0, code: 'UNREACHABLE', message: 'No response' });
    return { data: free, etag: '"a:3"' };
  });
  const change = { key: 'a-key', week, day: 'Monday', meal: 'Dinner', recipe: soup } as const;
  await expect(savePlan(['mia', 'mia', week], change, undefined)).rejects.toThrow('No response');
  await savePlan(['mia', 'mia', week], change, undefined);
  expect(sent[0]).toMatchObject({ content: { Monday: { Dinner: soup } }, options: { idempotencyKey: change.key } });
  expect(sent[1]).toEqual(sent[0]);
});

test('fetches a new base when the base has the same recipe, even with an older title', async () => {
  const fetched = { data: free, etag: '"a:2"' };
  const get = vi.spyOn(api, 'get').mockResolvedValue(fetched);
  const put = vi.spyOn(api, 'send').mockResolvedValue({ data: free });
  const base = { plan: { ...free, Monday: { ...day, Dinner: { id: 'soup', title: 'Broth' } } }, etag: '"a:1"' };
  await savePlan(['mia', 'mia', week], { key: 'a-key', week, day: 'Monday', meal: 'Dinner', recipe: soup }, base);
  expect(get).toHaveBeenCalledOnce();
  expect(put.mock.lastCall?.[3]).toMatchObject({ ifMatch: '"a:2"' });
});
