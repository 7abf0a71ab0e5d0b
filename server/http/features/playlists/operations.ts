import {
  OwnedPlaylistPath,
  OwnerPath,
  Playlist,
  PlaylistChange,
  PlaylistForm,
  PlaylistLike,
  PlaylistPage,
  PlaylistPath,
  PlaylistRecipePath,
  RecipeOfPlaylist,
} from '../../../core/contracts/playlists.ts';
import { LikeAnswer, PageQuery } from '../../../core/contracts/shared.ts';
import { playlistRefusals } from '../../../core/domain/playlist/refusals.ts';
import { forbidden } from '../../answers/errors.ts';
import { card, cursor, mia, playlist } from '../../openapi/examples.ts';
import { json, noContent, type Operation } from '../../openapi/operation.ts';

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
const unusable = [playlistRefusals.recipeNotFound(), playlistRefusals.recipeInPlaylist()];
const incomplete = [playlistRefusals.nameRequired(), playlistRefusals.recipeRequired()];

export const readPublicPlaylists = {
  ...pages,
  summary: 'Read all public playlists',
  description: 'Most liked first, then newest first. `likedByMe` is present for a signed-in user.',
} satisfies Operation;

export const readPlaylists = {
  ...pages,
  summary: "Read a user's playlists",
  description: "Newest first: all of one's own, and the public ones of another user.",
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
    'For everybody': { name: playlist.name, description: playlist.description, recipes: [{ id: card.id }] },
    'For oneself': { userId: mia.uid, name: 'For the holidays', isPrivate: true, recipes: [{ id: card.id }] },
  },
  responses: [json(201, 'The playlist', Playlist, lists)],
  errors: [onlyAsYourself(), playlistRefusals.idInUse(), ...unusable, ...incomplete],
} satisfies Operation;

export const revisePlaylist = {
  ...change,
  limit: 'publishing',
  summary: 'Change a playlist',
  description: 'Omitted fields stay unchanged. `recipes` replaces all recipes.',
  body: PlaylistChange,
  bodyExamples: {
    'Another name': { name: 'Quick' },
    'Private, and of one recipe': { isPrivate: true, recipes: [{ id: card.id }] },
  },
  responses: [changed],
  errors: [notTheOwner, ...unusable, ...incomplete],
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
  bodyExamples: { Like: { liked: true }, 'Toggle as oneself': { userId: mia.uid } },
  isBodyOptional: true,
  responses: [json(200, 'The like after the call', LikeAnswer, { Liked: { liked: true, likeCount: 4 } })],
  errors: [onlyAsYourself()],
} satisfies Operation;

export const addRecipe = {
  ...change,
  limit: 'publishing',
  summary: 'Add a recipe to a playlist',
  body: RecipeOfPlaylist,
  bodyExamples: { 'A recipe': { recipeId: card.id } },
  responses: [changed],
  errors: [notTheOwner, ...unusable, playlistRefusals.full()],
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
