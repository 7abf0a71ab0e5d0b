import { posterAddress } from '../../server/core/contracts/youtube-address.ts';
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
type Event = Projected<Written | Removed | CommentEvent | PersonEvent>;

/** The collection that the server reads. */
export const picturesModel = { uses: 'uses' } as const;
const { uses } = picturesModel;
/** The pictures that a recipe, a post, a comment or a profile uses, by its key. */
const named = 'named';
/** The comments with photos on a recipe or post. */
const commentsOn = (stream: string): string => `comments-on:${stream}`;
/** Streams of comments on recipes that were withdrawn: a comment may be recorded at the same time. */
const closed = 'closed';

/** The use of a picture. */
export interface PictureUseDocument {
  /** Recipes, posts, comments and profiles that use it. */
  readonly count: number;
  /** When the last of them was removed (ISO 8601); null while there is one. */
  readonly unusedSince: string | null;
}

interface NamedDocument {
  /** In the order in which they were last named, for a recipe or post. */
  readonly ids: readonly string[];
}

/**
 * Collection `uses`: a `PictureUseDocument` by the picture's id, or by its address for one that an event names by that. A
 * recipe or post uses each picture that it has ever had, until it is removed itself, so that its
 * earlier versions keep theirs. A profile uses its current avatar only: nothing shows a former one. A plan uses none: its
 * recipe is a copy from the request, so a user could have any address fetched by planning it.
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
        use(workspace, commentKey(stream, commentId), idsOf(photos), at);
        return;
      }
      case 'CommentDeleted':
      case 'RecipeCommentDeleted':
        release(workspace, commentKey(stream, event.data.commentId), at);
        workspace.unindex(commentsOn(stream), event.data.commentId);
        return;
      case 'ProfileCreated':
      case 'ProfileRevised':
        use(workspace, stream, elsewhere(event.data.avatar), at);
        return;
      default:
        use(workspace, stream, withEarlier(workspace, stream, picturesIn(event)), at);
    }
  },
};

const commentKey = (stream: string, commentId: string): string => `${stream}:${commentId}`;

/**
 * Of a recipe or post: each revision with a new picture rewrites them all. A post can replace its ten photos twenty times
 * until its first versions lose theirs.
 */
const maxKept = 200;

/** The pictures of a recipe or post with those of its earlier versions, of which the latest are kept. */
function withEarlier(workspace: Workspace, key: string, ids: readonly string[]): readonly string[] {
  const earlier = usedBy(workspace, key);
  return ids.length === 0 ? earlier : [...earlier.filter((id) => !ids.includes(id)), ...ids].slice(-maxKept);
}

const usedBy = (workspace: Workspace, key: string): readonly string[] =>
  workspace.get<NamedDocument>(named, key)?.ids ?? [];

/** Sets what a recipe, a post, a comment or a profile uses, in place of what it has used before. */
function use(workspace: Workspace, key: string, pictures: readonly string[], at: string): void {
  const before = usedBy(workspace, key);
  const ids = [...new Set(pictures)];
  if (ids.length === before.length && ids.every((id, index) => id === before[index])) return;
  for (const id of ids) if (!before.includes(id)) addToCount(workspace, id, 1, at);
  for (const id of before) if (!ids.includes(id)) addToCount(workspace, id, -1, at);
  if (ids.length === 0) workspace.remove(named, key);
  else workspace.put(named, key, { ids } satisfies NamedDocument);
}

function addToCount(workspace: Workspace, id: string, change: 1 | -1, at: string): void {
  const before = workspace.get<PictureUseDocument>(uses, id)?.count ?? 0;
  const after = Math.max(0, before + change);
  workspace.put(uses, id, { count: after, unusedSince: after === 0 ? at : null } satisfies PictureUseDocument);
}

const release = (workspace: Workspace, key: string, at: string): void => use(workspace, key, [], at);

function releaseComments(workspace: Workspace, stream: string, at: string): void {
  for (const { member } of workspace.range(commentsOn(stream))) release(workspace, commentKey(stream, member), at);
  workspace.dropIndex(commentsOn(stream));
}

/** The ids and addresses of the pictures that an event names. */
function picturesIn(event: Written): string[] {
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
  }
}

const idsOf = (photos: readonly { readonly id: string }[]): string[] => photos.map(({ id }) => id);

function ofRecipe(picture: RecipePicture | null): string[] {
  if (picture?.from === 'upload') return [picture.id];
  return picture?.from === 'web' ? elsewhere(picture.url) : [];
}

/** Of a picture that may be on another site. */
const elsewhere = (address: string | null | undefined): string[] => (address?.startsWith('http') ? [address] : []);
