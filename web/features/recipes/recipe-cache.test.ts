import { expect, test } from 'vitest';
import type { RecipeCard } from '../../../server/core/contracts/recipes.ts';
import { foldRecipes, freshRecipe, type RecipeList, readFromTop } from './recipe-cache.ts';

const recipe = (title: string, more: Partial<RecipeCard> = {}): RecipeCard => ({
  id: title,
  type: 'image',
  title,
  author: 'Mia',
  authorId: 'mia',
  revision: '0',
  credited: false,
  cuisine: '',
  createdAt: '2026-01-01T00:00:00.000Z',
  ...more,
});
const listOf = (items: RecipeCard[], position: string, former?: RecipeList) =>
  readFromTop({ entries: items.map((item) => freshRecipe(item, position)), nextCursor: null, position }, former);
const titles = (entries: RecipeList['shown']) => entries.map(({ item }) => item.title);

test('what others publish waits, and what they withdraw goes', () => {
  const published = { kind: 'recipe.published', position: '11', recipe: recipe('Pie') } as const;
  const told = foldRecipes(listOf([recipe('Ramen'), recipe('Pizza')], '10'), published);
  const { shown, waiting } = foldRecipes(told, { kind: 'recipe.withdrawn', position: '12', recipeId: 'Ramen' });
  expect([titles(shown), titles(waiting)]).toEqual([['Pizza'], ['Pie']]);
});

test('a revised recipe shows its new card, and an older message changes nothing', () => {
  const list = listOf([recipe('Ramen')], '10');
  const revised = { kind: 'recipe.revised', recipe: recipe('Ramen', { cuisine: 'Japanese' }) } as const;
  expect(foldRecipes(list, { ...revised, position: '10' })).toBe(list);
  expect(foldRecipes(list, { ...revised, position: '11' }).shown[0]?.item.cuisine).toBe('Japanese');
});

test('a reading of before a revision leaves the revised card, and one of after it shows its own', () => {
  const revised = { kind: 'recipe.revised', position: '12', recipe: recipe('Ramen', { cuisine: 'Japanese' }) } as const;
  const list = foldRecipes(listOf([recipe('Ramen')], '10'), revised);
  const cuisines = [listOf([recipe('Ramen')], '11', list), listOf([recipe('Ramen', { cuisine: 'Tokyo' })], '12', list)];
  expect(cuisines.map(({ shown }) => shown[0]?.item.cuisine)).toEqual(['Japanese', 'Tokyo']);
});

test('a revision leaves a recipe in its place when a reading of before does not reach it', () => {
  const revised = { kind: 'recipe.revised', position: '12', recipe: recipe('Ramen', { cuisine: 'Japanese' }) } as const;
  const list = foldRecipes(listOf([recipe('Pie'), recipe('Ramen')], '10'), revised);
  expect(titles(listOf([recipe('Pie')], '11', list).shown)).toEqual(['Pie']);
});

test('a person who is renamed has the new name on all that credits nobody else', () => {
  const items = [
    recipe('Ramen'),
    recipe('Pie', { credited: true, author: 'Ruth' }),
    recipe('Feta', { authorId: 'noa' }),
  ];
  const list = listOf(items, '10');
  const renamed = foldRecipes(list, {
    kind: 'person.changed',
    position: '11',
    uid: 'mia',
    name: 'Maria',
    avatar: null,
  });
  expect(renamed.shown.map(({ item }) => item.author)).toEqual(['Maria', 'Ruth', 'Mia']);
});
