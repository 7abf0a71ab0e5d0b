import { expect, onTestFinished, test } from 'vitest';
import { MemoryEventLog } from '../../tests/support/memory-event-log.ts';
import { QuietLogger } from '../../tests/support/quiet-logger.ts';
import { recipeText } from '../../tests/support/recipe-histories.ts';
import { until } from '../../tests/support/until.ts';
import { recipesModel, recipesProjection } from '../definitions/recipes.ts';
import { MemoryReadModels } from '../read-models/memory/memory-read-models.ts';
import { ReadModelNotBuilt, type ReadModelStore, ReadModelUnavailable } from '../read-models/read-model-store.ts';
import { startProjections } from '../runner/start-projections.ts';
import { RecipeSearch } from './recipe-search.ts';

const soup = {
  ...recipeText,
  title: 'Leek soup',
  cuisine: 'French',
  description: 'Green',
  ingredients: [{ quantity: null, unit: null, name: 'Potatoes' }],
};

/** Runs the projection of recipes until the end of the test. */
function project(log: MemoryEventLog, store: ReadModelStore): void {
  const projections = startProjections({ log, store, definitions: [recipesProjection], logger: new QuietLogger() });
  onTestFinished(() => projections.stop());
}

function newSearch(log: MemoryEventLog, store: Pick<ReadModelStore, 'open' | 'serve'>, logger = new QuietLogger()) {
  const search = new RecipeSearch({ log, store, logger });
  onTestFinished(() => search.stop());
  return search;
}

test('every node searches the whole log up to the awaited position, even if it starts later', async () => {
  const log = new MemoryEventLog();
  const store = new MemoryReadModels();
  const [first, second] = [newSearch(log, store), newSearch(log, store)];
  first.start();
  project(log, store);
  log.append('recipe-soup', 'RecipePublished', soup, 'mia');
  const published = log.append('recipe-stew', 'RecipePublished', { ...soup, title: 'Stew' }, 'mia');
  expect(await store.open(recipesProjection).waitFor(published, 30_000)).toBe(true);
  second.start();
  for (const each of [first, second]) {
    expect(await each.waitFor(published, 30_000)).toBe(true);
    expect(each.status()).toMatchObject([{ name: 'recipe-index' }]);
    expect(each.find('potatoes')).toEqual(['stew', 'soup']);
  }

  log.append('recipe-stew', 'RecipeWithdrawn', {}, 'mia');
  const revised = log.append('recipe-soup', 'RecipeRevised', { ...soup, title: 'Broth' }, 'mia');
  for (const each of [first, second]) {
    expect(await each.waitFor(revised, 30_000)).toBe(true);
    expect([each.find('potatoes'), each.find('leek'), each.find('bro')]).toEqual([['soup'], [], ['soup']]);
  }
});

test('refuses to search and reports no status when it is never started', async () => {
  const log = new MemoryEventLog();
  log.append('recipe-soup', 'RecipePublished', soup, 'mia');
  const idle = newSearch(log, new MemoryReadModels());
  expect([idle.status(), await idle.waitUntilCaughtUp(10)]).toEqual([[], false]);
  expect(() => idle.find('leek')).toThrow(ReadModelNotBuilt);
});

test('is not ready while the read model is being built', async () => {
  const log = new MemoryEventLog();
  const store = new MemoryReadModels();
  const model = store.open(recipesProjection);
  const published = log.append('recipe-soup', 'RecipePublished', soup, 'mia');
  // As another process that has begun and not finished.
  model.beginBuild(published);
  await model.commit(undefined, 5n, []);
  const search = newSearch(log, store);
  search.start();
  expect(await search.waitUntilCaughtUp(150)).toBe(false);
  expect(search.status()).toMatchObject([{ name: 'recipe-index', state: 'catching-up', position: undefined }]);
  await model.clear(5n);
  project(log, store);
  await until(() => search.waitUntilCaughtUp(2_000));
  expect(search.find('potatoes')).toEqual(['soup']);
});

test('waits for a store that is away', async () => {
  const log = new MemoryEventLog();
  const store = new MemoryReadModels();
  log.append('recipe-soup', 'RecipePublished', soup, 'mia');
  project(log, store);
  let isAway = true;
  const serve: ReadModelStore['serve'] = (projection) => {
    if (isAway) throw new ReadModelUnavailable('Redis is away');
    return store.serve(projection);
  };
  const logger = new QuietLogger();
  const search = newSearch(log, { open: (projection) => store.open(projection), serve }, logger);
  search.start();
  await until(() => search.status()[0]?.state === 'failing');
  expect(search.status()).toMatchObject([{ name: 'recipe-index', lastError: { message: 'Redis is away' } }]);
  isAway = false;
  expect(await search.waitUntilCaughtUp(2_000)).toBe(true);
  expect(search.find('potatoes')).toEqual(['soup']);
  expect(logger.problems[0]).toMatchObject({ level: 'warn', message: 'The search index cannot be filled yet' });
});

test('leaves out a damaged document, and finds it again once it is filled from a rebuilt model', async () => {
  const log = new MemoryEventLog();
  const store = new MemoryReadModels();
  log.append('recipe-soup', 'RecipePublished', soup, 'mia');
  const published = log.append('recipe-stew', 'RecipePublished', { ...soup, title: 'Stew' }, 'mia');
  project(log, store);
  const model = store.open(recipesProjection);
  expect(await model.waitFor(published, 30_000)).toBe(true);
  const whole = model.local.document(recipesModel.recipes, 'stew') ?? {};
  const setStew = (value: object) =>
    model.local.apply({ kind: 'put', collection: recipesModel.recipes, id: 'stew', value, position: published });
  setStew({ title: 'Stew' });
  const logger = new QuietLogger();
  const search = newSearch(log, store, logger);
  search.start();
  expect(await search.waitUntilCaughtUp(2_000)).toBe(true);
  expect([search.find('potatoes'), search.find('stew')]).toEqual([['soup'], []]);
  expect(logger.problems).toMatchObject([{ level: 'warn', details: { recipe: 'stew' } }]);
  setStew(whole);
  search.refill();
  await until(() => search.find('potatoes').length === 2);
  expect(search.find('potatoes')).toEqual(['stew', 'soup']);
  const added = log.append('recipe-pie', 'RecipePublished', { ...soup, title: 'Pie' }, 'mia');
  expect(await search.waitFor(added, 30_000)).toBe(true);
  expect(search.find('potatoes')).toEqual(['pie', 'stew', 'soup']);
});

test('a search that waited for an event finds it also while the index is filled again', async () => {
  const log = new MemoryEventLog();
  const store = new MemoryReadModels();
  // The projection of recipes is paused after this one.
  await store.open(recipesProjection).commit(undefined, log.append('post-1', 'PostLiked'), []);
  const published = log.append('recipe-soup', 'RecipePublished', soup, 'mia');
  const searches: Promise<string[]>[] = [];
  let isRefilled = false;
  const serve: ReadModelStore['serve'] = (projection) => {
    if (isRefilled) void searchNow();
    return store.serve(projection);
  };
  const search = newSearch(log, { open: (projection) => store.open(projection), serve });
  const searchNow = async () => {
    for (let turn = 0; turn < 100; turn++) {
      searches.push(search.waitFor(published, 30_000).then(() => search.find('potatoes')));
      await undefined;
    }
  };
  search.start();
  expect(await search.waitUntilCaughtUp(2_000)).toBe(true);
  isRefilled = true;
  search.refill();
  await until(() => searches.length >= 200);
  expect(new Set(await Promise.all(searches).then((found) => found.map(String)))).toEqual(new Set(['soup']));
});
