import type { PlaylistRecipe } from '../../server/core/contracts/playlists.ts';
import { noticeOf, type OfVisibility, placeOf, subjectIn } from './hidden.ts';
import { positionScore, type Workspace } from './projection.ts';
import { findPlaylist, hide, playlistsModel, playlistsWith, putPlaylist, show, without } from './stored-playlists.ts';

const { playlists, recipes, hiddenRecipes, hiddenFrom } = playlistsModel;

/** A hidden recipe, as playlists will show it when it is restored. */
export type HiddenRecipe = PlaylistRecipe;

/** Hides or restores a playlist, or a recipe in all playlists. */
export function moderatePlaylists(event: OfVisibility, workspace: Workspace): void {
  const subject = subjectIn(event, ['playlist', 'recipe']);
  if (subject?.kind === 'playlist') moderatePlaylist(event, subject.id, workspace);
  else if (subject && event.type === 'ContentHidden') hideRecipe(subject.id, workspace);
  else if (subject) restoreRecipe(subject.id, workspace);
}

function moderatePlaylist(event: OfVisibility, id: string, workspace: Workspace): void {
  const playlist = findPlaylist(workspace, id);
  if (!playlist) return;
  const { hidden: before, ...visible } = playlist;
  const hidden = noticeOf(event);
  if ((before === undefined) === (hidden === undefined)) return;
  workspace.remove(placeOf(playlists, playlist), id);
  putPlaylist(hidden ? { ...visible, hidden } : visible, workspace);
  if (playlist.isPrivate) return;
  if (hidden) hide(playlist, workspace);
  else show(visible, positionScore(event.position), workspace);
}

function hideRecipe(id: string, workspace: Workspace): void {
  const recipe = workspace.get<PlaylistRecipe>(recipes, id);
  if (!recipe) return;
  for (const playlist of playlistsWith(id, workspace)) {
    const place = playlist.recipes.findIndex((listed) => listed.id === id);
    workspace.index(hiddenFrom(playlist.id), id, place);
    putPlaylist(without(playlist, id), workspace);
  }
  workspace.remove(recipes, id);
  workspace.put(hiddenRecipes, id, recipe satisfies HiddenRecipe);
}

function restoreRecipe(id: string, workspace: Workspace): void {
  const recipe = workspace.get<HiddenRecipe>(hiddenRecipes, id);
  if (!recipe) return;
  for (const playlist of playlistsWith(id, workspace)) {
    const entry = workspace.range(hiddenFrom(playlist.id)).find(({ member }) => member === id);
    const at = entry?.score ?? playlist.recipes.length;
    putPlaylist({ ...playlist, recipes: playlist.recipes.toSpliced(at, 0, recipe) }, workspace);
    workspace.unindex(hiddenFrom(playlist.id), id);
  }
  workspace.remove(hiddenRecipes, id);
  workspace.put(recipes, id, recipe);
}
