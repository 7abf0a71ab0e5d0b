import { groceryLists } from '../projections/definitions/grocery-list.ts';
import { mealPlans } from '../projections/definitions/meal-plan.ts';
import { playlistShelves } from '../projections/definitions/playlists.ts';
import { postFeed } from '../projections/definitions/posts.ts';
import { profiles } from '../projections/definitions/profiles.ts';
import { recipeBook } from '../projections/definitions/recipes.ts';
import type { ReadModelReader, ReadModelStore } from '../projections/read-models/read-model-store.ts';

/** What requests are answered from. */
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
  playlists: store.open(playlistShelves),
  profiles: store.open(profiles),
  recipes: store.open(recipeBook),
});
