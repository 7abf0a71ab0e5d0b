import type { ReadModelReader, ReadModelStore } from '../read-models/read-model-store.ts';
import { groceryLists } from './grocery-list.ts';
import { mealPlans } from './meal-plan.ts';
import { playlistsProjection } from './playlists.ts';
import { postFeed } from './posts.ts';
import { profiles } from './profiles.ts';
import { recipesProjection } from './recipes.ts';

/** The read models that requests read. */
export interface ReadModels {
  readonly posts: ReadModelReader;
  readonly groceryLists: ReadModelReader;
  readonly mealPlans: ReadModelReader;
  readonly playlists: ReadModelReader;
  readonly profiles: ReadModelReader;
  readonly recipes: ReadModelReader;
}

export const readModelsIn = (store: ReadModelStore): ReadModels => ({
  posts: store.open(postFeed),
  groceryLists: store.open(groceryLists),
  mealPlans: store.open(mealPlans),
  playlists: store.open(playlistsProjection),
  profiles: store.open(profiles),
  recipes: store.open(recipesProjection),
});
