import type { Playlist, PlaylistRecipe } from '../../server/core/contracts/playlists.ts';
import type { PlaylistEvent } from '../../server/core/domain/playlist/events.ts';
import { playlistEvents } from '../../server/core/domain/playlist/upcast.ts';
import type { PersonEvent } from '../../server/core/domain/profile/events.ts';
import { personEvents } from '../../server/core/domain/profile/upcast.ts';
import type { RecipeEvent, RecipeText } from '../../server/core/domain/recipe/events.ts';
import { recipeEvents } from '../../server/core/domain/recipe/upcast.ts';
import { isPersonEvent, nameOf, storeName } from './people.ts';
import { idOf, type Projected, type Projection, positionScore, type Workspace } from './projection.ts';
import { pictureUrls } from './recipes.ts';

type OfRecipe = Projected<RecipeEvent>;
type Event = Projected<PlaylistEvent> | Projected<PersonEvent> | OfRecipe;

/** A stored playlist. The response adds `likedByMe`, which differs per reader. */
export type PlaylistDocument = Omit<Playlist, 'likedByMe'>;

/** Collection and index names for the routes. */
export const playlistsModel = {
  playlists: 'playlists',
  /** As playlists show them, by id. Only these recipes can be added to a playlist. */
  recipes: 'recipes',
  /** Most likes first, then newest. */
  public: 'public',
  /** Sorted by log position, as are the two below. */
  ownedBy: (uid: string): string => `of:${uid}`,
  publicOwnedBy: (uid: string): string => `public-of:${uid}`,
  likedBy: (uid: string): string => `liked-by:${uid}`,
  /** Ids of recipes that were added to a playlist and have been withdrawn. */
  withdrawnFrom: (playlistId: string): string => `withdrawn-from:${playlistId}`,
} as const;

const { playlists, recipes, ownedBy, publicOwnedBy, likedBy, withdrawnFrom } = playlistsModel;
/** Users who like a playlist: its deletion removes it from their likes. */
const likersOf = (playlistId: string): string => `likers-of:${playlistId}`;
const withRecipe = (recipeId: string): string => `with:${recipeId}`;

/** Seconds since the epoch take 32 bits of a score, which leaves 21 bits for likes: two million. */
const likesScale = 2 ** 32;
const maxLikes = 2 ** 21 - 1;

/** Most liked, then newest. */
const popularity = ({ likeCount, createdAt }: PlaylistDocument): number =>
  Math.min(likeCount, maxLikes) * likesScale + Math.floor(Date.parse(createdAt) / 1000);

const isRecipeEvent = (event: Event): event is OfRecipe =>
  event.type === 'RecipePublished' || event.type === 'RecipeRevised' || event.type === 'RecipeWithdrawn';

/** Collections `playlists` (`Playlist` by id) and `recipes` (`PlaylistRecipe` by id), and the indexes above. */
export const playlistsProjection: Projection<Event> = {
  name: 'playlists',
  version: 5,
  events: { ...playlistEvents, ...recipeEvents, ...personEvents },
  fold(event, workspace) {
    if (isPersonEvent(event)) rename(workspace, idOf(event), event.data.username);
    else if (isRecipeEvent(event)) foldRecipe(event, workspace);
    else if (event.type === 'PlaylistCreated') create(event, workspace);
    else {
      const playlist = workspace.get<PlaylistDocument>(playlists, idOf(event));
      if (playlist) foldPlaylist({ ...playlist, revision: event.revision.toString() }, event, workspace);
    }
  },
};

function create(event: Extract<Event, { type: 'PlaylistCreated' }>, workspace: Workspace): void {
  const { actor, at } = event.meta;
  const { recipeIds, ...written } = event.data;
  const id = idOf(event);
  const available = recipeIds.flatMap((recipeId) => {
    const recipe = workspace.get<PlaylistRecipe>(recipes, recipeId);
    if (!recipe) workspace.index(withdrawnFrom(id), recipeId, 0);
    return recipe ?? [];
  });
  const playlist: PlaylistDocument = {
    id,
    revision: event.revision.toString(),
    ...written,
    ownerId: actor,
    ownerName: nameOf(workspace, actor),
    createdAt: at,
    likeCount: 0,
    recipes: available,
  };
  const score = positionScore(event.position);
  workspace.put(playlists, id, playlist);
  workspace.index(ownedBy(actor), id, score);
  for (const recipe of available) workspace.index(withRecipe(recipe.id), id, 0);
  if (!playlist.isPrivate) show(playlist, score, workspace);
}

function show(playlist: PlaylistDocument, score: number, workspace: Workspace): void {
  workspace.index(playlistsModel.public, playlist.id, popularity(playlist));
  workspace.index(publicOwnedBy(playlist.ownerId), playlist.id, score);
}

function hide({ id, ownerId }: PlaylistDocument, workspace: Workspace): void {
  workspace.unindex(playlistsModel.public, id);
  workspace.unindex(publicOwnedBy(ownerId), id);
}

