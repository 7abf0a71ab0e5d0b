import { beforeEach, expect, test, vi } from 'vitest';
import type { AddIngredients } from '../../../server/core/contracts/grocery-list.ts';
import { fillPlan } from '../../../server/core/contracts/plan-slots.ts';
import { ApiError, api } from '../../lib/api-client.ts';
import { addWeekIngredients, dishesFrom } from './add-week-ingredients.ts';

const week = '2026-11-16';
const feast = { id: 'feast', title: 'Feast' };
const ingredients = Array.from({ length: 150 }, (_, n) => ({ name: `Thing ${n}`, amount: '1', unit: `box ${n}` }));
const lost = new ApiError({ statusCode: 0, code: 'UNREACHABLE', message: 'No response' });

/** Stubs a server that accepts one request per idempotency key. Returns a function that reads the names on its list. */
function stubServer(responses: ('received' | 'lost')[]) {
  const accepted = new Map<string, string[]>();
  vi.spyOn(api, 'send').mockImplementation(async (_method, _path, content, { idempotencyKey = '' } = {}) => {
    accepted.set(idempotencyKey, namesIn(content));
    if (responses.shift() === 'lost') throw lost;
    return { data: null };
  });
  return () => [...accepted.values()].flat();
}

const isAddition = (content: unknown): content is AddIngredients =>
  typeof content === 'object' && content !== null && 'ingredients' in content;
const namesIn = (content: unknown) => (isAddition(content) ? content.ingredients.map(({ name }) => name) : []);
const allNames = ingredients.map(({ name }) => name);

beforeEach(() => {
  vi.spyOn(api, 'get').mockResolvedValue({ data: { ...feast, ingredients } });
});

test.each([
  ['the response of the first batch was lost', ['lost'] as const],
  ['the response of the second batch was lost', ['received', 'lost'] as const],
])('adds each ingredient once when a user retries after %s', async (_, responses) => {
  const listedNames = stubServer([...responses]);
  await expect(addWeekIngredients('mia', week, [feast])).rejects.toBe(lost);
  expect(await addWeekIngredients('mia', week, [feast])).toEqual({ added: 150, missing: [] });
  expect(listedNames()).toEqual(allNames);
});

test('adds the ingredients again after a success', async () => {
  const listedNames = stubServer([]);
  await addWeekIngredients('mia', week, [feast]);
  await addWeekIngredients('mia', week, [feast]);
  expect(listedNames()).toEqual([...allNames, ...allNames]);
});

test('leaves out the meals of days before the date', () => {
  const plan = fillPlan((day, meal) => (meal === 'Dinner' ? { id: day, title: day } : null));
  expect(dishesFrom('2026-11-20', week, plan).map(({ id }) => id)).toEqual(['Friday', 'Saturday', 'Sunday']);
  expect(dishesFrom('2026-11-23', week, plan)).toEqual([]);
});
