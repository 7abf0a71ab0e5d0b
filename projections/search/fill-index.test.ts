import fc from 'fast-check';
import { expect, test } from 'vitest';
import { upcast } from '../../server/core/domain/event-versions.ts';
import { recipeEvents } from '../../server/core/domain/recipe/upcast.ts';
import { eventsOf, type GivenEvent } from '../../tests/support/applied-batches.ts';
import { QuietLogger } from '../../tests/support/quiet-logger.ts';
import { recipeHistory, recipeText } from '../../tests/support/recipe-histories.ts';
import type { ProjectedEvent } from '../definitions/projection.ts';
import { recipesProjection } from '../definitions/recipes.ts';
import { MemoryReadModels } from '../read-models/memory/memory-read-models.ts';
import type { ReadModelReader } from '../read-models/read-model-store.ts';
import { LocalFold } from '../runner/local-fold.ts';
import { fillIndex, recipesCheckpoint } from './fill-index.ts';
import { RecipeIndex } from './recipe-index.ts';
import { indexRecipe } from './recipe-search.ts';

/** Each recipe has one of two words, and its author is renamed now and then. */
const history = fc
  .tuple(recipeHistory, fc.array(fc.nat({ max: 24 }), { maxLength: 4 }))
  .map(([steps, renames]): ProjectedEvent[] => {
    const events = steps.map(([stream, type, data], n): GivenEvent => {
      const ingredients = [{ quantity: null, unit: null, name: n % 3 === 0 ? 'leeks' : 'potatoes' }];
      return [stream, type, type === 'RecipeWithdrawn' ? data : { ...data, ingredients }];
    });
    for (const at of renames)
      events.splice(at, 0, ['profile-mia', 'ProfileRevised', { username: `mia_${at}`, avatar: null }]);
    return eventsOf(1, events);
  });

function indexAll(index: RecipeIndex, events: readonly ProjectedEvent[]): RecipeIndex {
  for (const event of events) if (event.type in recipeEvents) indexRecipe(index, upcast(recipeEvents, event));
  return index;
}

const queries = ['recipe', 'revised', 'leeks', 'potatoes', 'leeks potatoes', '3'];
const resultsOf = (index: RecipeIndex) => queries.map((query) => index.find(query));

test('finds and ranks like an index of the whole log, while the model changes', async () => {
  const spread = { changedMeanwhile: 0, severalPages: 0 };
  await fc.assert(
    fc.asyncProperty(
      history,
      fc.nat({ max: 29 }),
      fc.nat({ max: 3 }),
      fc.nat({ max: 3 }),
      async (events, cut, step, size) => {
        const store = new MemoryReadModels();
        const fold = new LocalFold(recipesProjection, store.open(recipesProjection).local, undefined, () => {});
        let folded = 0;
        const foldTo = (end: number) => {
          const next = events.slice(folded, end);
          folded = Math.max(folded, Math.min(end, events.length));
          fold.apply(next, BigInt(folded));
        };
        foldTo(cut);
        let reads = 0;
        const meanwhile =
          <Args extends unknown[], T>(read: (...args: Args) => Promise<T>) =>
          async (...args: Args) => {
            const found = await read(...args);
            reads++;
            if (folded < events.length && step > 0) spread.changedMeanwhile++;
            foldTo(folded + step);
            return found;
          };
        const reader = store.serve(recipesProjection);
        const changing: ReadModelReader = {
          get: (collection, id) => reader.get(collection, id),
          getMany: meanwhile((collection, ids) => reader.getMany(collection, ids)),
          range: meanwhile((index, options) => reader.range(index, options)),
          scores: (index, members) => reader.scores(index, members),
          position: () => reader.position(),
          progress: () => reader.progress(),
          getWithProgress: (collection, id) => reader.getWithProgress(collection, id),
          waitFor: (position, timeoutMs) => reader.waitFor(position, timeoutMs),
        };
        const source = { open: () => store.open(recipesProjection), serve: () => changing };
        const index = new RecipeIndex();
        const checkpoint = await recipesCheckpoint(source);
        const { signal } = new AbortController();
        const slice = { yieldIfUsedUp: async () => {} };
        await fillIndex(index, {
          ...{ store: source, slice, signal, logger: new QuietLogger() },
          pageSize: size + 1,
        });
        if (reads > 2) spread.severalPages++;
        indexAll(
          index,
          events.filter(({ position }) => position > checkpoint.position),
        );
        expect(resultsOf(index)).toEqual(resultsOf(indexAll(new RecipeIndex(), events)));
      },
    ),
    { numRuns: 100 },
  );
  expect(Math.min(...Object.values(spread))).toBeGreaterThan(20);
});

test('finds a recipe that moderators have hidden only once it is restored', async () => {
  const store = new MemoryReadModels();
  const given: GivenEvent[] = [
    ...['1', '2'].map((id): GivenEvent => [`recipe-${id}`, 'RecipePublished', { ...recipeText, title: `Leeks ${id}` }]),
    ['moderation-recipe:1', 'ContentHidden', { authorId: 'mia', reason: 'Raw' }, 'dee'],
  ];
  const model = store.open(recipesProjection);
  new LocalFold(recipesProjection, model.local, undefined, () => {}).apply(eventsOf(1, given), BigInt(given.length));
  const index = new RecipeIndex();
  await fillIndex(index, {
    ...{ store, slice: { yieldIfUsedUp: async () => {} }, logger: new QuietLogger() },
    signal: new AbortController().signal,
  });
  expect(index.find('leeks')).toEqual(['2']);
  index.restore('1');
  expect(index.find('leeks')).toEqual(['1', '2']);
});
