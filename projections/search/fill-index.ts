import type { Recipe } from '../../server/core/contracts/recipes.ts';
import type { Logger } from '../../server/core/logger.ts';
import { recipesModel, recipesProjection } from '../definitions/recipes.ts';
import {
  type Checkpoint,
  type IndexEntry,
  ReadModelNotBuilt,
  type ReadModelReader,
  type ReadModelStore,
  type StoredDocument,
} from '../read-models/read-model-store.ts';
import type { TimeSlice } from '../runner/time-slice.ts';
import type { RecipeIndex } from './recipe-index.ts';

export interface FillOptions {
  readonly store: Pick<ReadModelStore, 'open' | 'serve'>;
  readonly slice: Pick<TimeSlice, 'yieldIfUsedUp'>;
  readonly logger: Pick<Logger, 'warn'>;
  /** Ends it with the signal's reason. */
  readonly signal: AbortSignal;
  /** Recipes that are read at once. */
  readonly pageSize?: number;
}

/**
 * The checkpoint of the read model of recipes, to fill an index from.
 * @throws ReadModelNotBuilt also while it is built from nothing, ReadModelUnavailable
 */
export async function recipesCheckpoint(store: FillOptions['store']): Promise<Checkpoint> {
  // From here on, this process refuses to read the model if its store loses what it has now.
  await store.serve(recipesProjection).progress();
  const checkpoint = await store.open(recipesProjection).committed();
  if (checkpoint === undefined) throw new ReadModelNotBuilt(recipesProjection);
  return checkpoint;
}

/**
 * Adds the recipes in the order of their latest texts, as reading the log up to the model's checkpoint would. The model is read
 * while it changes: a recipe that has changed after the checkpoint may be newer, or gone. The caller indexes the events after
 * the checkpoint, which corrects that. A revised recipe is never missing: the event does not say when it was published.
 * @throws ReadModelNotBuilt, ReadModelUnavailable
 */
export async function fillIndex(index: RecipeIndex, options: FillOptions): Promise<void> {
  const { store, slice, logger, signal, pageSize = 500 } = options;
  const reader = store.serve(recipesProjection);
  let page: Page | undefined = await readPage(reader, pageSize);
  while (page !== undefined) {
    signal.throwIfAborted();
    // Read while this one is indexed.
    const next: Promise<Page> | undefined = page.last && readPage(reader, pageSize, page.last);
    // A failure is thrown below.
    next?.catch(() => {});
    for (const [id, document] of page.recipes) {
      // Without a document, it was withdrawn meanwhile.
      if (document !== undefined) put(index, id, document, logger);
      await slice.yieldIfUsedUp();
    }
    page = await next;
  }
}

interface Page {
  readonly recipes: readonly (readonly [id: string, document: StoredDocument | undefined])[];
  /** Undefined if no page follows. */
  readonly last: IndexEntry | undefined;
}

async function readPage(reader: ReadModelReader, limit: number, after?: IndexEntry): Promise<Page> {
  const options = { limit, direction: 'ascending', ...(after && { after }) } as const;
  const entries = await reader.range(recipesModel.edited, options);
  const ids = entries.map(({ member }) => member);
  const documents = await readRecipes(reader, ids);
  return {
    recipes: ids.map((id, n) => [id, documents[n]]),
    last: ids.length === limit ? entries.at(-1) : undefined,
  };
}

/** Hidden recipes, too: a restoration does not bring their texts. */
async function readRecipes(reader: ReadModelReader, ids: readonly string[]): Promise<(StoredDocument | undefined)[]> {
  const documents = await reader.getMany(recipesModel.recipes, ids);
  const missing = ids.filter((_, n) => documents[n] === undefined);
  if (missing.length === 0) return [...documents];
  const hidden = await reader.getMany(recipesModel.hiddenRecipes, missing);
  return documents.map((document, n) => document ?? hidden[missing.indexOf(ids[n] ?? '')]);
}

function put(index: RecipeIndex, id: string, { json }: StoredDocument, logger: Pick<Logger, 'warn'>): void {
  try {
    const recipe: Recipe = JSON.parse(json);
    index.put(id, recipe, { authorId: recipe.authorId, publishedAt: Date.parse(recipe.createdAt) });
    if (recipe.hidden) index.hide(id);
  } catch (error) {
    index.remove(id);
    logger.warn(
      { recipe: id, reason: String(error) },
      'The document of a recipe is damaged, so searches do not find it: rebuild the projection recipes',
    );
  }
}
