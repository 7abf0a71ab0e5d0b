import type { FastifyReply, FastifyRequest } from 'fastify';
import { type PlaylistDocument, playlistsModel } from '../../../../projections/definitions/stored-playlists.ts';
import type { ReadModelReader } from '../../../../projections/read-models/read-model-store.ts';
import type { CommandHandler } from '../../../commands/handle-command.ts';
import { derivedId } from '../../../commands/ids.ts';
import type { Playlist } from '../../../core/contracts/playlists.ts';
import type { PageQuery } from '../../../core/contracts/shared.ts';
import { type PlaylistCommand, type PlaylistState, playlist } from '../../../core/domain/playlist/decider.ts';
import { type Authentication, userOf } from '../../plugins/authentication.ts';
import { allowOmittedBody } from '../../plugins/bodies.ts';
import { pageOf, type Slice, withLike } from '../../requests/pages.ts';
import type { Routes } from '../../requests/typed.ts';
import { notFound } from '../../responses/errors.ts';
import { likeResponse } from '../../responses/like-response.ts';
import { send304IfUnchanged, sendJson } from '../../responses/sending.ts';
import type { Authors } from '../../writing/authors.ts';
import {
  executeCommand,
  executeRemoval,
  executeWithAuthor,
  readDocument,
  readFrom,
} from '../../writing/execute-command.ts';
import * as operations from './operations.ts';
import { createPlaylistRecipes } from './playlist-recipes.ts';

export interface PlaylistDeps {
  readonly commands: CommandHandler;
  readonly playlists: ReadModelReader;
  readonly recipes: ReadModelReader;
  readonly authors: Authors;
  readonly authentication: Authentication;
}

