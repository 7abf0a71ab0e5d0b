import { toRecipe } from '../../../../projections/definitions/recipe-document.ts';
import { type ReactionCounts, recipeReactionsModel } from '../../../../projections/definitions/recipe-reactions.ts';
import { recipesModel } from '../../../../projections/definitions/recipes.ts';
import type { ReadModelReader, StoredDocument } from '../../../../projections/read-models/read-model-store.ts';
import type { FoundRecipes, RecipeQuery } from '../../../../projections/search/found-recipes.ts';
import type { CommandHandler } from '../../../commands/handle-command.ts';
import { derivedId } from '../../../commands/ids.ts';
import type { Recipe } from '../../../core/contracts/recipes.ts';
import { recipe } from '../../../core/domain/recipe/decider.ts';
import type { BasedOn } from '../../../core/domain/recipe/events.ts';
import { type Authentication, userOf } from '../../plugins/authentication.ts';
import { remainingMs } from '../../plugins/deadlines.ts';
import type { FormPictures } from '../../requests/form-pictures.ts';
import { pageOf, withLike } from '../../requests/pages.ts';
import type { Routes } from '../../requests/typed.ts';
import { notFound } from '../../responses/errors.ts';
import { send304IfUnchanged, sendJson } from '../../responses/sending.ts';
import type { Authors } from '../../writing/authors.ts';
import {
  executeRemoval,
  executeWithAuthor,
  readDocument,
  readFrom,
  readYourWritesTimeoutMs,
} from '../../writing/execute-command.ts';
import { likesFor } from './found-likes.ts';
import { foundPage, recipeQueryOf } from './found-page.ts';
import * as operations from './operations.ts';
import { recipeTextOf } from './recipe-text.ts';
import { maxRelated, relatedQuery } from './related.ts';

/** Full-text search for recipes. */
export interface SearchRecipes {
  /** Ids, best match first. */
  find(query: string): readonly string[];
  /** A page of results with filters, counts and an order. */
  findPage(query: RecipeQuery): FoundRecipes;
  /** Resolves true once everything up to this log position can be found, false after `timeoutMs`. */
  waitFor(position: bigint, timeoutMs: number): Promise<boolean>;
}

export interface RecipeDeps {
  readonly commands: CommandHandler;
  readonly recipes: ReadModelReader;
  readonly recipeReactions: ReadModelReader;
  readonly search: SearchRecipes;
  readonly pictures: FormPictures;
  readonly authors: Authors;
  readonly authentication: Authentication;
}

