import type { PlaylistRecipe } from '../../server/core/contracts/playlists.ts';
import { visibilityEvents } from '../../server/core/domain/moderation/upcast.ts';
import type { PlaylistEvent } from '../../server/core/domain/playlist/events.ts';
import { playlistEvents } from '../../server/core/domain/playlist/upcast.ts';
import type { PersonEvent } from '../../server/core/domain/profile/events.ts';
import { personEvents } from '../../server/core/domain/profile/upcast.ts';
import type { RecipeEvent, RecipeText } from '../../server/core/domain/recipe/events.ts';
import { recipeEvents } from '../../server/core/domain/recipe/upcast.ts';
import { isVisibilityEvent, type OfVisibility, placeOf } from './hidden.ts';
import { type HiddenRecipe, moderatePlaylists } from './hidden-playlists.ts';
import { isPersonEvent, nameOf, storeName } from './people.ts';
import { idOf, type Projected, type Projection, positionScore, type Workspace } from './projection.ts';
import { pictureUrls } from './recipe-document.ts';
import {
  findPlaylist,
  hide,
  isPublic,
  type PlaylistDocument,
  playlistsModel,
  playlistsWith,
  popularity,
  putPlaylist,
  show,
  without,
  withRecipe,
} from './stored-playlists.ts';

type OfRecipe = Projected<RecipeEvent>;
type Event = Projected<PlaylistEvent> | Projected<PersonEvent> | OfRecipe | OfVisibility;

const { playlists, recipes, hiddenRecipes, ownedBy, likedBy, withdrawnFrom, hiddenFrom } = playlistsModel;
/** Users who like a playlist: its deletion removes it from their likes. */
const likersOf = (playlistId: string): string => `likers-of:${playlistId}`;

const isRecipeEvent = (event: Event): event is OfRecipe =>
  event.type === 'RecipePublished' || event.type === 'RecipeRevised' || event.type === 'RecipeWithdrawn';

/** Collections `playlists` (`Playlist` by id) and `recipes` (`PlaylistRecipe` by id), and the indexes above. */
export const playlistsProjection: Projection<Event> = {
  name: 'playlists',
  version: 6,
  events: { ...playlistEvents, ...recipeEvents, ...personEvents, ...visibilityEvents },
  fold(event, workspace) {
    if (isPersonEvent(event)) rename(workspace, idOf(event), event.data.username);
    else if (isVisibilityEvent(event)) moderatePlaylists(event, workspace);
    else if (isRecipeEvent(event)) foldRecipe(event, workspace);
    else if (event.type === 'PlaylistCreated') create(event, workspace);
    else {
      const playlist = findPlaylist(workspace, idOf(event));
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
      putPlaylist(revised, workspace);
      if (revised.isPrivate && isPublic(playlist)) hide(playlist, workspace);
      if (isPublic(revised) && playlist.isPrivate) show(revised, score, workspace);
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
        putPlaylist(playlist, workspace);
        workspace.index(withdrawnFrom(id), event.data.recipeId, 0);
        return;
      }
      putPlaylist({ ...playlist, recipes: [...playlist.recipes, recipe] }, workspace);
      workspace.index(withRecipe(recipe.id), id, 0);
      return;
    }
    case 'RecipeRemovedFromPlaylist':
      putPlaylist(without(playlist, event.data.recipeId), workspace);
      workspace.unindex(withRecipe(event.data.recipeId), id);
      workspace.unindex(withdrawnFrom(id), event.data.recipeId);
      workspace.unindex(hiddenFrom(id), event.data.recipeId);
      return;
    case 'PlaylistDeleted':
      for (const { member } of workspace.range(likersOf(id))) workspace.unindex(likedBy(member), id);
      for (const recipe of playlist.recipes) workspace.unindex(withRecipe(recipe.id), id);
      for (const { member } of workspace.range(hiddenFrom(id))) workspace.unindex(withRecipe(member), id);
      workspace.dropIndex(hiddenFrom(id));
      workspace.dropIndex(likersOf(id));
      workspace.dropIndex(withdrawnFrom(id));
      workspace.unindex(ownedBy(playlist.ownerId), id);
      // A private playlist is in no public index. `removedFromIndex` decides who receives `playlist.deleted`.
      if (isPublic(playlist)) hide(playlist, workspace);
      workspace.remove(placeOf(playlists, playlist), id);
      return;
  }
}

function putLikes(playlist: PlaylistDocument, workspace: Workspace): void {
  putPlaylist(playlist, workspace);
  if (isPublic(playlist)) workspace.index(playlistsModel.public, playlist.id, popularity(playlist));
}

/** Updates a recipe in all playlists that contain it; removes a withdrawn one from them. */
function foldRecipe(event: OfRecipe, workspace: Workspace): void {
  const id = idOf(event);
  if (event.type === 'RecipeWithdrawn') {
    for (const playlist of playlistsWith(id, workspace)) {
      putPlaylist(without(playlist, id), workspace);
      workspace.index(withdrawnFrom(playlist.id), id, 0);
      workspace.unindex(hiddenFrom(playlist.id), id);
    }
    workspace.dropIndex(withRecipe(id));
    workspace.remove(recipes, id);
    workspace.remove(hiddenRecipes, id);
    return;
  }
  const recipe = toPlaylistRecipe(id, event.data);
  if (workspace.get<HiddenRecipe>(hiddenRecipes, id)) {
    workspace.put(hiddenRecipes, id, recipe satisfies HiddenRecipe);
    return;
  }
  const shown = workspace.get<PlaylistRecipe>(recipes, id);
  if (shown && JSON.stringify(shown) === JSON.stringify(recipe)) return;
  workspace.put(recipes, id, recipe);
  for (const playlist of playlistsWith(id, workspace)) {
    const changed = playlist.recipes.map((listed) => (listed.id === id ? recipe : listed));
    putPlaylist({ ...playlist, recipes: changed }, workspace);
  }
}

function rename(workspace: Workspace, uid: string, name: string): void {
  if (!storeName(workspace, uid, name)) return;
  for (const { member } of workspace.range(ownedBy(uid))) {
    const playlist = findPlaylist(workspace, member);
    if (playlist) putPlaylist({ ...playlist, ownerName: name }, workspace);
  }
}

function toPlaylistRecipe(id: string, { title, cuisine, media }: RecipeText): PlaylistRecipe {
  return { id, title, cuisine, ...pictureUrls(media.picture) };
}
