import type { EventVersions } from '../event-versions.ts';
import type { RecipeEvent } from './events.ts';

/** How the older versions of each are read. */
export const recipeEvents: EventVersions<RecipeEvent> = {
  RecipePublished: [],
  RecipeRevised: [],
  RecipeWithdrawn: [],
};