/** @param playlist with the revision of the event */
function foldPlaylist(
  playlist: PlaylistDocument,
  event: Exclude<Projected<PlaylistEvent>, { type: 'PlaylistCreated' }>,
  workspace: Workspace,
): void {
  const { id } = playlist;
  const { actor } = event.meta;
  const score = positionScore(event.position);
  switch (event.type) {
    case 'PlaylistRevised': {
      const revised: PlaylistDocument = { ...playlist, ...event.data };
      workspace.put(playlists, id, revised);
      if (revised.isPrivate && !playlist.isPrivate) hide(playlist, workspace);
      if (!revised.isPrivate && playlist.isPrivate) show(revised, score, workspace);
      return;
    }
    case 'PlaylistLiked':
      workspace.index(likedBy(actor), id, score);
      workspace.index(likersOf(id), actor, score);
      putLikes({ ...playlist, likeCount: playlist.likeCount + 1 }, workspace);
      return;
    case 'PlaylistUnliked':
      workspace.unindex(likedBy(actor), id);
      workspace.unindex(likersOf(id), actor);
      putLikes({ ...playlist, likeCount: playlist.likeCount - 1 }, workspace);
      return;
    case 'RecipeAddedToPlaylist': {
      const recipe = workspace.get<PlaylistRecipe>(recipes, event.data.recipeId);
      if (!recipe) {
        workspace.put(playlists, id, playlist);
        workspace.index(withdrawnFrom(id), event.data.recipeId, 0);
        return;
      }
      workspace.put(playlists, id, { ...playlist, recipes: [...playlist.recipes, recipe] });
      workspace.index(withRecipe(recipe.id), id, 0);
      return;
    }
    case 'RecipeRemovedFromPlaylist':
      workspace.put(playlists, id, without(playlist, event.data.recipeId));
      workspace.unindex(withRecipe(event.data.recipeId), id);
      workspace.unindex(withdrawnFrom(id), event.data.recipeId);
      return;
    case 'PlaylistDeleted':
      for (const { member } of workspace.range(likersOf(id))) workspace.unindex(likedBy(member), id);
      for (const recipe of playlist.recipes) workspace.unindex(withRecipe(recipe.id), id);
      workspace.dropIndex(likersOf(id));
      workspace.dropIndex(withdrawnFrom(id));
      workspace.unindex(ownedBy(playlist.ownerId), id);
      // A private playlist is in no public index. `removedFromIndex` decides who receives `playlist.deleted`.
      if (!playlist.isPrivate) hide(playlist, workspace);
      workspace.remove(playlists, id);
      return;
  }
}

function putLikes(playlist: PlaylistDocument, workspace: Workspace): void {
  workspace.put(playlists, playlist.id, playlist);
  if (!playlist.isPrivate) workspace.index(playlistsModel.public, playlist.id, popularity(playlist));
}

const without = (playlist: PlaylistDocument, recipeId: string): PlaylistDocument => ({
  ...playlist,
  recipes: playlist.recipes.filter(({ id }) => id !== recipeId),
});

/** Updates a recipe in all playlists that contain it; removes a withdrawn one from them. */
function foldRecipe(event: OfRecipe, workspace: Workspace): void {
  const id = idOf(event);
  if (event.type === 'RecipeWithdrawn') {
    for (const playlist of playlistsWith(id, workspace)) {
      workspace.put(playlists, playlist.id, without(playlist, id));
      workspace.index(withdrawnFrom(playlist.id), id, 0);
    }
    workspace.dropIndex(withRecipe(id));
    workspace.remove(recipes, id);
    return;
  }
  const recipe = toPlaylistRecipe(id, event.data);
  const shown = workspace.get<PlaylistRecipe>(recipes, id);
  if (shown && JSON.stringify(shown) === JSON.stringify(recipe)) return;
  workspace.put(recipes, id, recipe);
  for (const playlist of playlistsWith(id, workspace)) {
    const changed = playlist.recipes.map((listed) => (listed.id === id ? recipe : listed));
    workspace.put(playlists, playlist.id, { ...playlist, recipes: changed });
  }
}

const playlistsWith = (recipeId: string, workspace: Workspace): PlaylistDocument[] =>
  workspace
    .range(withRecipe(recipeId))
    .flatMap(({ member }) => workspace.get<PlaylistDocument>(playlists, member) ?? []);

function rename(workspace: Workspace, uid: string, name: string): void {
  if (!storeName(workspace, uid, name)) return;
  for (const { member } of workspace.range(ownedBy(uid))) {
    const playlist = workspace.get<PlaylistDocument>(playlists, member);
    if (playlist) workspace.put(playlists, member, { ...playlist, ownerName: name });
  }
}

function toPlaylistRecipe(id: string, { title, cuisine, media }: RecipeText): PlaylistRecipe {
  return { id, title, cuisine, ...pictureUrls(media.picture) };
}
