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
import type { Projection } from './projection.ts';
import { recipeReactionsProjection } from './recipe-reactions.ts';
import { recipesProjection } from './recipes.ts';
import { staffProjection } from './staff.ts';

/** All projections that screens and operators read. */
export const allProjections: readonly Projection[] = [
  postsProjection,
  calendarLinksProjection,
  groceryListsProjection,
  householdsProjection,
  mealPlansProjection,
  playlistsProjection,
  profilesProjection,
  recipesProjection,
  recipeReactionsProjection,
  staffProjection,
  accessesProjection,
  picturesProjection,
  followingProjection,
  notificationsProjection,
  moderationProjection,
];

/**
 * Those without which a process does not serve users: all but `pictures` and `notifications`. While nobody has uploaded a
 * photo, `pictures` is empty, and an empty read model counts as stale. `notifications` concerns a single screen.
 */
export const servedProjections: readonly Projection[] = allProjections.filter(
  (one) => one !== picturesProjection && one !== notificationsProjection,
);
