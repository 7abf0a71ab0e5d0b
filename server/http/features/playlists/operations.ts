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
import { card, cursor, mia, playlist } from '../../openapi/examples.ts';
import { json, noContent, type Operation } from '../../openapi/operation.ts';

const tag = 'Playlists';

const lists = { 'A playlist': playlist };
const became = json(200, 'The playlist as it became', Playlist, lists);

const pages = {
  tag,
  token: 'optional',
  kind: 'read with ETag',
  querystring: PageQuery,
  answers: [json(200, 'A page of them', PlaylistPage, { 'A page': { items: [playlist], nextCursor: cursor } })],
} as const;
const write = { tag, token: 'required', kind: 'write' } as const;
const change = { ...write, params: PlaylistPath } as const;

const notTheOwner = { NOT_THE_OWNER: 'Only its owner can change this playlist' };
const onlyAsYourself = { FORBIDDEN: 'You can only do this as yourself' };
const noRecipe = { RECIPE_NOT_FOUND: 'Recipe not found' };
const twice = { RECIPE_IN_PLAYLIST: 'This recipe is in the playlist already' };
const full = { PLAYLIST_FULL: 'A playlist holds 100 recipes; remove some first' };
const exists = { PLAYLIST_EXISTS: 'This playlist exists already' };
const nameless = { NAME_REQUIRED: 'A playlist needs a name' };
const empty = { RECIPE_REQUIRED: 'A playlist needs at least one recipe' };

export const readPublicPlaylists = {
  ...pages,
  summary: "Read everybody's public playlists",
  description: 'Most liked first, of the same likes newest first; `likedByMe` is there for a signed-in reader.',
} satisfies Operation;

export const readPlaylists = {
  ...pages,
  summary: "Read somebody's playlists",
  description: "Newest first: of one's own all, of another's the public ones.",
  params: OwnerPath,
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
  ...write,
  limit: 'publishing',
  summary: 'Create a playlist',
  body: PlaylistForm,
  bodyExamples: {
    'For everybody': { name: playlist.name, description: playlist.description, recipes: [{ id: card.id }] },
    'For oneself': { userId: mia.uid, name: 'For the holidays', isPrivate: true, recipes: [{ id: card.id }] },
  },
  answers: [json(201, 'The playlist', Playlist, lists)],
  refusals: { 403: onlyAsYourself, 404: noRecipe, 409: { ...exists, ...twice }, 422: { ...nameless, ...empty } },
} satisfies Operation;

export const revisePlaylist = {
  ...change,
  limit: 'publishing',
  summary: 'Change a playlist',
  description: 'What is left out stays as it is; `recipes` are all that are in it afterwards.',
  body: PlaylistChange,
  bodyExamples: {
    'Another name': { name: 'Quick' },
    'Private, and of one recipe': { isPrivate: true, recipes: [{ id: card.id }] },
  },
  answers: [became],
  refusals: { 403: notTheOwner, 404: noRecipe, 409: twice, 422: { ...nameless, ...empty } },
} satisfies Operation;

export const deletePlaylist = {
  ...change,
  summary: 'Delete a playlist',
  answers: [noContent('It is gone')],
  refusals: { 403: notTheOwner },
} satisfies Operation;

export const likePlaylist = {
  ...change,
  limit: 'liking',
  summary: 'Like a playlist, or no longer',
  description: 'Each call turns it round; with an `Idempotency-Key` a repeated one does not.',
  body: PlaylistLike,
  bodyExamples: { 'As oneself': { userId: mia.uid } },
  isBodyOptional: true,
  answers: [json(200, 'What it became', LikeAnswer, { Liked: { liked: true, likeCount: 4 } })],
  refusals: { 403: onlyAsYourself },
} satisfies Operation;

export const addRecipe = {
  ...change,
  limit: 'publishing',
  summary: 'Add a recipe to a playlist',
  body: RecipeOfPlaylist,
  bodyExamples: { 'A recipe': { recipeId: card.id } },
  answers: [became],
  refusals: { 403: notTheOwner, 404: noRecipe, 409: { ...twice, ...full } },
} satisfies Operation;

export const removeRecipe = {
  ...write,
  limit: 'publishing',
  summary: 'Take a recipe out of a playlist',
  description: 'The last one stays.',
  params: PlaylistRecipePath,
  answers: [noContent('It is out of the playlist')],
  refusals: { 403: notTheOwner, 422: empty },
} satisfies Operation;
