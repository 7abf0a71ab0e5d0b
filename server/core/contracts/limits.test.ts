import { expect, test } from 'vitest';
import { maxItems } from '../domain/grocery-list/decider.ts';
import { maxRecipes } from '../domain/playlist/decider.ts';
import { groceryLimits, playlistLimits } from './limits.ts';

test("a form's limits are those of the deciders", () => {
  expect({ items: groceryLimits.items, recipes: playlistLimits.recipes }).toEqual({
    items: maxItems,
    recipes: maxRecipes,
  });
});
