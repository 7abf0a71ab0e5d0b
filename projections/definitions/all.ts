import { groceryLists } from './grocery-list.ts';
import { mealPlans } from './meal-plan.ts';
import { playlistsProjection } from './playlists.ts';
import { postFeed } from './posts.ts';
import { profiles } from './profiles.ts';
import type { Projection } from './projection.ts';
import { recipesProjection } from './recipes.ts';

/** All projections that screens read. */
export const allProjections: readonly Projection[] = [
  postFeed,
  groceryLists,
  mealPlans,
  playlistsProjection,
  profiles,
  recipesProjection,
];
