import { describe, expect, test } from 'vitest';
import type { RecipeCard } from '../../../server/contracts/recipes.ts';
import {
  foldRecipes,
  type RecipeList,
  readFromTop,
  withNextPage,
  withOwnRecipe,
  withoutRecipe,
  withWaitingShown,
} from './recipe-cache.ts';

const recipe = (title: string, more: Partial<RecipeCard> = {}): RecipeCard => ({
  id: title,
  type: 'image',
  title,
  author: 'Mia',
  authorId: 'mia',
  credited: false,
  cuisine: '',
  createdAt: '2026-01-01T00:00:00.000Z',
  ...more,
});
const page = (titles: string[], nextCursor: string | null = null) => ({
  items: titles.map((title) => recipe(title)),
  nextCursor,
});
const shown = (list: RecipeList) => list.shown.map((cached) => cached.recipe.title);
const waiting = (list: RecipeList) => list.waiting.map((cached) => cached.recipe.title);
const published = (title: string, position: string) =>
  ({ kind: 'recipe.published', position, recipe: recipe(title) }) as const;

describe('what others publish', () => {
  const list = readFromTop(page(['Ramen', 'Pizza']), '10');

  test('waits until it is asked for, newest first', () => {
    const told = foldRecipes(foldRecipes(list, published('Pie', '11')), published('Feta', '12'));
    expect([shown(told), waiting(told)]).toEqual([
      ['Ramen', 'Pizza'],
      ['Feta', 'Pie'],
    ]);
    expect(shown(withWaitingShown(told))).toEqual(['Feta', 'Pie', 'Ramen', 'Pizza']);
  });

  test('is taken once, and not when the reading had it or lacked it already', () => {
    const told = foldRecipes(list, published('Pie', '11'));
    expect(foldRecipes(told, published('Pie', '11'))).toBe(told);
    expect(foldRecipes(list, published('Withdrawn before', '9'))).toBe(list);
  });

  test('is shown at once where there is nothing that could jump', () => {
    expect(shown(foldRecipes(readFromTop(page([]), '10'), published('Pie', '11')))).toEqual(['Pie']);
  });

  test('waits too when it is read and not told, as after an outage', () => {
    const read = readFromTop(page(['Feta', 'Pie', 'Ramen', 'Pizza']), '12', list);
    expect([shown(read), waiting(read)]).toEqual([
      ['Ramen', 'Pizza'],
      ['Feta', 'Pie'],
    ]);
  });
});

test("one's own recipe is shown at once, and once", () => {
  const list = foldRecipes(readFromTop(page(['Ramen']), '10'), published('Pie', '11'));
  const own = withOwnRecipe(list, recipe('Pie'), '11');
  expect([shown(own), waiting(own)]).toEqual([['Pie', 'Ramen'], []]);
  expect(withOwnRecipe(own, recipe('Pie'), '11')).toBe(own);
});

test('a revised recipe shows its new card, and an older message changes nothing', () => {
  const list = readFromTop(page(['Ramen']), '10');
  const revised = { kind: 'recipe.revised', recipe: recipe('Ramen', { cuisine: 'Japanese' }) } as const;
  expect(foldRecipes(list, { ...revised, position: '10' })).toBe(list);
  expect(foldRecipes(list, { ...revised, position: '11' }).shown[0]?.recipe.cuisine).toBe('Japanese');
});

test('a withdrawn recipe goes and is not brought back by an older answer', () => {
  const list = foldRecipes(readFromTop(page(['Ramen', 'Pizza'], 'next'), '10'), {
    kind: 'recipe.withdrawn',
    position: '12',
    recipeId: 'Ramen',
  });
  expect(shown(list)).toEqual(['Pizza']);
  expect(foldRecipes(list, published('Ramen', '11'))).toBe(list);
  expect(shown(readFromTop(page(['Ramen', 'Pizza']), '11', list))).toEqual(['Pizza']);
  expect(shown(withNextPage(list, page(['Ramen', 'Pie']), '11', 'next'))).toEqual(['Pizza', 'Pie']);
  expect(withoutRecipe(list, 'Ramen', '13')).toBe(list);
});

test('a person who is renamed has the new name on all that credits nobody else', () => {
  const items = [
    recipe('Ramen'),
    recipe('Pie', { credited: true, author: 'Ruth' }),
    recipe('Feta', { authorId: 'noa' }),
  ];
  const list = readFromTop({ items, nextCursor: null }, '10');
  const renamed = foldRecipes(list, {
    kind: 'person.changed',
    position: '11',
    uid: 'mia',
    name: 'Maria',
    avatar: null,
  });
  expect(renamed.shown.map((cached) => cached.recipe.author)).toEqual(['Maria', 'Ruth', 'Mia']);
});

test('a page is taken once, and an older reading not at all', () => {
  const list = readFromTop(page(['Ramen'], 'next'), '10');
  const more = withNextPage(list, page(['Pizza', 'Ramen']), '10', 'next');
  expect(shown(more)).toEqual(['Ramen', 'Pizza']);
  expect(withNextPage(more, page(['Pie']), '10', 'next')).toBe(more);
  expect(readFromTop(page([]), '9', more)).toBe(more);
});
