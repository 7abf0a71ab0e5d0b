import { followingProjection } from '../../projections/definitions/following.ts';
import { groceryListsModel, groceryListsProjection } from '../../projections/definitions/grocery-list.ts';
import { householdsProjection } from '../../projections/definitions/households.ts';
import { isListCollectionEvent } from '../../projections/definitions/list-collections.ts';
import { mealPlansProjection } from '../../projections/definitions/meal-plan.ts';
import { moderationProjection } from '../../projections/definitions/moderation.ts';
import { notificationsProjection } from '../../projections/definitions/notifications/notifications.ts';
import { isPersonEvent, type Person, people } from '../../projections/definitions/people.ts';
import { playlistsProjection } from '../../projections/definitions/playlists.ts';
import { postsProjection } from '../../projections/definitions/posts.ts';
import { idOf, type Projected } from '../../projections/definitions/projection.ts';
import { recipeReactionsProjection } from '../../projections/definitions/recipe-reactions.ts';
import { recipesModel, recipesProjection } from '../../projections/definitions/recipes.ts';
import type { Applied } from '../../projections/runner/applied.ts';
import type { GroceryList } from '../core/contracts/grocery-list.ts';
import type { LiveMessage } from '../core/contracts/live.ts';
import type { RecipeCard } from '../core/contracts/recipes.ts';
import { type FollowingEvent, followingCategory } from '../core/domain/following/events.ts';
import { groceryListCategory } from '../core/domain/grocery-list/events.ts';
import type { ListCollectionEvent } from '../core/domain/list-collection/events.ts';
import { type PostEvent, postCategory } from '../core/domain/post/events.ts';
import type { PersonEvent } from '../core/domain/profile/events.ts';
import { type RecipeEvent, recipeCategory } from '../core/domain/recipe/events.ts';
import { positionOf, revisionsOf } from './batch-span.ts';
import { householdMessages, isOfHousehold } from './household-messages.ts';
import { listMessage, type OfList, roomOf } from './list-messages.ts';
import {
  decisionMessages,
  moderatedPlaylists,
  moderatedPosts,
  moderatedReactions,
  moderatedRecipes,
} from './moderation-messages.ts';
import { notificationMessages } from './notification-messages.ts';
import { isOfPlan, planMessages } from './plan-messages.ts';
import { isOfPlaylist, playlistMessages } from './playlist-messages.ts';
import { postMessages } from './post-messages.ts';
import { isOfReactions, recipeReactionMessages } from './recipe-reaction-messages.ts';
import { type Addressed, community, listRoom, planRoom, type Room, recipeRoom, userRoom } from './rooms.ts';

type Event = Applied['events'][number];
type OfPost = Projected<PostEvent>;
type OfRecipe = Projected<RecipeEvent>;
type OfPerson = Projected<PersonEvent>;

/** A stream contains only events of its category. */
const isOfPost = (event: Event): event is OfPost => event.stream.startsWith(`${postCategory}-`);
const isOfList = (event: Event): event is OfList => event.stream.startsWith(`${groceryListCategory}-`);
const isOfFollowing = (event: Event): event is Projected<FollowingEvent> =>
  event.stream.startsWith(`${followingCategory}-`);
const isOfRecipe = (event: Event): event is OfRecipe => event.stream.startsWith(`${recipeCategory}-`);
/** Not `ProfileCreated`: before it, no document shows the user's name. */
const isRevisedPerson = (event: Event): event is OfPerson =>
  isPersonEvent<Event>(event) && event.type === 'ProfileRevised';

/**
 * The messages for a committed batch, with their rooms. Messages show the documents after the whole batch, so several
 * changes of one document are sent once. Messages to the community are of bounded size: the feed's part of a post, a
 * few comments, the card of a recipe or playlist.
 * @param mayHaveMembers whether a socket may be in the room of a list, a plan, a recipe or a user's inbox: messages to an empty room are not built
 */
