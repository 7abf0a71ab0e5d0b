/** A rebuild by processes that only run projections, on EventStoreDB and Redis, of which one is killed. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Redis } from 'ioredis';
import { expect, onTestFinished, test } from 'vitest';
import { groceryListsModel, groceryListsProjection } from '../../projections/definitions/grocery-list.ts';
import { ProjectionKeys } from '../../projections/read-models/redis/keys.ts';
import { openRedisReadModels } from '../../projections/read-models/redis/redis-read-models.ts';
import { parseRedisUrl } from '../../projections/read-models/redis/redis-url.ts';
import { verifyReadModels } from '../../projections/verify/verify-read-models.ts';
import { createCommandHandler } from '../../server/commands/handle-command.ts';
import { newId } from '../../server/commands/ids.ts';
import { projectionControl } from '../../server/core/domain/projection-control/decider.ts';
import { machine } from '../../server/core/domain/staff/events.ts';
import { openEventStoreDb } from '../../server/event-log/eventstoredb/open-event-store-db.ts';
import { simulatedHistory } from '../../server/simulation/simulated-history.ts';
import { runProgram } from '../support/command.ts';
import { FakeEventStoreDb } from '../support/eventstoredb-server/server.ts';
import { startRedis } from '../support/redis-server.ts';
import { describeWith } from '../support/requirements.ts';
import { seedEventStore } from '../support/seeded-event-store.ts';
import { serverEnvironment } from '../support/server-environment.ts';
import { until } from '../support/until.ts';

const events = 5_000;
const options = { tags: 'extended', timeout: 120_000 };
const { lists } = groceryListsModel;
const projection = groceryListsProjection;

// The contract of the store shows the same in one process. This one takes half a minute.
describeWith('redis-server', 'a rebuild by workers', (program) => {
  test(
    'is resumed by another one after kill -9, and a process that serves reads sees the switch',
    options,
    async () => {
      const folder = mkdtempSync(join(tmpdir(), 'potluck-workers-'));
      onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
      const redis = await startRedis(program, ['--appendonly', 'no']);
      onTestFinished(() => redis.remove());
      const eventStore = await FakeEventStoreDb.start();
      onTestFinished(() => eventStore.stop());
      const history = simulatedHistory({ events: 2 * events, seed: 3, until: new Date('2026-06-30T00:00:00Z') });
      seedEventStore(eventStore, history, events);
      const startWorker = () => {
        const env = { PORT: '0', DATA_DIR: folder, EVENTSTORE_URL: eventStore.connectionString, REDIS_URL: redis.url };
        const args = ['server/main.ts', '--services=projections'];
        const worker = runProgram(process.execPath, args, serverEnvironment(env));
        onTestFinished(() => worker.killAll());
        return worker;
      };
      const first = startWorker();
      const log = await openEventStoreDb({ connectionString: eventStore.connectionString });
      onTestFinished(() => log.close());
      const store = await openRedisReadModels(parseRedisUrl(redis.url));
      onTestFinished(() => store.close());
      const live = store.open(projection);
      expect(await live.waitFor((await log.head()) ?? 0n, 60_000)).toBe(true);
      const raw = new Redis(redis.url);
      onTestFinished(() => raw.disconnect());
      await raw.hset(new ProjectionKeys(projection).collection(lists), 'ghost', '1\n{"items":[]}');

      const writing = setInterval(() => seedEventStore(eventStore, history, 1), 20);
      onTestFinished(() => clearInterval(writing));
      const generation = newId();
      const request = { type: 'RequestRebuild', version: projection.version, generation } as const;
      const context = { actor: machine, commandId: newId(), correlationId: newId() };
      await createCommandHandler(log).handle(projectionControl, projection.name, request, context, () => undefined);
      const begun = store.open({ ...projection, generation });
      await until(async () => (await begun.position()) !== undefined);
      first.kill();
      await first.exit;
      const left = (await begun.position()) ?? expect.fail('Nothing of it is left');
      expect(left).toBeLessThan((await live.position()) ?? 0n);
      expect(await live.get(lists, 'ghost')).toBeDefined();

      const built: bigint[] = [];
      startWorker();
      await until(async () => {
        built.push((await begun.position()) ?? 0n);
        return (await store.liveGeneration(projection)) === generation;
      }, 60_000);
      expect(built.filter((position) => position < left)).toEqual([]);
      expect(await live.get(lists, 'ghost')).toBeUndefined();
      expect(await live.waitFor((await log.head()) ?? 0n, 30_000)).toBe(true);
      const { signal } = new AbortController();
      const found: object[] = [];
      for await (const finding of verifyReadModels({
        log,
        models: [{ definition: projection, model: live }],
        signal,
      })) {
        found.push(finding);
      }
      expect(found).toEqual([expect.objectContaining({ kind: 'verified', differences: 0 })]);
    },
  );
});
