import { posterAddress } from '../../server/core/contracts/youtube-address.ts';
import type { MealPlanEvent } from '../../server/core/domain/meal-plan/events.ts';
import { mealPlanEvents } from '../../server/core/domain/meal-plan/upcast.ts';
import type { PostEvent } from '../../server/core/domain/post/events.ts';
import { postEvents } from '../../server/core/domain/post/upcast.ts';
import type { PersonEvent } from '../../server/core/domain/profile/events.ts';
import { personEvents } from '../../server/core/domain/profile/upcast.ts';
import type { RecipeEvent, RecipePicture } from '../../server/core/domain/recipe/events.ts';
import { recipeEvents } from '../../server/core/domain/recipe/upcast.ts';
import { type RecipeReactionEvent, recipeReactionsCategory } from '../../server/core/domain/recipe-reactions/events.ts';
import { recipeReactionEvents } from '../../server/core/domain/recipe-reactions/upcast.ts';
import { idOf, type Projected, type Projection, type Workspace } from './projection.ts';

type CommentEvent = Extract<
  PostEvent | RecipeReactionEvent,
  { type: 'CommentAdded' | 'CommentDeleted' | 'RecipeCommentAdded' | 'RecipeCommentDeleted' }
>;
type Written = Extract<
  PostEvent | RecipeEvent,
  { type: 'RecipePublished' | 'RecipeRevised' | 'PostPublished' | 'PostRevised' }
>;
type Removed = Extract<PostEvent | RecipeEvent, { type: 'RecipeWithdrawn' | 'PostDeleted' }>;
type Planned = Extract<MealPlanEvent, { type: 'MealPlanned' }>;
type Event = Projected<Written | Removed | CommentEvent | Planned | PersonEvent>;

/** The collection that the server reads. */
export const picturesModel = { uses: 'uses' } as const;
const { uses } = picturesModel;
/** The pictures that a recipe, a post, a comment, a plan or a profile has named, by its key. */
const named = 'named';
/** The comments with photos on a recipe or post. */
const commentsOn = (stream: string): string => `comments-on:${stream}`;
/** Streams of comments on recipes that were withdrawn: a comment may be recorded at the same time. */
const closed = 'closed';

/** The use of a picture. */
export interface PictureUseDocument {
  /** Recipes, posts, comments, plans and profiles that exist, and whose events name it. */
  readonly count: number;
  /** When the last of them was removed (ISO 8601); null while there is one. */
  readonly unusedSince: string | null;
}

interface NamedDocument {
  readonly ids: readonly string[];
}

/**
 * Collection `uses`: a `PictureUseDocument` by the picture's id, or by its address for one that an event names by that. A
 * recipe or post uses each picture that it has ever had, until it is removed itself, so that its
 * earlier versions keep theirs.
 */
export const picturesProjection: Projection<Event> = {
  name: 'pictures',
  version: 2,
  events: {
    RecipePublished: recipeEvents.RecipePublished,
    RecipeRevised: recipeEvents.RecipeRevised,
    RecipeWithdrawn: recipeEvents.RecipeWithdrawn,
    RecipeCommentAdded: recipeReactionEvents.RecipeCommentAdded,
    RecipeCommentDeleted: recipeReactionEvents.RecipeCommentDeleted,
    PostPublished: postEvents.PostPublished,
    PostRevised: postEvents.PostRevised,
    PostDeleted: postEvents.PostDeleted,
    CommentAdded: postEvents.CommentAdded,
    CommentDeleted: postEvents.CommentDeleted,
    MealPlanned: mealPlanEvents.MealPlanned,
    ...personEvents,
  },
  fold(event, workspace) {
    const { stream } = event;
    const { at } = event.meta;
    switch (event.type) {
      case 'RecipeWithdrawn': {
        const reactions = `${recipeReactionsCategory}-${idOf(event)}`;
        release(workspace, stream, at);
        releaseComments(workspace, reactions, at);
        workspace.put(closed, reactions, {});
        return;
      }
      case 'PostDeleted':
        release(workspace, stream, at);
        releaseComments(workspace, stream, at);
        return;
      case 'CommentAdded':
      case 'RecipeCommentAdded': {
        const { commentId, photos = [] } = event.data;
        if (photos.length === 0 || workspace.get(closed, stream)) return;
        workspace.index(commentsOn(stream), commentId, 0);
        name(workspace, commentKey(stream, commentId), idsOf(photos));
        return;
      }
      case 'CommentDeleted':
      case 'RecipeCommentDeleted':
        release(workspace, commentKey(stream, event.data.commentId), at);
        workspace.unindex(commentsOn(stream), event.data.commentId);
        return;
      default:
        name(workspace, stream, picturesIn(event));
    }
  },
};

const commentKey = (stream: string, commentId: string): string => `${stream}:${commentId}`;

function name(workspace: Workspace, key: string, ids: readonly string[]): void {
  if (ids.length === 0) return;
  const before = workspace.get<NamedDocument>(named, key)?.ids ?? [];
  const added = ids.filter((id, at) => !before.includes(id) && ids.indexOf(id) === at);
  if (added.length === 0) return;
  for (const id of added) {
    const count = workspace.get<PictureUseDocument>(uses, id)?.count ?? 0;
    workspace.put(uses, id, { count: count + 1, unusedSince: null } satisfies PictureUseDocument);
  }
  workspace.put(named, key, { ids: [...before, ...added] } satisfies NamedDocument);
}

function release(workspace: Workspace, key: string, at: string): void {
  const before = workspace.get<NamedDocument>(named, key)?.ids ?? [];
  if (before.length === 0) return;
  for (const id of before) {
    const count = (workspace.get<PictureUseDocument>(uses, id)?.count ?? 1) - 1;
    workspace.put(uses, id, { count, unusedSince: count === 0 ? at : null } satisfies PictureUseDocument);
  }
  workspace.remove(named, key);
}

function releaseComments(workspace: Workspace, stream: string, at: string): void {
  for (const { member } of workspace.range(commentsOn(stream))) release(workspace, commentKey(stream, member), at);
  workspace.dropIndex(commentsOn(stream));
}

/** The ids and addresses of the pictures that an event names. */
function picturesIn(event: Written | Planned | PersonEvent): string[] {
  switch (event.type) {
    case 'RecipePublished':
    case 'RecipeRevised':
      return ofRecipe(event.data.media.picture);
    case 'PostPublished':
    case 'PostRevised': {
      const { body } = event.data;
      if (body.type === 'youtube') return body.youtubeId === undefined ? [] : elsewhere(posterAddress(body.youtubeId));
      return body.type === 'image' ? [...idsOf(body.photos ?? []), ...elsewhere(body.imageUrl)] : [];
    }
    case 'MealPlanned':
      return 'recipe' in event.data ? elsewhere(event.data.recipe.imageUrl) : [];
    case 'ProfileCreated':
    case 'ProfileRevised':
      return elsewhere(event.data.avatar);
  }
}

const idsOf = (photos: readonly { readonly id: string }[]): string[] => photos.map(({ id }) => id);

function ofRecipe(picture: RecipePicture | null): string[] {
  if (picture?.from === 'upload') return [picture.id];
  return picture?.from === 'web' ? elsewhere(picture.url) : [];
}

/** Of a picture that may be on another site. */
const elsewhere = (address: string | null | undefined): string[] => (address?.startsWith('http') ? [address] : []);
