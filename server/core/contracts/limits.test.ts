import { expect, test } from 'vitest';
import { maxItems } from '../domain/grocery-list/decider.ts';
import { maxRecipes } from '../domain/playlist/decider.ts';
import { groceryLimits, playlistLimits } from './limits.ts';

test('what a form allows at most is what the deciders take', () => {
  expect({ items: groceryLimits.items, recipes: playlistLimits.recipes }).toEqual({
    items: maxItems,
    recipes: maxRecipes,
  });
});
