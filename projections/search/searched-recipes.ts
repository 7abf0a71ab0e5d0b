import type { RecipeEvent } from '../../server/core/domain/recipe/events.ts';
import { recipeEvents } from '../../server/core/domain/recipe/upcast.ts';
import { idOf, type Projected, type Projection } from '../definitions/projection.ts';
import type { Searchable } from './recipe-index.ts';

/** Collection of the searched fields of recipes, by id. */
export const searched = 'searched';

/** The searched fields of all recipes, for snapshots: `RecipeSearch` builds its index from one, then from the log. */
export const searchedRecipes: Projection<Projected<RecipeEvent>> = {
  name: 'recipe-search',
  version: 1,
  events: recipeEvents,
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
