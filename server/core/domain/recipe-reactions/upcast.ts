import type { EventVersions } from '../event-versions.ts';
import type { RecipeReactionEvent } from './events.ts';

/** All event types of the stream with their upcasts; empty for version 1. */
export const recipeReactionEvents: EventVersions<RecipeReactionEvent> = {
  RecipeLiked: [],
  RecipeUnliked: [],
  RecipeCommentAdded: [],
  RecipeCommentDeleted: [],
};
