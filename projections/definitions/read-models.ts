import type { ReadModelReader, ReadModelStore } from '../read-models/read-model-store.ts';
import { accessesProjection } from './accesses.ts';
import { calendarLinksProjection } from './calendar-links.ts';
import { followingProjection } from './following.ts';
import { groceryListsProjection } from './grocery-list.ts';
import { householdsProjection } from './households.ts';
import { mealPlansProjection } from './meal-plan.ts';
import { moderationProjection } from './moderation.ts';
import { notificationsProjection } from './notifications/notifications.ts';
import { picturesProjection } from './pictures.ts';
import { playlistsProjection } from './playlists.ts';
import { postsProjection } from './posts.ts';
import { profilesProjection } from './profiles.ts';
import { recipeReactionsProjection } from './recipe-reactions.ts';
import { recipesProjection } from './recipes.ts';
import { staffProjection } from './staff.ts';

/** The read models that requests read. */
export interface ReadModels {
  readonly posts: ReadModelReader;
  readonly calendarLinks: ReadModelReader;
  readonly groceryLists: ReadModelReader;
  readonly households: ReadModelReader;
  readonly mealPlans: ReadModelReader;
  readonly playlists: ReadModelReader;
  readonly profiles: ReadModelReader;
  readonly recipes: ReadModelReader;
  readonly recipeReactions: ReadModelReader;
  readonly staff: ReadModelReader;
  readonly accesses: ReadModelReader;
  readonly pictures: ReadModelReader;
  readonly following: ReadModelReader;
  readonly notifications: ReadModelReader;
  readonly moderation: ReadModelReader;
}

export const readModelsIn = (store: ReadModelStore): ReadModels => ({
  posts: store.serve(postsProjection),
  calendarLinks: store.serve(calendarLinksProjection),
  groceryLists: store.serve(groceryListsProjection),
  households: store.serve(householdsProjection),
  mealPlans: store.serve(mealPlansProjection),
  playlists: store.serve(playlistsProjection),
  profiles: store.serve(profilesProjection),
  recipes: store.serve(recipesProjection),
  recipeReactions: store.serve(recipeReactionsProjection),
  staff: store.serve(staffProjection),
  accesses: store.serve(accessesProjection),
  pictures: store.serve(picturesProjection),
  following: store.serve(followingProjection),
  notifications: store.serve(notificationsProjection),
  moderation: store.serve(moderationProjection),
});
