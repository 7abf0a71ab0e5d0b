/** The requests that changes of a list make. */
import { expect, test, vi } from 'vitest';
import type { GroceryItem } from '../../../server/core/contracts/grocery-list.ts';
import { ApiError } from '../../lib/api-client.ts';
import type { ListChange } from './list-changes.ts';
import { sendChange } from './send-change.ts';

vi.hoisted(() => vi.stubGlobal('addEventListener', () => undefined));

const mia = { uid: 'mia', name: 'Mia' };
const milk: GroceryItem = {
  ...{ id: 'milk', name: 'Milk', amount: '2', unit: 'l', checked: false, order: 4 },
  ...{ addedBy: mia, addedAt: '2026-10-01T18:40:00.000Z', note: 'Oat' },
};
const planned = { ...milk, recipeId: 'pie', recipeTitle: 'Pie', plannedMeal: { id: 'meal.pie', portion: 1 } };
const entry = { id: 'milk', name: 'Milk', amount: '2', unit: 'l' };
const { recipeId, recipeTitle, plannedMeal } = planned;

/** Resolves to what it returns for a change of Mia's of the list `home`, and the requests. */
async function send(change: ListChange, data?: object) {
  const requests: unknown[][] = [];
  const revision = await sendChange('mia', 'home', change, async (...request) => {
    requests.push(request);
    return { revision: '7', data: JSON.parse(JSON.stringify(data ?? {})) };
  });
  return { revision, requests };
}

test.each<[string, ListChange, unknown[]]>([
  [
    'adds items with what they are for',
    { kind: 'add', items: [milk, planned] },
    [
      'POST',
      '/grocery-list',
      { userId: 'home', ingredients: [entry, { ...entry, recipeId, recipeTitle, plannedMeal }] },
    ],
  ],
  [
    'checks an item',
    { kind: 'check', id: 'milk', checked: true, by: mia },
    ['PATCH', '/grocery-list/home/milk', { checked: true }],
  ],
  [
    'unchecks several items',
    { kind: 'checkAll', ids: ['milk', 'eggs'], checked: false, by: mia },
    ['PATCH', '/grocery-list/home', { ingredientIds: ['milk', 'eggs'], checked: false }],
  ],
  [
    'edits fields that still have their former values, and assigns an item to nobody',
    { kind: 'edit', id: 'milk', changes: { note: '', assignedTo: '' }, from: { note: 'Oat', assignedTo: 'sam' } },
    ['PATCH', '/grocery-list/home/milk', { note: '', assignedTo: null, from: { note: 'Oat', assignedTo: 'sam' } }],
  ],
  ['removes an item', { kind: 'remove', id: 'milk' }, ['DELETE', '/grocery-list/home/milk']],
  [
    'takes back what a meal has brought',
    { kind: 'takeBack', mealId: 'meal.pie', ids: ['milk'] },
    ['POST', '/grocery-list/home/take-back', { plannedMealId: 'meal.pie', ingredientIds: ['milk'] }],
  ],
  [
    'buys less of it in the same request',
    { kind: 'buyLess', mealId: 'meal.pie', ids: ['milk'], items: [planned] },
    [
      'POST',
      '/grocery-list/home/take-back',
      {
        plannedMealId: 'meal.pie',
        ingredientIds: ['milk'],
        ingredients: [{ ...entry, recipeId, recipeTitle, plannedMeal }],
      },
    ],
  ],
  [
    'clears the items that the user saw',
    { kind: 'clear', ids: ['milk', 'eggs'] },
    ['DELETE', '/grocery-list/home', { ingredientIds: ['milk', 'eggs'] }],
  ],
  [
    'clears only those that are checked',
    { kind: 'clear', ids: ['milk'], onlyChecked: true },
    ['DELETE', '/grocery-list/home', { ingredientIds: ['milk'], onlyChecked: true }],
  ],
  [
    'restores the items that its user has removed',
    { kind: 'restore', items: [milk] },
    ['POST', '/grocery-list/home/restore', { ingredientIds: ['milk'], onlyOwn: true }],
  ],
  [
    'undoes a change',
    { kind: 'undo', changeId: 'change', removes: ['milk'], unchecks: [] },
    ['POST', '/grocery-list/home/history/change/undo'],
  ],
])('%s', async (_, change, request) => {
  expect(await send(change)).toEqual({ revision: '7', requests: [request] });
});

test.each([
  ['moves items to another list, at the new revision of the list that they leave', { isReturn: false }, 'home', '8'],
  ['moves items back, at the new revision of the list that gets them', { isReturn: true }, 'party', '9'],
])('%s', async (_, { isReturn }, from, revision) => {
  const to = isReturn ? 'home' : 'party';
  const change: ListChange = { kind: 'move', items: [milk], from, to, ...(isReturn && { isReturn }) };
  expect(await send(change, { from: { revision: '8' }, to: { revision: '9' } })).toEqual({
    revision,
    requests: [['POST', `/grocery-list/${from}/move`, { ingredientIds: ['milk'], to }]],
  });
});

test('has restored nothing of what others have removed first, and fails otherwise', async () => {
  const refuse = (code: string) => () => Promise.reject(new ApiError({ statusCode: 409, code, message: 'No' }));
  const restore: ListChange = { kind: 'restore', items: [milk] };
  expect(await sendChange('mia', 'home', restore, refuse('NOTHING_TO_RESTORE'))).toBeUndefined();
  await expect(sendChange('mia', 'home', restore, refuse('LIST_FULL'))).rejects.toThrow('No');
  const check: ListChange = { kind: 'check', id: 'milk', checked: true, by: mia };
  await expect(sendChange('mia', 'home', check, refuse('NOTHING_TO_RESTORE'))).rejects.toThrow('No');
});

test('has removed an item that another device removed first, and fails otherwise', async () => {
  const refuse = (statusCode: number, code: string) => () =>
    Promise.reject(new ApiError({ statusCode, code, message: 'No' }));
  const remove: ListChange = { kind: 'remove', id: 'milk' };
  expect(await sendChange('mia', 'home', remove, refuse(404, 'ITEM_NOT_FOUND'))).toBeUndefined();
  // The item may have been saved to the main list.
  await expect(sendChange('mia', 'home', remove, refuse(404, 'LIST_NOT_FOUND'))).rejects.toThrow('No');
  await expect(sendChange('mia', 'home', remove, refuse(403, 'FORBIDDEN'))).rejects.toThrow('No');
  const check: ListChange = { kind: 'check', id: 'milk', checked: true, by: mia };
  await expect(sendChange('mia', 'home', check, refuse(404, 'ITEM_NOT_FOUND'))).rejects.toThrow('No');
});
