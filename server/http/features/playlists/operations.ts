import {
  OwnedPlaylistPath,
  OwnerPath,
  Playlist,
  PlaylistEdit,
  PlaylistForm,
  PlaylistLike,
  PlaylistPage,
  PlaylistPath,
  PlaylistRecipePath,
  RecipeOfPlaylist,
} from '../../../core/contracts/playlists.ts';
import { LikeResponse, PageQuery } from '../../../core/contracts/shared.ts';
import { playlistRefusals } from '../../../core/domain/playlist/refusals.ts';
import { adaptation, card, cursor, mia, playlist } from '../../openapi/examples.ts';
import { json, noContent, type Operation } from '../../openapi/operation.ts';
import { forbidden } from '../../responses/errors.ts';

const tag = 'Playlists';

const lists = { 'A playlist': playlist };
const changed = json(200, 'The changed playlist', Playlist, lists);

const pages = {
  tag,
  token: 'optional',
  kind: 'read with ETag',
  querystring: PageQuery,
  responses: [json(200, 'A page of playlists', PlaylistPage, { 'A page': { items: [playlist], nextCursor: cursor } })],
} as const;
const write = { tag, token: 'required', kind: 'write' } as const;
const change = { ...write, params: PlaylistPath } as const;

export const onlyAsYourself = () => forbidden('You can only do this as yourself');
const notTheOwner = playlistRefusals.notTheOwner();
const recipeErrors = [playlistRefusals.recipeNotFound(), playlistRefusals.recipeInPlaylist()];
const requiredErrors = [playlistRefusals.nameRequired(), playlistRefusals.recipeRequired()];

export const readPublicPlaylists = {
  ...pages,
  summary: 'Read all public playlists',
  description: 'Most liked first, then newest first. `likedByMe` is present for a signed-in user.',
} satisfies Operation;

export const readPlaylists = {
  ...pages,
  summary: "Read a user's playlists",
  description: "Newest first: all of the user's own playlists, and the public ones of other users.",
  params: OwnerPath,
} satisfies Operation;

export const readPlaylist = {
  tag,
  summary: 'Read a playlist',
  description: 'Only its owner can read a private one.',
  token: 'optional',
  kind: 'read',
  params: OwnedPlaylistPath,
  responses: [json(200, 'The playlist', Playlist, lists)],
} satisfies Operation;

export const createPlaylist = {
  ...write,
  limit: 'publishing',
  summary: 'Create a playlist',
  body: PlaylistForm,
  bodyExamples: {
    'A public playlist': { name: playlist.name, description: playlist.description, recipes: [{ id: card.id }] },
    'A private playlist': { userId: mia.uid, name: 'For the holidays', isPrivate: true, recipes: [{ id: card.id }] },
  },
  responses: [json(201, 'The playlist', Playlist, lists)],
  errors: [onlyAsYourself(), playlistRefusals.idInUse(), ...recipeErrors, ...requiredErrors],
} satisfies Operation;

export const revisePlaylist = {
  ...change,
  limit: 'publishing',
  summary: 'Change a playlist',
  description:
    'Omitted fields stay unchanged. `recipes` replaces all recipes that the owner sees: those that moderators have hidden stay. With `shownRecipes`, only the difference between the two lists is applied.',
  body: PlaylistEdit,
  bodyExamples: {
    'Another name': { name: 'Quick' },
    'Private, with one recipe': { isPrivate: true, recipes: [{ id: card.id }] },
    'One more recipe': { shownRecipes: [{ id: card.id }], recipes: [{ id: card.id }, { id: adaptation.id }] },
  },
  responses: [changed],
  errors: [notTheOwner, ...recipeErrors, playlistRefusals.full(), ...requiredErrors],
} satisfies Operation;

export const deletePlaylist = {
  ...change,
  summary: 'Delete a playlist',
  responses: [noContent('Deleted')],
  errors: [notTheOwner],
} satisfies Operation;

export const likePlaylist = {
  ...change,
  limit: 'liking',
  summary: 'Like or unlike a playlist',
  body: PlaylistLike,
  bodyExamples: { Like: { liked: true }, Toggle: { userId: mia.uid } },
  isBodyOptional: true,
  responses: [json(200, 'The resulting like and like count', LikeResponse, { Liked: { liked: true, likeCount: 4 } })],
  errors: [onlyAsYourself()],
} satisfies Operation;

export const addRecipe = {
  ...change,
  limit: 'publishing',
  summary: 'Add a recipe to a playlist',
  body: RecipeOfPlaylist,
  bodyExamples: { 'A recipe': { recipeId: card.id } },
  responses: [changed],
  errors: [notTheOwner, ...recipeErrors, playlistRefusals.full()],
} satisfies Operation;

export const removeRecipe = {
  ...write,
  limit: 'publishing',
  summary: 'Remove a recipe from a playlist',
  description: 'The last recipe cannot be removed.',
  params: PlaylistRecipePath,
  responses: [noContent('Removed')],
  errors: [notTheOwner, playlistRefusals.recipeRequired()],
} satisfies Operation;
