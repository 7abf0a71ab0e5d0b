import type { EventVersions } from '../event-versions.ts';
import type { RecipeEvent } from './events.ts';

/** All event types of the stream with their upcasts; empty for version 1. */
export const recipeEvents: EventVersions<RecipeEvent> = {
  RecipePublished: [],
  RecipeRevised: [],
  RecipeWithdrawn: [],
};
