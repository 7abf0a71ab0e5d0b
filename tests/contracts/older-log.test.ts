/** A running process whose log is replaced by an older backup. */
import { expect, onTestFinished, test } from 'vitest';
import { ProjectionControls } from '../../projections/control/projection-controls.ts';
import { recipesModel, recipesProjection } from '../../projections/definitions/recipes.ts';
import { MemoryReadModels } from '../../projections/read-models/memory/memory-read-models.ts';
import { startProjections } from '../../projections/runner/start-projections.ts';
import { RecipeSearch } from '../../projections/search/recipe-search.ts';
import type { JsonObject } from '../../server/core/event-log.ts';
import { QuietLogger } from '../support/quiet-logger.ts';
import { recipeText } from '../support/recipe-histories.ts';
import { until } from '../support/until.ts';
import { node, typesIn } from './command-handler/node.ts';
import { newEvents } from './event-log/sample-events.ts';
import { faultyServer } from './eventstoredb-faults/faulty-server.ts';

const soup = { ...recipeText, ingredients: [{ quantity: null, unit: null, name: 'Potatoes' }] };

const one = (type: string, data: JsonObject = {}) => newEvents(1).map((event) => ({ ...event, type, data }));
const published = (title: string) => one('RecipePublished', { ...soup, title });

test('decides a command on the log when a cached stream is ahead of it, and logs that once', async () => {
  const { server, log } = await faultyServer();
  const logger = new QuietLogger();
  const here = node(log, logger);
  const [salad, bread] = [await here.publish(), await here.publish()];
  const backupPosition = (await log.head()) ?? 0n;
  await here.like(salad, 'sam');
  await here.like(bread, 'sam');
  await here.like(bread, 'mia');
  const lost = await here.publish();
  server.log.restoreTo(backupPosition);

  expect((await here.like(salad, 'mia')).answer).toEqual({ did: ['PostLiked'], likes: 1 });
  expect((await here.like(bread, 'sam')).answer).toEqual({ did: ['PostLiked'], likes: 1 });
  await expect(here.like(lost, 'mia')).rejects.toMatchObject({ code: 'POST_NOT_FOUND' });
  expect(await typesIn(log, bread)).toEqual(['PostPublished', 'PostLiked']);
  expect(logger.lines).toEqual([
    {
      level: 'warn',
      details: { stream: `post-${salad}`, expected: '1', actual: '0' },
      message: 'The log ends before events that this process has read; all streams are read again',
    },
  ]);
});

test('removes recipes that the older log lacks from the search, and reports the replaced log once', async () => {
  const { server, log } = await faultyServer();
  const logger = new QuietLogger();
  let replaced = 0;
  const store = new MemoryReadModels();
  const projections = startProjections({ log, store, definitions: [recipesProjection], logger: new QuietLogger() });
  onTestFinished(() => projections.stop());
  const search = new RecipeSearch({ log, store, logger, onLogReplaced: () => replaced++ });
  onTestFinished(() => search.stop());
  const { position: backupPosition } = await log.append('recipe-soup', published('Leek soup'), 'no_stream');
  const { position: lost } = await log.append('recipe-stew', published('Potato stew'), 'no_stream');
  search.start();
  expect(await search.waitFor(lost, 30_000)).toBe(true);
  expect(search.find('potatoes')).toEqual(['stew', 'soup']);

  server.stop();
  server.log.restoreTo(backupPosition);
  await server.start();
  await until(() => replaced > 0);
  await until(() => search.status()[0]?.state === 'live');
  expect(search.find('potatoes')).toEqual(['soup']);
  const { position } = await log.append('recipe-pie', published('Potato pie'), 'no_stream');
  expect(await search.waitFor(position, 30_000)).toBe(true);
  expect(search.find('potatoes')).toEqual(['pie', 'soup']);
  expect(replaced).toBe(1);
  // It may look before the read model of the replaced log is cleared.
  expect(new Set(logger.problems.map(({ message }) => message))).toContain(
    'The log is behind the read model, which is cleared and built again',
  );
});

test('forgets a pause that the older log lacks, and builds the paused read model from that log', async () => {
  const { server, log } = await faultyServer();
  const logger = new QuietLogger();
  const store = new MemoryReadModels();
  const controls = await ProjectionControls.start(log, [recipesProjection], logger);
  onTestFinished(() => controls.stop());
  const projections = startProjections({ log, store, definitions: [recipesProjection], controls, logger });
  onTestFinished(() => projections.stop());
  const model = store.open(recipesProjection);
  const titleOf = async (id: string) => JSON.parse((await model.get(recipesModel.recipes, id))?.json ?? '{}').title;
  const { position: backupPosition } = await log.append('recipe-soup', published('Leek soup'), 'no_stream');
  await log.append('recipe-stew', published('Potato stew'), 'no_stream');
  await log.append(`projection-${recipesProjection.name}`, one('ProjectionPaused'), 'no_stream');
  await until(() => projections.status()[0]?.state === 'paused');
  expect(await titleOf('stew')).toBe('Potato stew');

  server.stop();
  server.log.restoreTo(backupPosition);
  await server.start();
  await until(() => controls.of(recipesProjection).pausedAt === undefined);
  await log.append('recipe-pie', published('Potato pie'), 'no_stream');
  const titles = () => Promise.all(['soup', 'stew', 'pie'].map(titleOf));
  await expect.poll(titles, { timeout: 50_000 }).toEqual(['Leek soup', undefined, 'Potato pie']);
});
