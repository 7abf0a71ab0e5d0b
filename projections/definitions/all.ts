import { groceryLists } from './grocery-list.ts';
import { mealPlans } from './meal-plan.ts';
import { playlistShelves } from './playlists.ts';
import { postFeed } from './posts.ts';
import { profiles } from './profiles.ts';
import type { Projection } from './projection.ts';
import { recipeBook } from './recipes.ts';

/** All projections that screens read. */
export const allProjections: readonly Projection[] = [
  postFeed,
  groceryLists,
  mealPlans,
  playlistShelves,
  profiles,
  recipeBook,
];
