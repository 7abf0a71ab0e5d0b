/** Two nodes of the application that share a log and Redis, with known users instead of the identity service. */
import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pino } from 'pino';
import { ProjectionControls } from '../../projections/control/projection-controls.ts';
import { allProjections } from '../../projections/definitions/all.ts';
import { readModelsIn } from '../../projections/definitions/read-models.ts';
import { openRedisReadModels } from '../../projections/read-models/redis/redis-read-models.ts';
import { parseRedisUrl } from '../../projections/read-models/redis/redis-url.ts';
import { startProjections } from '../../projections/runner/start-projections.ts';
import { RecipeSearch } from '../../projections/search/recipe-search.ts';
import { buildApp } from '../../server/app.ts';
import { createGroceryHistory } from '../../server/audit/grocery-history.ts';
import { avatarFolder } from '../../server/avatars/folder.ts';
import { recordVerifications } from '../../server/commands/record-verifications.ts';
import type { EventLog } from '../../server/core/event-log.ts';
import { createPublicFetch } from '../../server/core/network/public-fetch.ts';
import type { Observer } from '../../server/core/observer.ts';
import { openEventStoreDb } from '../../server/event-log/eventstoredb/open-event-store-db.ts';
import type { Identity } from '../../server/identity/identity.ts';
import { openLimits } from '../../server/limits/open-limits.ts';
import { openLiveGateway } from '../../server/live/gateway.ts';
import { observeBatches } from '../../server/observation/observe-batches.ts';
import { createObservedCommands } from '../../server/observation/observe-commands.ts';
import { openPictures } from '../../server/open-pictures.ts';
import { openOperatorParts } from '../../server/operator-parts.ts';
import { createOwnership } from '../../server/ownership/ownership.ts';
import { FakeEventStoreDb } from './eventstoredb-server/server.ts';
import { grantOperator } from './grant-operator.ts';
import { knownUsers } from './known-users.ts';
import { type RedisServer, startRedis } from './redis-server.ts';

export interface Node {
  readonly address: string;
  readonly log: EventLog;
  /** Calls the API as a user, whose token is `token-` and the uid. */
  call(user: string, method: string, path: string, body?: object): Promise<Response>;
  /** As the command on the machine does. */
  makeOperator(uid: string): Promise<void>;
}

/** What a node needs. */
export interface NodeParts {
  readonly eventStore: Pick<FakeEventStoreDb, 'connectionString'>;
  readonly redis: Pick<RedisServer, 'url'>;
  readonly folder: string;
}

/** What nodes share. */
export interface SharedParts extends NodeParts {
  readonly eventStore: FakeEventStoreDb;
  readonly redis: RedisServer;
}

export interface TwoNodes extends AsyncDisposable {
  /** Runs the projections, too. */
  readonly first: Node;
  readonly second: Node;
}

/** @param program of `redis-server` */
export async function openTwoNodes(program: string, ...users: string[]): Promise<TwoNodes> {
  const cleanUp = new AsyncDisposableStack();
  const parts = await openSharedParts(program, cleanUp);
  const first = await openNode(parts, { users, runsProjections: true }, cleanUp);
  const second = await openNode(parts, { users, runsProjections: false }, cleanUp);
  return { first, second, [Symbol.asyncDispose]: () => cleanUp.disposeAsync() };
}

/** @param program of `redis-server` */
export async function openSharedParts(program: string, cleanUp: AsyncDisposableStack): Promise<SharedParts> {
  const folder = await mkdtemp(join(tmpdir(), 'potluck-nodes-'));
  cleanUp.defer(() => rm(folder, { recursive: true }));
  const redis = await startRedis(program);
  cleanUp.defer(() => redis.remove());
  const eventStore = await FakeEventStoreDb.start();
  cleanUp.defer(() => eventStore.stop());
  return { eventStore, redis, folder };
}

export interface NodeOptions {
  readonly users: readonly string[];
  /** Default: one that knows the users, and verifies each token again. */
  readonly identity?: Identity;
  readonly runsProjections: boolean;
  /** Of each step of a request; default: none. */
  readonly observer?: Observer;
  /** Requests per minute; default: more than any test sends. */
  readonly rateLimit?: number;
}

export async function openNode(
  { eventStore, redis, folder }: NodeParts,
  { users, identity = knownUsers(...users), runsProjections, observer, rateLimit = 1_000_000 }: NodeOptions,
  cleanUp: AsyncDisposableStack,
): Promise<Node> {
  const target = parseRedisUrl(redis.url);
  const logger = pino({ level: 'silent' });
  const log = await openEventStoreDb({ connectionString: eventStore.connectionString });
  cleanUp.defer(() => log.close());
  const store = await openRedisReadModels(target);
  cleanUp.defer(() => store.close());
  const controls = await ProjectionControls.start(log, allProjections, logger);
  cleanUp.defer(() => controls.stop());
  const commands = createObservedCommands(log, { logger, observer, hasOtherWriters: true });
  const operators = openOperatorParts({
    ...{ log, store, controls, logger, seals: join(folder, 'seals') },
    auditIndex: join(folder, `audit-${randomUUID()}.sqlite`),
    keepsIndex: false,
    running: () => [],
    rebuilds: () => [],
    record: recordVerifications(commands),
    connections: () => 0,
  });
  cleanUp.defer(() => operators.close());
  const limits = await openLimits({ redis: target }, logger);
  cleanUp.defer(() => limits.close());
  const readModels = readModelsIn(store);
  const ownership = createOwnership(readModels.households, readModels.groceryLists, commands);
  const fetchPublic = createPublicFetch();
  const photos = await openPictures({
    config: { pictures: { kind: 'folder', folder: join(folder, 'pictures') }, uploads: join(folder, 'uploads') },
    ...{ log, uses: readModels.pictures, fetchPublic, logger },
  });
  cleanUp.defer(() => photos.close());
  const app = await buildApp({
    commands,
    readModels,
    search: new RecipeSearch({ log, store, logger }),
    history: createGroceryHistory(log),
    operators,
    identity,
    avatars: avatarFolder(join(folder, 'avatars')),
    pictures: photos.pictures,
    ownership,
    fetchPublic,
    videos: undefined,
    checks: [],
    observer,
    limits,
    rateLimit,
    publishLimit: 1_000_000,
    serveApi: true,
    webFolder: folder,
    logger,
  });
  const live = await openLiveGateway({ httpServer: app.server, identity, ownership, observer, logger, redis: target });
  cleanUp.defer(() => app.close());
  cleanUp.defer(() => live.close());
  if (runsProjections) {
    const projections = startProjections({
      ...{ log, store, controls, logger },
      definitions: allProjections,
      onApplied: observeBatches((applied) => live.publish(applied), observer),
    });
    cleanUp.defer(() => projections.stop());
    await projections.waitUntilCaughtUp(60_000);
  }
  const address = await app.listen({ host: '127.0.0.1', port: 0 });
  return { address, log, call: callsTo(address), makeOperator: grantOperator(commands, readModels) };
}

/** Calls the API of a server with known users. */
export const callsTo =
  (address: string): Node['call'] =>
  (user, method, path, body) =>
    fetch(`${address}/api${path}`, {
      method,
      headers: { authorization: `Bearer token-${user}`, ...(body && { 'content-type': 'application/json' }) },
      ...(body && { body: JSON.stringify(body) }),
    });
