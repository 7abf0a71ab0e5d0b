import { playlistLimits } from '../../contracts/limits.ts';
import { Refusal } from '../refusal.ts';

export const playlistRefusals = {
  notFound: () => new Refusal('not-found', 'PLAYLIST_NOT_FOUND', 'Playlist not found'),
  idInUse: () => new Refusal('conflict', 'ID_IN_USE', 'There is a playlist with this id already; send a new id'),
  notTheOwner: () => new Refusal('forbidden', 'NOT_THE_OWNER', 'Only its owner can change this playlist'),
  nameRequired: () => new Refusal('invalid', 'NAME_REQUIRED', 'A playlist needs a name', 'name'),
  full: () =>
    new Refusal('conflict', 'PLAYLIST_FULL', `A playlist holds ${playlistLimits.recipes} recipes; remove some first`),
  recipeRequired: (field?: string) =>
    new Refusal('invalid', 'RECIPE_REQUIRED', 'A playlist needs at least one recipe', field),
  recipeNotFound: (field?: string) => new Refusal('not-found', 'RECIPE_NOT_FOUND', 'Recipe not found', field),
  recipeInPlaylist: (field?: string) =>
    new Refusal('conflict', 'RECIPE_IN_PLAYLIST', 'This recipe is in the playlist already', field),
  recipeNotInPlaylist: () => new Refusal('not-found', 'RECIPE_NOT_IN_PLAYLIST', 'This recipe is not in the playlist'),
};
