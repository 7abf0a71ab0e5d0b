import { recipesModel } from '../../../../projections/definitions/recipes.ts';
import { postsModel } from '../../../../projections/definitions/stored-posts.ts';
import type { ReadModelReader } from '../../../../projections/read-models/read-model-store.ts';
import { followingLimits } from '../../../core/contracts/limits.ts';

/** The part of a post or of a recipe's card that says whose it is. */
interface Work {
  readonly authorId: string;
}

/** The newest entries of an index with their authors. */
async function newestAuthors(model: ReadModelReader, index: string, collection: string) {
  const entries = await model.range(index, { limit: followingLimits.recent, direction: 'descending' });
  const documents = await model.getMany(
    collection,
    entries.map(({ member }) => member),
  );
  return entries.flatMap(({ score }, at) => {
    const json = documents[at]?.json;
    if (json === undefined) return [];
    const { authorId }: Work = JSON.parse(json);
    return { uid: authorId, score };
  });
}

/** The authors of the newest posts and recipes, the last one first. Their number, and so the cost, is bounded. */
export async function recentAuthors(posts: ReadModelReader, recipes: ReadModelReader): Promise<Set<string>> {
  const authors = await Promise.all([
    newestAuthors(posts, postsModel.feed, postsModel.posts),
    newestAuthors(recipes, recipesModel.newest, recipesModel.cards),
  ]);
  const newestFirst = authors.flat().sort((a, b) => b.score - a.score);
  return new Set(newestFirst.map(({ uid }) => uid));
}
