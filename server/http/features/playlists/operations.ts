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
const became = json(200, 'The playlist as it became', Playlist, lists);

const pages = {
  tag,
  token: 'optional',
  kind: 'read with ETag',
  querystring: PageQuery,
  responses: [json(200, 'A page of them', PlaylistPage, { 'A page': { items: [playlist], nextCursor: cursor } })],
} as const;
const write = { tag, token: 'required', kind: 'write' } as const;
const change = { ...write, params: PlaylistPath } as const;

export const onlyAsYourself = () => forbidden('You can only do this as yourself');
const notTheOwner = playlistRefusals.notTheOwner();
const unusable = [playlistRefusals.recipeNotFound(), playlistRefusals.recipeInPlaylist()];
const incomplete = [playlistRefusals.nameRequired(), playlistRefusals.recipeRequired()];

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
  description: 'What is left out stays as it is; `recipes` are all that are in it afterwards.',
  body: PlaylistChange,
  bodyExamples: {
    'Another name': { name: 'Quick' },
    'Private, and of one recipe': { isPrivate: true, recipes: [{ id: card.id }] },
  },
  responses: [became],
  errors: [notTheOwner, ...unusable, ...incomplete],
} satisfies Operation;

export const deletePlaylist = {
  ...change,
  summary: 'Delete a playlist',
  responses: [noContent('It is gone')],
  errors: [notTheOwner],
} satisfies Operation;

export const likePlaylist = {
  ...change,
  limit: 'liking',
  summary: 'Like a playlist, or no longer',
  description: 'Each call turns it round; with an `Idempotency-Key` a repeated one does not.',
  body: PlaylistLike,
  bodyExamples: { 'As oneself': { userId: mia.uid } },
  isBodyOptional: true,
  responses: [json(200, 'What it became', LikeAnswer, { Liked: { liked: true, likeCount: 4 } })],
  errors: [onlyAsYourself()],
} satisfies Operation;

export const addRecipe = {
  ...change,
  limit: 'publishing',
  summary: 'Add a recipe to a playlist',
  body: RecipeOfPlaylist,
  bodyExamples: { 'A recipe': { recipeId: card.id } },
  responses: [became],
  errors: [notTheOwner, ...unusable, playlistRefusals.full()],
} satisfies Operation;

export const removeRecipe = {
  ...write,
  limit: 'publishing',
  summary: 'Take a recipe out of a playlist',
  description: 'The last one stays.',
  params: PlaylistRecipePath,
  responses: [noContent('It is out of the playlist')],
  errors: [notTheOwner, playlistRefusals.recipeRequired()],
} satisfies Operation;
