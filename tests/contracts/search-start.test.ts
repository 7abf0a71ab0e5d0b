/** The start of a node's recipe search on EventStoreDB and Redis: it reads the read model, and the log only from there. */
import { Redis } from 'ioredis';
import { expect, onTestFinished, test } from 'vitest';
import { recipesProjection } from '../../projections/definitions/recipes.ts';
import { openRedisReadModels } from '../../projections/read-models/redis/redis-read-models.ts';
import { parseRedisUrl } from '../../projections/read-models/redis/redis-url.ts';
import { startProjections } from '../../projections/runner/start-projections.ts';
import { RecipeIndex } from '../../projections/search/recipe-index.ts';
import { indexRecipe, RecipeSearch } from '../../projections/search/recipe-search.ts';
import { upcast } from '../../server/core/domain/event-versions.ts';
import { recipeEvents } from '../../server/core/domain/recipe/upcast.ts';
import type { EventLog } from '../../server/core/event-log.ts';
import { openEventStoreDb } from '../../server/event-log/eventstoredb/open-event-store-db.ts';
import { simulatedHistory } from '../../server/simulation/simulated-history.ts';
import { FakeEventStoreDb } from '../support/eventstoredb-server/server.ts';
import { QuietLogger } from '../support/quiet-logger.ts';
import { type RedisServer, startRedis } from '../support/redis-server.ts';
import { describeWith } from '../support/requirements.ts';
import { seedEventStore } from '../support/seeded-event-store.ts';

const history = () => simulatedHistory({ events: 1_400, seed: 15, until: new Date('2026-11-01T00:00:00.000Z') });
/** More than a node reads besides the tail of the log: its newest events, and that at its checkpoint. */
const besides = 200;

describeWith('redis-server', 'the search of a node that starts', (program) => {
  const openServers = async () => {
    const eventStore = await FakeEventStoreDb.start();
    onTestFinished(() => eventStore.stop());
    const redis = await startRedis(program);
    onTestFinished(() => redis.remove());
    return { eventStore, redis };
  };
  type Servers = Awaited<ReturnType<typeof openServers>>;

  const connect = async ({ eventStore, redis }: Servers) => {
    const log = await openEventStoreDb({ connectionString: eventStore.connectionString });
    onTestFinished(() => log.close());
    return { log, store: await openStore(redis) };
  };
  const openStore = async (redis: RedisServer) => {
    const store = await openRedisReadModels(parseRedisUrl(redis.url));
    onTestFinished(() => store.close());
    return store;
  };
  /** Builds the read model as a process that runs projections does, up to the end of the log. */
  const project = async (servers: Servers) => {
    const { log, store } = await connect(servers);
    const projections = startProjections({ log, store, definitions: [recipesProjection], logger: new QuietLogger() });
    expect(await projections.waitUntilCaughtUp(20_000)).toBe(true);
    await projections.stop();
  };
  const startSearch = async (servers: Servers) => {
    const node = await connect(servers);
    const search = new RecipeSearch({ ...node, logger: new QuietLogger() });
    onTestFinished(() => search.stop());
    search.start();
    return search;
  };

  test('reads only the log after the read model, and finds what an index of the whole log finds', async () => {
    const servers = await openServers();
    const { eventStore } = servers;
    const events = history();
    seedEventStore(eventStore, events, 1_200);
    await project(servers);
    seedEventStore(eventStore, events, 100);

    const before = eventStore.sentEvents;
    const search = await startSearch(servers);
    expect(await search.waitUntilCaughtUp(20_000)).toBe(true);
    expect(eventStore.sentEvents - before).toBeLessThan(100 + besides);

    const { log } = await connect(servers);
    const { index, words } = await indexOfWholeLog(log);
    expect(words.length).toBeGreaterThan(5);
    for (const word of words) expect(search.find(word), word).toEqual(index.find(word));
  });

  test('waits until an emptied Redis is built again, and does not read the log instead', async () => {
    const servers = await openServers();
    const { eventStore, redis } = servers;
    seedEventStore(eventStore, history(), 1_200);
    await project(servers);
    const raw = new Redis(redis.url);
    await raw.flushall();
    raw.disconnect();

    const before = eventStore.sentEvents;
    const search = await startSearch(servers);
    expect(await search.waitUntilCaughtUp(500)).toBe(false);
    expect(search.status()).toMatchObject([{ name: 'recipe-index', state: 'catching-up' }]);
    expect(eventStore.sentEvents - before).toBeLessThan(besides);
    await project(servers);
    expect(await search.waitUntilCaughtUp(20_000)).toBe(true);
    const { index, words } = await indexOfWholeLog((await connect(servers)).log);
    for (const word of words) expect(search.find(word), word).toEqual(index.find(word));
  });
});

/** With the words of the titles. */
async function indexOfWholeLog(log: EventLog): Promise<{ index: RecipeIndex; words: readonly string[] }> {
  const index = new RecipeIndex();
  const words = new Set<string>();
  for await (const event of log.readAll({ filter: { types: Object.keys(recipeEvents) } })) {
    const recipe = upcast(recipeEvents, event);
    indexRecipe(index, recipe);
    if (recipe.type !== 'RecipeWithdrawn') for (const word of recipe.data.title.split(' ')) words.add(word);
  }
  return { index, words: [...words] };
}