export function liveMessages(applied: Applied, mayHaveMembers: (room: Room) => boolean = () => true): Addressed[] {
  switch (applied.projection) {
    case postsProjection.name:
      return [
        ...byId(applied.events, isOfPost).flatMap(([id, events]) => postMessages(applied, id, events)),
        ...moderatedPosts(applied),
        // One projection sends it for all that show the user: the one in which most users appear.
        ...byId(applied.events, isRevisedPerson).flatMap(([uid, events]) => personMessage(applied, uid, events)),
      ];
    case playlistsProjection.name:
      return [
        ...byId(applied.events, isOfPlaylist).flatMap(([id, events]) => playlistMessages(applied, id, events)),
        ...moderatedPlaylists(applied),
      ];
    case groceryListsProjection.name:
      return [
        ...byId(applied.events, isListCollectionEvent<Event>).map(([id, events]) => collectionMessage(id, events)),
        ...byId(applied.events, isOfList).flatMap(([id, events]) => {
          const list = applied.document<GroceryList>(groceryListsModel.lists, id);
          return list && mayHaveMembers(roomOf(list)) ? [listMessage(list, events)] : [];
        }),
      ];
    case recipesProjection.name:
      return [
        ...byId(applied.events, isOfRecipe).flatMap(([id, events]) =>
          recipeMessages(id, events, applied.document<RecipeCard>(recipesModel.cards, id)),
        ),
        ...moderatedRecipes(applied),
      ];
    case recipeReactionsProjection.name:
      return [
        ...byId(applied.events, isOfReactions).flatMap(([id, events]) =>
          recipeReactionMessages(applied, id, events, mayHaveMembers(recipeRoom(id))),
        ),
        ...moderatedReactions(applied),
      ];
    case mealPlansProjection.name:
      return byId(applied.events, isOfPlan).flatMap(([id, events]) =>
        mayHaveMembers(planRoom(id)) ? planMessages(applied, id, events) : [],
      );
    case followingProjection.name:
      return byId(applied.events, isOfFollowing).map(([uid, events]) => {
        const { revision } = revisionsOf(events);
        return { room: userRoom(uid), message: { kind: 'following.changed', position: positionOf(events), revision } };
      });
    case householdsProjection.name:
      return byId(applied.events, isOfHousehold).flatMap(([id, events]) => householdMessages(id, events));
    case notificationsProjection.name:
      return notificationMessages(applied, mayHaveMembers);
    case moderationProjection.name:
      return decisionMessages(applied);
    default:
      return [];
  }
}

function byId<Wanted extends Event>(
  events: readonly Event[],
  isWanted: (event: Event) => event is Wanted,
): [id: string, events: Wanted[]][] {
  const found = new Map<string, Wanted[]>();
  for (const event of events) {
    if (!isWanted(event)) continue;
    const id = idOf(event);
    const before = found.get(id);
    if (before) before.push(event);
    else found.set(id, [event]);
  }
  return [...found];
}

function recipeMessages(recipeId: string, events: readonly OfRecipe[], recipe: RecipeCard | undefined): Addressed[] {
  const position = positionOf(events);
  const toAll = (message: LiveMessage): Addressed[] => [{ room: community, message }];
  if (events.some(({ type }) => type === 'RecipeWithdrawn'))
    return toAll({ kind: 'recipe.withdrawn', position, recipeId });
  // Hidden by a moderator: only its author revises it, and reads the revision.
  if (!recipe) return [];
  const isNew = events.some(({ type }) => type === 'RecipePublished');
  return toAll({ kind: isNew ? 'recipe.published' : 'recipe.revised', position, recipe });
}

function personMessage(applied: Applied, uid: string, events: readonly OfPerson[]): Addressed[] {
  // In the batch only if the name or the picture changed.
  const person = applied.document<Person>(people, uid);
  return person
    ? [{ room: community, message: { kind: 'person.changed', position: positionOf(events), uid, ...person } }]
    : [];
}

function collectionMessage(mainListId: string, events: readonly Projected<ListCollectionEvent>[]): Addressed {
  const { revision } = revisionsOf(events);
  return {
    room: listRoom(mainListId),
    message: { kind: 'lists.changed', position: positionOf(events), mainListId, revision },
  };
}
