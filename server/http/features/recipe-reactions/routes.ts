import type { FastifyRequest } from 'fastify';
import { signatureOf } from '../../../../projections/definitions/post-document.ts';
import {
  newRecipeComment,
  noReactions,
  recipeReactionsModel,
} from '../../../../projections/definitions/recipe-reactions.ts';
import { recipesModel } from '../../../../projections/definitions/recipes.ts';
import type { ReadModelReader } from '../../../../projections/read-models/read-model-store.ts';
import type { CommandHandler } from '../../../commands/handle-command.ts';
import { derivedId } from '../../../commands/ids.ts';
import type { Comment } from '../../../core/contracts/community.ts';
import { recipeReactions } from '../../../core/domain/recipe-reactions/decider.ts';
import { type Authentication, userOf } from '../../plugins/authentication.ts';
import { allowOmittedBody } from '../../plugins/bodies.ts';
import type { FormPictures } from '../../requests/form-pictures.ts';
import { resolveMentions } from '../../requests/mentions.ts';
import { pageOf, withLike } from '../../requests/pages.ts';
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
  waitForRequired,
} from '../../writing/execute-command.ts';
import * as operations from './operations.ts';

export interface RecipeReactionDeps {
  readonly commands: CommandHandler;
  readonly posts: ReadModelReader;
  readonly recipes: ReadModelReader;
  readonly recipeReactions: ReadModelReader;
  readonly pictures: FormPictures;
  readonly authors: Authors;
  readonly authentication: Authentication;
}

const { reactions, comments, commentsOf, likesOf } = recipeReactionsModel;

export function recipeReactionRoutes(app: Routes, deps: RecipeReactionDeps): void {
  const { commands, posts, recipes, recipeReactions: model, pictures, authors, authentication } = deps;
  const writes = { commands, model, authors };
  const required = authentication.required('Please log in to like recipes and comment on them');
  const optional = { onRequest: authentication.optional };

  /** By the read model that shows users a new recipe first: they may react to it at once. */
  const isPublished = async (request: FastifyRequest, recipeId: string): Promise<boolean> => {
    await waitForRequired(request, recipes);
    return (await recipes.get(recipesModel.recipes, recipeId)) !== undefined;
  };

  /** To its users' own comments, a recipe that moderators have hidden still exists. */
  const isPublishedOrHidden = async (request: FastifyRequest, recipeId: string): Promise<boolean> =>
    (await isPublished(request, recipeId)) || (await recipes.get(recipesModel.hiddenRecipes, recipeId)) !== undefined;

  app.get('/recipes/:id/reactions', { schema: operations.readReactions, ...optional }, async (request, reply) => {
    const { id } = request.params;
    const reader = request.user?.uid;
    const document = await readDocument(request, reply, model, { collection: reactions, id });
    // Also one with reactions may be hidden.
    if (!(await isPublished(request, id))) throw notFound('id');
    if (send304IfUnchanged(request, reply, `${document?.position ?? 0}:${reader ?? 'visitor'}`)) return reply;
    const json = document?.json ?? JSON.stringify(noReactions(id));
    if (reader === undefined) return sendJson(reply, json);
    const [like] = await model.scores(likesOf(id), [reader]);
    return sendJson(reply, withLike(json, like !== undefined));
  });

  app.get('/recipes/:id/comments', { schema: operations.readRecipeComments, ...optional }, async (request, reply) => {
    const { id } = request.params;
    const { cursor, limit = 20 } = request.query;
    await readFrom(request, reply, model);
    if (!(await isPublished(request, id))) throw notFound('id');
    return sendJson(reply, await pageOf(model, { index: commentsOf(id), collection: comments, cursor, limit }));
  });

  app.post(
    '/recipes/:id/like',
    { schema: operations.likeRecipe, onRequest: required, preValidation: allowOmittedBody },
    (request, reply) => {
      const { id } = request.params;
      const { uid: actor } = userOf(request);
      const { liked } = request.body;
      return executeCommand(
        { request, reply, ...writes },
        {
          aggregate: recipeReactions,
          prepare: async () => ({
            id,
            command: { type: 'Like' as const, actor, liked, isPublished: await isPublished(request, id) },
          }),
          present: ({ state }) => likeResponse(state.likes, actor),
        },
      );
    },
  );

  app.post(
    '/recipes/:id/comments',
    { schema: operations.addRecipeComment, onRequest: required },
    async (request, reply) => {
      const { id } = request.params;
      const { uid: authorId } = userOf(request);
      const { text } = request.body;
      const [isRecipePublished, photos, mentions] = await Promise.all([
        isPublished(request, id),
        pictures.allUploaded(request.body.photos),
        resolveMentions({ posts, recipes }, text, { chosen: request.body.mentions }),
      ]);
      const { answer, author } = await executeWithAuthor(
        { request, reply, ...writes },
        {
          aggregate: recipeReactions,
          prepare: ({ commandId }) => {
            const newId = request.body.id ?? derivedId(commandId, 'comment');
            const written = { commentId: newId, text, photos, mentions };
            return { id, command: { type: 'AddComment' as const, ...written, isPublished: isRecipePublished } };
          },
          present: ({ events: [event] }) => {
            if (event?.type !== 'RecipeCommentAdded') throw new Error('Commenting recorded no comment');
            return { added: event.data, createdAt: event.meta.at };
          },
        },
      );
      const comment = newRecipeComment(answer.added, signatureOf(authorId, author, answer.createdAt));
      return reply.code(201).send(comment satisfies Comment);
    },
  );

  app.delete(
    '/recipes/:id/comments/:commentId',
    { schema: operations.deleteRecipeComment, onRequest: required },
    async (request, reply) => {
      const { id, commentId } = request.params;
      const actor = userOf(request).uid;
      const exists = await isPublishedOrHidden(request, id);
      const command = { type: 'DeleteComment', actor, commentId, isPublished: exists } as const;
      return executeRemoval({ request, reply, ...writes }, recipeReactions, { id, command });
    },
  );
}
