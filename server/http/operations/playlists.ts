import { LikeAnswer } from '../../contracts/community.ts';
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
} from '../../contracts/playlists.ts';
import { PageQuery } from '../../contracts/shared.ts';
import { json, noContent, type Operation } from '../openapi/operation.ts';
import { card, cursor, mia, playlist } from './examples.ts';

const tag = 'Playlists';

const pages = { 'A page': { items: [playlist], nextCursor: cursor } };
const lists = { 'A playlist': playlist };

const notTheOwner = { NOT_THE_OWNER: 'Only its owner can change this playlist' };
const onlyAsYourself = { FORBIDDEN: 'You can only do this as yourself' };
const noRecipe = { RECIPE_NOT_FOUND: 'Recipe not found' };
const twice = { RECIPE_IN_PLAYLIST: 'This recipe is in the playlist already' };
const full = { PLAYLIST_FULL: 'A playlist holds 100 recipes; remove some first' };
const nameless = { NAME_REQUIRED: 'A playlist needs a name' };
const empty = { RECIPE_REQUIRED: 'A playlist needs at least one recipe' };

export const readPublicPlaylists = {
  tag,
  summary: "Read everybody's public playlists",
  description: 'Most liked first, of the same likes newest first; `likedByMe` is there for a signed-in reader.',
  token: 'optional',
  kind: 'read with ETag',
  querystring: PageQuery,
  answers: [json(200, 'A page of them', PlaylistPage, pages)],
} satisfies Operation;

export const readPlaylists = {
  tag,
  summary: "Read somebody's playlists",
  description: "Newest first: of one's own all, of another's the public ones.",
  token: 'optional',
  kind: 'read with ETag',
  params: OwnerPath,
  querystring: PageQuery,
  answers: [json(200, 'A page of them', PlaylistPage, pages)],
} satisfies Operation;

export const readPlaylist = {
  tag,
  summary: 'Read a playlist',
  description: 'A private one is there for its owner only.',
  token: 'optional',
  kind: 'read',
  params: OwnedPlaylistPath,
  answers: [json(200, 'The playlist', Playlist, lists)],
} satisfies Operation;

export const createPlaylist = {
  tag,
  summary: 'Create a playlist',
  token: 'required',
  kind: 'write',
  body: PlaylistForm,
  bodyExamples: {
    'For everybody': { name: playlist.name, description: playlist.description, recipes: [{ id: card.id }] },
    'For oneself': { userId: mia.uid, name: 'For the holidays', isPrivate: true, recipes: [{ id: card.id }] },
  },
  answers: [json(201, 'The playlist', Playlist, lists)],
  refusals: { 403: onlyAsYourself, 404: noRecipe, 409: { ...twice }, 422: { ...nameless, ...empty } },
} satisfies Operation;

export const revisePlaylist = {
  tag,
  summary: 'Change a playlist',
  description: 'What is left out stays as it is; `recipes` are all that are in it afterwards.',
  token: 'required',
  kind: 'write',
  params: PlaylistPath,
  body: PlaylistChange,
  bodyExamples: {
    'Another name': { name: 'Quick' },
    'Private, and of one recipe': { isPrivate: true, recipes: [{ id: card.id }] },
  },
  answers: [json(200, 'The playlist as it became', Playlist, lists)],
  refusals: { 403: notTheOwner, 404: noRecipe, 409: twice, 422: { ...nameless, ...empty } },
} satisfies Operation;

export const deletePlaylist = {
  tag,
  summary: 'Delete a playlist',
  token: 'required',
  kind: 'write',
  params: PlaylistPath,
  answers: [noContent('It is gone')],
  refusals: { 403: notTheOwner },
} satisfies Operation;

export const likePlaylist = {
  tag,
  summary: 'Like a playlist, or no longer',
  description: 'Each call turns it round; with an `Idempotency-Key` a repeated one does not.',
  token: 'required',
  kind: 'write',
  params: PlaylistPath,
  body: PlaylistLike,
  bodyExamples: { 'As oneself': { userId: mia.uid } },
  bodyMayBeLeftOut: true,
  answers: [json(200, 'What it became', LikeAnswer, { Liked: { liked: true, likeCount: 4 } })],
  refusals: { 403: onlyAsYourself },
} satisfies Operation;

export const addRecipe = {
  tag,
  summary: 'Add a recipe to a playlist',
  token: 'required',
  kind: 'write',
  params: PlaylistPath,
  body: RecipeOfPlaylist,
  bodyExamples: { 'A recipe': { recipeId: card.id } },
  answers: [json(200, 'The playlist as it became', Playlist, lists)],
  refusals: { 403: notTheOwner, 404: noRecipe, 409: { ...twice, ...full } },
} satisfies Operation;

export const removeRecipe = {
  tag,
  summary: 'Take a recipe out of a playlist',
  description: 'The last one stays.',
  token: 'required',
  kind: 'write',
  params: PlaylistRecipePath,
  answers: [noContent('It is out of the playlist')],
  refusals: { 403: notTheOwner, 422: empty },
} satisfies Operation;
