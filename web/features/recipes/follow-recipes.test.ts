import { expect, test, vi } from 'vitest';
import type { LiveMessage } from '../../../server/core/contracts/live.ts';
import type { Recipe } from '../../../server/core/contracts/recipes.ts';
import { queryClient } from '../../lib/query-client.ts';
import { recipeQuery } from './api.ts';
import { followRecipes } from './follow-recipes.ts';

const listeners = vi.hoisted(() => {
  vi.stubGlobal('addEventListener', () => undefined);
  return new Set<(message: LiveMessage) => void>();
});
vi.mock('../../lib/live.ts', () => ({
  isLive: () => true,
  onLive: (listener: (message: LiveMessage) => void) => {
    listeners.add(listener);
    return () => listeners.delete(listener);
  },
}));

const recipe = (id: string, authorId: string, credited = false): Recipe => ({
  id,
  revision: '0',
  type: 'image',
  title: 'Pie',
  author: 'Mia',
  authorId,
  credited,
  cuisine: '',
  createdAt: '2026-10-01T18:40:00.000Z',
  description: '',
  ingredients: [],
  instructions: [],
});

test('shows the new name of an author in their recipes at once, and refetches none', async () => {
  followRecipes();
  const recipes = [recipe('own', 'mia'), recipe('credited', 'mia', true), recipe('other', 'sam')];
  for (const each of recipes) queryClient.setQueryData(recipeQuery(each.id).queryKey, each);
  const renamed: LiveMessage = { kind: 'person.changed', position: '1', uid: 'mia', name: 'Mia B.', avatar: null };
  for (const listener of [...listeners]) listener(renamed);
  const cached = recipes.map(({ id }) => queryClient.getQueryState(recipeQuery(id).queryKey));
  expect(cached.map((query) => [query?.data?.author, query?.isInvalidated])).toEqual([
    ['Mia B.', false],
    ['Mia', false],
    ['Mia', false],
  ]);
});
