import { beforeEach, expect, test, vi } from 'vitest';
import type { AddIngredients } from '../../../server/core/contracts/grocery-list.ts';
import { ApiError, api } from '../../lib/api-client.ts';
import { buyIngredients } from './buy-ingredients.ts';

const week = '2026-11-16';
const feast = { id: 'feast', title: 'Feast' };
const ingredients = Array.from({ length: 150 }, (_, n) => ({ name: `Thing ${n}`, amount: '1', unit: `box ${n}` }));
const lost = new ApiError({ statusCode: 0, code: 'UNREACHABLE', message: 'Nothing came back' });

/** Takes each request once per key, as the server does, and answers as told. */
function groceryList(answers: ('there' | 'lost')[]) {
  const taken = new Map<string, string[]>();
  vi.spyOn(api, 'send').mockImplementation(async (_method, _path, content, { idempotencyKey = '' } = {}) => {
    taken.set(idempotencyKey, namesIn(content));
    if (answers.shift() === 'lost') throw lost;
    return { data: null, position: '1' };
  });
  return () => [...taken.values()].flat();
}

const isAddition = (content: unknown): content is AddIngredients =>
  typeof content === 'object' && content !== null && 'ingredients' in content;
const namesIn = (content: unknown) => (isAddition(content) ? content.ingredients.map(({ name }) => name) : []);
const everything = ingredients.map(({ name }) => name);

beforeEach(() => {
  vi.spyOn(api, 'get').mockResolvedValue({ data: { ...feast, ingredients }, position: '1' });
});

test.each([
  ['the answer was lost', ['lost'] as const],
  ['a part of it was lost', ['there', 'lost'] as const],
])("a week's ingredients that are asked for again after %s are on the list once", async (_, answers) => {
  const listed = groceryList([...answers]);
  await expect(buyIngredients('mia', week, [feast])).rejects.toBe(lost);
  expect(await buyIngredients('mia', week, [feast])).toEqual({ added: 150, missing: [] });
  expect(listed()).toEqual(everything);
});

test('once they are there, they can be bought again', async () => {
  const listed = groceryList([]);
  await buyIngredients('mia', week, [feast]);
  await buyIngredients('mia', week, [feast]);
  expect(listed()).toEqual([...everything, ...everything]);
});
