import { recipesModel } from '../../../../projections/definitions/recipes.ts';
import { writersModel } from '../../../../projections/definitions/writers.ts';
import type { ReadModelReader } from '../../../../projections/read-models/read-model-store.ts';

/** Whether a person has a post, a comment on a post or a recipe, and so has shown themself. */
export async function hasPublished(posts: ReadModelReader, recipes: ReadModelReader, uid: string): Promise<boolean> {
  if (await posts.get(writersModel.writers, uid)) return true;
  const newest = await recipes.range(recipesModel.publishedBy(uid), { limit: 1, direction: 'descending' });
  return newest.length > 0;
}
