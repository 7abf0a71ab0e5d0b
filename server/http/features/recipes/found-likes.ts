import type { FastifyReply, FastifyRequest } from 'fastify';
import { recipeReactionsModel } from '../../../../projections/definitions/recipe-reactions.ts';
import type { IndexEntry, ReadModelReader } from '../../../../projections/read-models/read-model-store.ts';
import type { RecipeQuery } from '../../../../projections/search/found-recipes.ts';
import type { FindingQuery } from '../../../core/contracts/finding.ts';
import { findingLimits } from '../../../core/contracts/limits.ts';
import { tokenRequired } from '../../plugins/authentication.ts';
import { readFrom } from '../../writing/execute-command.ts';

/**
 * What a search needs of the likes, which the index does not have: the recipes that the user likes, or how many users like
 * each recipe. Reads neither for other searches, and of each no more than a search looks at.
 * @throws HttpError 401 if a visitor asks for what they like
 */
export async function likesFor(
  request: FastifyRequest & { readonly query: FindingQuery },
  reply: FastifyReply,
  model: ReadModelReader,
): Promise<Pick<RecipeQuery, 'liked' | 'likes'>> {
  const { liked = false, sort } = request.query;
  const isByLikes = sort === 'mostLiked';
  if (!liked && !isByLikes) return {};
  if (liked && !request.user) throw tokenRequired('Please log in to find the recipes that you like');
  await readFrom(request, reply, model);
  const first = (index: string): Promise<IndexEntry[]> =>
    model.range(index, { limit: findingLimits.considered + 1, direction: 'descending' });
  const [own, most] = await Promise.all([
    liked && request.user ? first(recipeReactionsModel.likedBy(request.user.uid)) : undefined,
    isByLikes ? first(recipeReactionsModel.mostLiked) : undefined,
  ]);
  return {
    liked: own?.map(({ member }) => member),
    likes: most && new Map(most.map(({ member, score }) => [member, score])),
  };
}
