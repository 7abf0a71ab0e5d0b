/** A node whose read models are being built by another: what it answers meanwhile, and that it waits for them. */
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { allProjections } from '../../projections/definitions/all.ts';
import { openRedisReadModels } from '../../projections/read-models/redis/redis-read-models.ts';
import { parseRedisUrl } from '../../projections/read-models/redis/redis-url.ts';
import { startProjections } from '../../projections/runner/start-projections.ts';
import { openEventStoreDb } from '../../server/event-log/eventstoredb/open-event-store-db.ts';
import { newEvents, newStream } from '../contracts/event-log/sample-events.ts';
import { runProgram } from '../support/command.ts';
import { EventStoreDbServer } from '../support/eventstoredb-server/server.ts';
import { freePort } from '../support/free-port.ts';
import { QuietLogger } from '../support/quiet-logger.ts';
import { startRedis } from '../support/redis-server.ts';
import { describeWith } from '../support/requirements.ts';
import { until } from '../support/until.ts';

const startsWithinMs = 25_000;

describeWith('redis-server', 'a node that only answers requests', (program) => {
  const ending: (() => unknown)[] = [];
  afterEach(async () => {
    for (const end of ending.splice(0).reverse()) await end();
  });

  test('is alive while its read models are built elsewhere, and answers no more than that until they are', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'potluck-starting-'));
    ending.push(() => rmSync(folder, { recursive: true }));
    const redis = await startRedis(program);
    ending.push(redis.remove);
    const eventStore = await EventStoreDbServer.start();
    ending.push(() => eventStore.stop());
    const log = await openEventStoreDb({ connectionString: eventStore.connectionString });
    ending.push(() => log.close());
    await log.append(newStream(), newEvents(1), 'no_stream');
    const emulatorPort = await freePort();
    const emulator = createServer((_, answer) => answer.end()).listen(emulatorPort, '127.0.0.1');
    ending.push(() => emulator.close());

    const port = await freePort();
    const address = `http://localhost:${port}`;
    const { PATH = '' } = process.env;
    const node = runProgram(process.execPath, ['server/main.ts', '--services=api,live'], {
      PATH,
      PORT: String(port),
      DATA_DIR: folder,
      SEED_SAMPLES: 'false',
      EVENTSTORE_URL: eventStore.connectionString,
      REDIS_URL: redis.url,
      FIREBASE_AUTH_EMULATOR_HOST: `127.0.0.1:${emulatorPort}`,
    });
    ending.push(() => node.clear());
    const statusOf = (path: string) =>
      fetch(address + path).then(
        ({ status }) => status,
        () => undefined,
      );
    const paths = ['/health/live', '/health/ready', '/api/recipes', '/socket.io/?EIO=4&transport=polling'];
    const statuses = () => Promise.all(paths.map(statusOf));

    await until(async () => (await statusOf('/health/live')) !== undefined, startsWithinMs);
    expect(await statuses()).toEqual([200, 503, 503, 403]);
    expect((await fetch(`${address}/api/recipes`)).headers.get('retry-after')).toBe('2');
    const { parts } = await (await fetch(`${address}/health/ready`)).json();
    const building = expect.arrayContaining(allProjections.map(({ name }) => name));
    expect(parts).toContainEqual({ name: 'read models', ready: false, detail: { building } });
    expect(node.printed()).toBe('');

    const store = await openRedisReadModels(parseRedisUrl(redis.url));
    ending.push(() => store.close());
    const projections = startProjections({ log, store, definitions: allProjections, logger: new QuietLogger() });
    ending.push(() => projections.stop());
    await node.says(/^Potluck is ready: open /, startsWithinMs);
    expect(await statuses()).toEqual([200, 200, 200, 200]);
  });
});