export function playlistRoutes(app: Routes, deps: PlaylistDeps): void {
  const { commands, playlists, authors, authentication } = deps;
  const writes = { commands, model: playlists, authors };
  const recipes = createPlaylistRecipes(playlists, deps.recipes);
  const onRequest = authentication.required('Please log in to keep playlists');

  const likedByUser = async (uid: string, ids: readonly string[]): Promise<boolean[]> => {
    const scores = await playlists.scores(playlistsModel.likedBy(uid), ids);
    return scores.map((score) => score !== undefined);
  };

  async function sendPage(
    request: FastifyRequest,
    reply: FastifyReply,
    listing: Listing,
    { cursor, limit = 20 }: PageQuery,
  ): Promise<FastifyReply> {
    const reader = request.user?.uid;
    const position = await readFrom(request, reply, playlists);
    if (send304IfUnchanged(request, reply, `${position}:${reader ?? 'visitor'}`)) return reply;
    const likedByReader = reader === undefined ? undefined : (ids: readonly string[]) => likedByUser(reader, ids);
    const slice: Slice = { ...listing, collection: playlistsModel.playlists, cursor, limit, likedByReader };
    return sendJson(reply, await pageOf(playlists, slice));
  }

  /** Executes a command and returns the playlist after it. */
  async function change(
    request: FastifyRequest,
    reply: FastifyReply,
    prepare: (commandId: string) => { id: string; command: PlaylistCommand },
  ): Promise<Playlist> {
    const { uid } = userOf(request);
    const { answer, author, revision } = await executeWithAuthor(
      { request, reply, ...writes },
      {
        aggregate: playlist,
        prepare: ({ commandId }) => prepare(commandId),
        present: ({ id, state }) => ({ id, ...contentsOf(state, uid) }),
      },
    );
    const { id, recipeIds, ...contents } = answer;
    return { id, revision, ...contents, ownerName: author.name, recipes: await recipes.shown(recipeIds) };
  }

  app.get(
    '/playlists/public',
    { schema: operations.readPublicPlaylists, onRequest: authentication.optional },
    (request, reply) => sendPage(request, reply, { index: playlistsModel.public, includes: isPublic }, request.query),
  );

  app.get(
    '/playlists/:userId',
    { schema: operations.readPlaylists, onRequest: authentication.optional },
    (request, reply) => {
      const { userId } = request.params;
      const isOwn = request.user?.uid === userId;
      const listing: Listing = isOwn
        ? { index: playlistsModel.ownedBy(userId) }
        : { index: playlistsModel.publicOwnedBy(userId), includes: isPublic };
      return sendPage(request, reply, listing, request.query);
    },
  );

  app.get(
    '/playlists/:userId/:playlistId',
    { schema: operations.readPlaylist, onRequest: authentication.optional },
    async (request, reply) => {
      const { userId, playlistId } = request.params;
      const { user } = request;
      const place = { collection: playlistsModel.playlists, id: playlistId };
      const visible = await readDocument(request, reply, playlists, place);
      // What moderators have hidden is read by its owner only.
      const mayReadHidden = !visible && user?.uid === userId;
      const stored = mayReadHidden ? await playlists.get(playlistsModel.hiddenPlaylists, playlistId) : visible;
      if (!stored) throw notFound('playlistId');
      const { json } = stored;
      const { ownerId, isPrivate } = parse(json);
      if (ownerId !== userId || (isPrivate && user?.uid !== userId)) throw notFound('playlistId');
      if (!user) return sendJson(reply, json);
      const [liked] = await likedByUser(user.uid, [playlistId]);
      return sendJson(reply, withLike(json, liked === true));
    },
  );

  app.post('/playlists', { schema: operations.createPlaylist, onRequest }, async (request, reply) => {
    const { id, userId, name, description = '', isPrivate = false } = request.body;
    requireOwnId(request, userId);
    const recipeIds = idsOf(request.body.recipes);
    const missingRecipeIds = await recipes.missing(recipeIds, request.deadline);
    const created = await change(request, reply, (commandId) => ({
      id: id ?? derivedId(commandId, 'playlist'),
      command: { type: 'CreatePlaylist', name, description, isPrivate, recipeIds, missingRecipeIds },
    }));
    return reply.code(201).send(created);
  });

  app.patch('/playlists/:playlistId', { schema: operations.revisePlaylist, onRequest }, async (request, reply) => {
    const { recipes: listed, shownRecipes, ...changes } = request.body;
    const recipeIds = listed && idsOf(listed);
    const shownRecipeIds = shownRecipes && idsOf(shownRecipes);
    const { playlistId: id } = request.params;
    const [missingRecipeIds, hiddenRecipeIds, withdrawn] = await Promise.all([
      recipes.missing(recipeIds ?? [], request.deadline),
      recipeIds ? recipes.hiddenFrom(id) : [],
      recipeIds ? recipes.withdrawnFrom(id) : [],
    ]);
    const edit = { ...changes, recipeIds, shownRecipeIds, missingRecipeIds, hiddenRecipeIds, withdrawn };
    const { uid: actor } = userOf(request);
    return change(request, reply, () => ({ id, command: { type: 'RevisePlaylist', actor, ...edit } }));
  });

  app.delete('/playlists/:playlistId', { schema: operations.deletePlaylist, onRequest }, (request, reply) => {
    const command = { type: 'DeletePlaylist', actor: userOf(request).uid } as const;
    return executeRemoval({ request, reply, ...writes }, playlist, { id: request.params.playlistId, command });
  });

  app.post(
    '/playlists/:playlistId/like',
    { schema: operations.likePlaylist, onRequest, preValidation: allowOmittedBody },
    (request, reply) => {
      const { userId, liked } = request.body;
      requireOwnId(request, userId);
      const { uid: actor } = userOf(request);
      const command = { type: 'Like', actor, liked } as const;
      return executeCommand(
        { request, reply, ...writes },
        {
          aggregate: playlist,
          prepare: async () => {
            const { playlistId: id } = request.params;
            if (await playlists.get(playlistsModel.hiddenPlaylists, id)) throw notFound('playlistId');
            return { id, command };
          },
          present: ({ state }) => likeResponse(state.status === 'created' ? state.likes : new Set(), actor),
        },
      );
    },
  );

  app.post('/playlists/:playlistId/recipes', { schema: operations.addRecipe, onRequest }, async (request, reply) => {
    const { playlistId: id } = request.params;
    const { recipeId } = request.body;
    const [missingRecipeIds, withdrawn] = await Promise.all([
      recipes.missing([recipeId], request.deadline),
      recipes.withdrawnFrom(id),
    ]);
    const command = { type: 'AddRecipe', actor: userOf(request).uid, recipeId, missingRecipeIds, withdrawn } as const;
    return change(request, reply, () => ({ id, command }));
  });

  app.delete(
    '/playlists/:playlistId/recipes/:recipeId',
    { schema: operations.removeRecipe, onRequest },
    (request, reply) => {
      const { playlistId, recipeId } = request.params;
      const command = { type: 'RemoveRecipe', actor: userOf(request).uid, recipeId } as const;
      return executeRemoval({ request, reply, ...writes }, playlist, { id: playlistId, command });
    },
  );
}

type Listing = Pick<Slice, 'index' | 'includes'>;

const parse = (json: string): PlaylistDocument => JSON.parse(json);

/** The document decides, not the index that lists it: the owner may make a playlist private between the two reads. */
const isPublic = (json: string): boolean => !parse(json).isPrivate;

/** Only the token identifies the user; a user id in the body must match. @throws HttpError */
function requireOwnId(request: FastifyRequest, userId: string | undefined): void {
  if (userId !== undefined && userId !== userOf(request).uid) throw operations.onlyAsYourself();
}

const idsOf = (recipes: readonly { id: string }[]): string[] => recipes.map(({ id }) => id);

/** A copy, because later commands mutate the state. */
function contentsOf(state: PlaylistState, reader: string) {
  if (state.status !== 'created') throw new Error('A playlist that does not exist was changed');
  const { name, description, isPrivate, ownerId, createdAt, likes, recipes } = state;
  const contents = { name, description, isPrivate, ownerId, createdAt };
  return { ...contents, likeCount: likes.size, likedByMe: likes.has(reader), recipeIds: [...recipes] };
}
