import type { RecipeEvent } from '../../server/core/domain/recipe/events.ts';
import { recipeEvents } from '../../server/core/domain/recipe/upcast.ts';
import { idOf, type Projected, type Projection } from '../definitions/projection.ts';
import type { Searchable } from './recipe-index.ts';

/** The collection of what recipes are found by, by id. */
export const searched = 'searched';

/** What is in the index of recipes, for its snapshots: the index itself is made from that, and then from the log by `RecipeSearch`. */
export const searchedRecipes: Projection<Projected<RecipeEvent>> = {
  name: 'recipe-search',
  version: 1,
  events: recipeEvents,
  needs: () => [],
  fold(event, workspace) {
    const id = idOf(event);
    if (event.type === 'RecipeWithdrawn') {
      workspace.remove(searched, id);
      return;
    }
    const { title, cuisine, description, ingredients } = event.data;
    const names = ingredients.map(({ name }) => ({ name }));
    workspace.put(searched, id, { title, cuisine, description, ingredients: names } satisfies Searchable);
  },
};
