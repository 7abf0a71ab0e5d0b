import type { PostEvent } from '../../server/core/domain/post/events.ts';
import { postEvents } from '../../server/core/domain/post/upcast.ts';
import type { RecipeEvent } from '../../server/core/domain/recipe/events.ts';
import { recipeEvents } from '../../server/core/domain/recipe/upcast.ts';
import type { Projected, Projection, Workspace } from './projection.ts';

type Naming = Extract<
  PostEvent | RecipeEvent,
  { type: 'RecipePublished' | 'RecipeRevised' | 'PostPublished' | 'PostRevised' }
>;
type Event = Projected<Naming | Extract<PostEvent | RecipeEvent, { type: 'RecipeWithdrawn' | 'PostDeleted' }>>;

/** The collection that the server reads. */
export const picturesModel = { uses: 'uses' } as const;
const { uses } = picturesModel;
/** The pictures that the events of a stream have named, by the stream. */
const named = 'named';

/** The use of an uploaded picture. */
export interface PictureUseDocument {
  /** Recipes and posts that exist, and whose events name it. */
  readonly count: number;
  /** When the last of them was removed (ISO 8601); null while there is one. */
  readonly unusedSince: string | null;
}

interface NamedDocument {
  readonly ids: readonly string[];
}

/**
 * Collection `uses`: a `PictureUseDocument` by the picture's id. A recipe or post uses each picture that it has ever
 * had, until it is removed itself, so that its earlier versions keep theirs.
 */
export const picturesProjection: Projection<Event> = {
  name: 'pictures',
  version: 1,
  events: {
    RecipePublished: recipeEvents.RecipePublished,
    RecipeRevised: recipeEvents.RecipeRevised,
    RecipeWithdrawn: recipeEvents.RecipeWithdrawn,
    PostPublished: postEvents.PostPublished,
    PostRevised: postEvents.PostRevised,
    PostDeleted: postEvents.PostDeleted,
  },
  fold(event, workspace) {
    const { stream } = event;
    const before = workspace.get<NamedDocument>(named, stream)?.ids ?? [];
    if (event.type === 'RecipeWithdrawn' || event.type === 'PostDeleted') {
      for (const id of before) release(workspace, id, event.meta.at);
      if (before.length > 0) workspace.remove(named, stream);
      return;
    }
    const added = picturesIn(event).filter((id, at, all) => !before.includes(id) && all.indexOf(id) === at);
    if (added.length === 0) return;
    for (const id of added) {
      const count = workspace.get<PictureUseDocument>(uses, id)?.count ?? 0;
      workspace.put(uses, id, { count: count + 1, unusedSince: null } satisfies PictureUseDocument);
    }
    workspace.put(named, stream, { ids: [...before, ...added] } satisfies NamedDocument);
  },
};

function release(workspace: Workspace, id: string, at: string): void {
  const count = (workspace.get<PictureUseDocument>(uses, id)?.count ?? 1) - 1;
  workspace.put(uses, id, { count, unusedSince: count === 0 ? at : null } satisfies PictureUseDocument);
}

/** The ids of the uploaded pictures that an event names. */
function picturesIn({ type, data }: Naming): string[] {
  switch (type) {
    case 'RecipePublished':
    case 'RecipeRevised':
      return data.media.picture?.from === 'upload' ? [data.media.picture.id] : [];
    case 'PostPublished':
    case 'PostRevised':
      return data.body.type === 'image' ? (data.body.photos ?? []).map(({ id }) => id) : [];
  }
}