export function recipeRoutes(app: Routes, deps: RecipeDeps): void {
  const { commands, recipes, recipeReactions, search, pictures, authors, authentication } = deps;
  const writes = { commands, model: recipes, authors };
  const required = authentication.required('Please log in to share recipes');
  const optional = { onRequest: authentication.optional };

  /** What moderators have hidden is read by its author only. */
  async function hiddenFor(reader: string | undefined, id: string): Promise<StoredDocument | undefined> {
    const hidden = reader === undefined ? undefined : await recipes.get(recipesModel.hiddenRecipes, id);
    const recipe: Recipe | undefined = hidden && JSON.parse(hidden.json);
    return recipe?.authorId === reader ? hidden : undefined;
  }

  app.get('/recipes', { schema: operations.readRecipes, ...optional }, async (request, reply) => {
    const { cursor, limit = 20, author } = request.query;
    const position = await readFrom(request, reply, recipes);
    if (send304IfUnchanged(request, reply, String(position))) return reply;
    const index = author === undefined ? recipesModel.newest : recipesModel.publishedBy(author);
    return sendJson(reply, await pageOf(recipes, { index, collection: recipesModel.cards, cursor, limit }));
  });

  app.get('/recipes/search', { schema: operations.searchRecipes, ...optional }, async (request, reply) => {
    const position = await readFrom(request, reply, recipes);
    await search.waitFor(position, remainingMs(request, readYourWritesTimeoutMs));
    const found = await recipes.getMany(recipesModel.cards, search.find(request.query.q ?? ''));
    // A recipe without a card was withdrawn after the search found it.
    const items = found.flatMap((card) => card?.json ?? []);
    return sendJson(reply, `{"items":[${items.join(',')}],"nextCursor":null}`);
  });

  app.get('/recipes/find', { schema: operations.findRecipes, ...optional }, async (request, reply) => {
    const query = recipeQueryOf(request.query);
    const likes = await likesFor(request, reply, recipeReactions);
    const position = await readFrom(request, reply, recipes);
    await search.waitFor(position, remainingMs(request, readYourWritesTimeoutMs));
    return sendJson(reply, await foundPage(recipes, query, search.findPage({ ...query, ...likes })));
  });

  app.get('/recipes/:id', { schema: operations.readRecipe, ...optional }, async (request, reply) => {
    const { id } = request.params;
    const reader = request.user?.uid;
    const [visible, adaptations, counts] = await Promise.all([
      readDocument(request, reply, recipes, { collection: recipesModel.recipes, id }),
      readDocument(request, reply, recipes, { collection: recipesModel.adaptationCounts, id }),
      readDocument(request, reply, recipeReactions, { collection: recipeReactionsModel.counts, id }),
    ]);
    const document = visible ?? (await hiddenFor(reader, id));
    if (!document) throw notFound('id');
    const positions = [document, adaptations, counts].map((stored) => stored?.position ?? 0);
    if (send304IfUnchanged(request, reply, [...positions, reader ?? 'visitor'].join(':'))) return reply;
    const own = adaptations ? withFields(document.json, adaptations.json) : document.json;
    const json = withFields(own, counts?.json ?? JSON.stringify(noCounts));
    if (reader === undefined) return sendJson(reply, json);
    const [like] = await recipeReactions.scores(recipeReactionsModel.likesOf(id), [reader]);
    return sendJson(reply, withLike(json, like !== undefined));
  });

  app.get('/recipes/:id/related', { schema: operations.readRelated, ...optional }, async (request, reply) => {
    const { id } = request.params;
    const document = await readDocument(request, reply, recipes, { collection: recipesModel.recipes, id });
    if (!document) throw notFound('id');
    const others = search.find(relatedQuery(JSON.parse(document.json))).filter((other) => other !== id);
    const found = await recipes.getMany(recipesModel.cards, others.slice(0, maxRelated));
    const items = found.flatMap((card) => card?.json ?? []);
    return sendJson(reply, `{"items":[${items.join(',')}],"nextCursor":null}`);
  });

  app.get('/recipes/:id/adaptations', { schema: operations.readAdaptations, ...optional }, async (request, reply) => {
    const { id } = request.params;
    const { cursor, limit = 20 } = request.query;
    if (!(await readDocument(request, reply, recipes, { collection: recipesModel.recipes, id }))) throw notFound('id');
    const index = recipesModel.adaptationsOf(id);
    return sendJson(reply, await pageOf(recipes, { index, collection: recipesModel.cards, cursor, limit }));
  });

  /** What an adaptation credits: never what the request says about it. Null if the recipe is not published. */
  const originalOf = async (recipeId: string): Promise<BasedOn | null> => {
    const original = await recipes.get(recipesModel.recipes, recipeId);
    if (!original) return null;
    const { title, author }: Recipe = JSON.parse(original.json);
    return { recipeId, title, author };
  };

  app.post('/recipes', { schema: operations.publishRecipe, onRequest: required }, async (request, reply) => {
    const { uid: authorId } = userOf(request);
    const { basedOn: originalId } = request.body;
    const written = await recipeTextOf(request.body, { request, pictures });
    const credit = originalId === undefined ? {} : { basedOn: await originalOf(originalId) };
    const { answer, author, revision } = await executeWithAuthor(
      { request, reply, ...writes },
      {
        aggregate: recipe,
        prepare: ({ commandId }) => ({
          id: request.body.id ?? derivedId(commandId, 'recipe'),
          command: { type: 'PublishRecipe' as const, recipe: written, ...credit },
        }),
        present: ({ id, events: [event] }) => {
          if (event?.type !== 'RecipePublished') throw new Error('Publishing recorded no recipe');
          return { id, published: event.data, createdAt: event.meta.at };
        },
      },
    );
    const { id, published, createdAt } = answer;
    const { basedOn } = published;
    const shown = toRecipe(id, published, { revision, authorId, authorName: author.name, createdAt, basedOn });
    return reply.code(201).send({ ...shown, ...noCounts } satisfies Recipe);
  });

  app.put('/recipes/:id', { schema: operations.reviseRecipe, onRequest: required }, async (request, reply) => {
    const { id } = request.params;
    const { uid: authorId } = userOf(request);
    const stored = async (): Promise<StoredDocument | undefined> =>
      (await recipes.get(recipesModel.recipes, id)) ?? hiddenFor(authorId, id);
    const before = await stored();
    const { imageUrl: currentImageUrl }: Pick<Recipe, 'imageUrl'> = before ? JSON.parse(before.json) : {};
    const { revision: from, ...form } = request.body;
    const written = await recipeTextOf(form, { request, pictures, currentImageUrl });
    const { answer, author, revision } = await executeWithAuthor(
      { request, reply, ...writes },
      {
        aggregate: recipe,
        prepare: () => ({ id, command: { type: 'ReviseRecipe' as const, actor: authorId, recipe: written, from } }),
        present: ({ state }) => {
          if (state.status !== 'published') throw new Error('A recipe that is not published was revised');
          return { revised: state.recipe, createdAt: state.publishedAt };
        },
      },
    );
    const { revised, createdAt } = answer;
    const [after, adaptations, counts] = await Promise.all([
      stored(),
      recipes.get(recipesModel.adaptationCounts, id),
      recipeReactions.get(recipeReactionsModel.counts, id),
    ]);
    // A revision changes no credit and restores nothing, and what is based on a recipe is not in its stream.
    const { basedOn, hidden }: Pick<Recipe, 'basedOn' | 'hidden'> = after ? JSON.parse(after.json) : {};
    const shown = toRecipe(id, revised, { revision, authorId, authorName: author.name, createdAt, basedOn });
    return {
      ...shown,
      ...(hidden && { hidden }),
      ...(adaptations && JSON.parse(adaptations.json)),
      ...(counts ? JSON.parse(counts.json) : noCounts),
    } satisfies Recipe;
  });

  app.delete('/recipes/:id', { schema: operations.withdrawRecipe, onRequest: required }, (request, reply) => {
    const command = { type: 'WithdrawRecipe', actor: userOf(request).uid } as const;
    return executeRemoval({ request, reply, ...writes }, recipe, { id: request.params.id, command });
  });
}

/** Of a recipe that the read model of the reactions does not include yet. */
const noCounts: ReactionCounts = { likeCount: 0, commentCount: 0 };

/** A stored recipe with further fields, added without parsing it. */
const withFields = (json: string, fields: string): string => `${json.slice(0, -1)},${fields.slice(1)}`;
