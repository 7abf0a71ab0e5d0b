import { calendarLinksModel, calendarLinksProjection } from '../../../projections/definitions/calendar-links.ts';
import { followingModel, followingProjection } from '../../../projections/definitions/following.ts';
import { groceryListsModel, groceryListsProjection } from '../../../projections/definitions/grocery-list.ts';
import { householdsModel, householdsProjection } from '../../../projections/definitions/households.ts';
import { mealPlansModel, mealPlansProjection } from '../../../projections/definitions/meal-plan.ts';
import { moderationModel, moderationProjection } from '../../../projections/definitions/moderation.ts';
import { inboxModel } from '../../../projections/definitions/notifications/inbox.ts';
import { notificationsProjection } from '../../../projections/definitions/notifications/notifications.ts';
import { playlistsProjection } from '../../../projections/definitions/playlists.ts';
import { postsProjection } from '../../../projections/definitions/posts.ts';
import { profilesModel, profilesProjection } from '../../../projections/definitions/profiles.ts';
import type { Projection } from '../../../projections/definitions/projection.ts';
import { recipeReactionsModel, recipeReactionsProjection } from '../../../projections/definitions/recipe-reactions.ts';
import { recipesModel, recipesProjection } from '../../../projections/definitions/recipes.ts';
import { staffModel, staffProjection } from '../../../projections/definitions/staff.ts';
import { playlistsModel } from '../../../projections/definitions/stored-playlists.ts';
import { postsModel } from '../../../projections/definitions/stored-posts.ts';
import { accessCategory } from '../../core/domain/access/events.ts';
import { calendarLinkCategory } from '../../core/domain/calendar-link/events.ts';
import { followingCategory } from '../../core/domain/following/events.ts';
import { groceryListCategory } from '../../core/domain/grocery-list/events.ts';
import { householdCategory } from '../../core/domain/household/events.ts';
import { listCollectionCategory } from '../../core/domain/list-collection/events.ts';
import { mealPlanCategory } from '../../core/domain/meal-plan/events.ts';
import { moderationCategory } from '../../core/domain/moderation/events.ts';
import { notificationsCategory } from '../../core/domain/notifications/events.ts';
import { playlistCategory } from '../../core/domain/playlist/events.ts';
import { postCategory } from '../../core/domain/post/events.ts';
import { profileCategory } from '../../core/domain/profile/events.ts';
import { projectionControlCategory } from '../../core/domain/projection-control/events.ts';
import { recipeCategory } from '../../core/domain/recipe/events.ts';
import { recipeReactionsCategory } from '../../core/domain/recipe-reactions/events.ts';
import { staffCategory } from '../../core/domain/staff/events.ts';

/** The documents that show a stream. */
export interface StreamView {
  readonly projection: Projection;
  readonly collections: readonly string[];
  /** The categories of streams with the same id that change the documents, too. */
  readonly withSameId?: readonly string[];
}

const views: Readonly<Record<string, StreamView>> = {
  [calendarLinkCategory]: { projection: calendarLinksProjection, collections: [calendarLinksModel.links] },
  [followingCategory]: { projection: followingProjection, collections: [followingModel.following] },
  [groceryListCategory]: { projection: groceryListsProjection, collections: [groceryListsModel.lists] },
  [householdCategory]: { projection: householdsProjection, collections: [householdsModel.households] },
  [listCollectionCategory]: { projection: groceryListsProjection, collections: [groceryListsModel.collections] },
  [mealPlanCategory]: { projection: mealPlansProjection, collections: [mealPlansModel.plans] },
  [notificationsCategory]: { projection: notificationsProjection, collections: [inboxModel.inboxes] },
  [moderationCategory]: { projection: moderationProjection, collections: [moderationModel.cases] },
  [playlistCategory]: { projection: playlistsProjection, collections: [playlistsModel.playlists] },
  [postCategory]: { projection: postsProjection, collections: [postsModel.posts, postsModel.comments] },
  [profileCategory]: { projection: profilesProjection, collections: [profilesModel.profiles] },
  [recipeCategory]: { projection: recipesProjection, collections: [recipesModel.recipes] },
  [recipeReactionsCategory]: {
    projection: recipeReactionsProjection,
    collections: [recipeReactionsModel.reactions, recipeReactionsModel.comments],
    withSameId: [recipeCategory],
  },
  [staffCategory]: { projection: staffProjection, collections: [staffModel.members] },
};

/** The kinds of all streams. */
export const streamCategories: readonly string[] = [...Object.keys(views), accessCategory, projectionControlCategory];

/** Undefined for a stream that no document shows. */
export function viewOf(stream: string): StreamView | undefined {
  const category = stream.slice(0, stream.indexOf('-'));
  return Object.hasOwn(views, category) ? views[category] : undefined;
}
