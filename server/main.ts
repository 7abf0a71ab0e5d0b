/** The composition root: what the program consists of, chosen by its configuration, started and stopped in order. */
import './process/tick-shape.ts';
import { resolve } from 'node:path';
import { allProjections } from '../projections/definitions/all.ts';
import { readModelsIn } from '../projections/definitions/read-models.ts';
import { MemoryReadModels } from '../projections/read-models/memory/memory-read-models.ts';
import type { ReadModelStore } from '../projections/read-models/read-model-store.ts';
import type { AppliedListener } from '../projections/runner/applied.ts';
import { type Projections, startProjections } from '../projections/runner/start-projections.ts';
import { RecipeSearch } from '../projections/search/recipe-search.ts';
import { buildApp } from './app.ts';
import { createGroceryHistory } from './audit/grocery-history.ts';
import { avatarFolder } from './avatars/folder.ts';
import { tidyAvatars } from './avatars/tidy.ts';
import { createCommandHandler } from './commands/handle-command.ts';
import { type Config, loadConfig } from './config/config.ts';
import type { EventLog } from './core/event-log.ts';
import { trusting } from './core/network/proxies.ts';
import { openSqliteEventLog } from './event-log/sqlite/open-sqlite-event-log.ts';
import { isWithinThisMachine } from './http/plugins/identity-emulator.ts';
import { createListIds, createPlanIds } from './http/writing/list-and-plan-ids.ts';
import { openIdentity } from './identity/open-identity.ts';
import { openLiveGateway } from './live/gateway.ts';
import { announceReady } from './process/announce-ready.ts';
import { firstBuildOf } from './process/first-build.ts';
import { listen } from './process/listening.ts';
import { createLogger } from './process/logger.ts';
import { readinessChecks } from './process/readiness.ts';
import { stopInOrder } from './process/stopping.ts';
import { publishSamples } from './samples/publish-samples.ts';
import { openSnapshots } from './snapshots/open-snapshots.ts';
import { openYoutube } from './videos/youtube/open-youtube.ts';

/** What this process builds itself is waited for so long before the first request; what others build, not at all. */
const catchUpMs = 60_000;

// Who else has an account on this machine has no business with what is kept here.
process.umask(0o077);

const complain = (line: string) => void process.stderr.write(`${line}\n`);
const stopping = stopInOrder(complain);

async function start(config: Config): Promise<void> {
  const logger = createLogger(config.logLevel);
  logger.info(outlineOf(config), 'Potluck starts');
  stopping.logTo(logger);

  // The slowest part, and needed by none of the others: it starts beside them.
  const settings = config.identity;
  const identity =
    settings &&
    (await stopping.begin(
      'identity',
      () =>
        openIdentity(settings, {
          info: (message) => logger.info(message),
          warn: (message) => logger.warn(message),
        }),
      (opened) => opened.close(),
    ));
  const identified = identity?.ready();
  identified?.then(() => logger.info('Accounts can be used')).catch(giveUp);

  const log = await stopping.begin(
    'event log',
    () => openLog(config, logger),
    (opened) => opened.close(),
  );
  const head = await log.head();
  logger.info({ head: head?.toString() ?? null }, 'The event log is open');
  const store = await stopping.begin(
    'read models',
    () => openReadModels(config),
    (opened) => opened.close(),
  );
  const readModels = readModelsIn(store);
  const servesApi = config.services.has('api');
  const firstBuild = firstBuildOf(store, servesApi ? allProjections : [], head);

  const commands = createCommandHandler(log, logger);
  const search = new RecipeSearch(log, logger, () => commands.forgetStreams());
  // What has no snapshot may have to be built by other processes first: meanwhile the rest is put together.
  const snapshotsOpened =
    config.eventLog.kind === 'sqlite'
      ? openSnapshots({
          ...config.eventLog,
          log,
          models: [search, ...(store instanceof MemoryReadModels ? allProjections.map((one) => store.open(one)) : [])],
          logger,
        })
      : undefined;
  snapshotsOpened?.catch(giveUp);

  let started = false;
  const isStarted = () => started;
  /** What this process builds for itself. */
  const builds: Pick<Projections, 'status' | 'caughtUp'>[] = [];
  const listIdOf = createListIds();
  const planIdOf = createPlanIds();
  const trusts = trusting(config.trustProxy);
  const checks = readinessChecks({
    log,
    store,
    firstBuild,
    identity,
    projections: () => builds.flatMap((build) => build.status()),
    live: () => live,
    isStarted,
  });
  const app = await buildApp({
    commands,
    readModels,
    search,
    history: createGroceryHistory(log),
    identity,
    avatars: avatarFolder(config.avatars),
    listIdOf,
    planIdOf,
    videos: config.videos && openYoutube(config.videos, (message) => logger.warn(message)),
    checks,
    isStarted,
    rateLimit: config.rateLimit,
    publishLimit: config.publishLimit,
    trusts,
    serveApi: servesApi,
    webFolder: resolve(import.meta.dirname, '../dist/web'),
    logger,
  });
  const live = await openLiveGateway({
    ...(config.services.has('live') && { httpServer: app.server }),
    ...(config.readModels.kind === 'redis' && { redis: config.readModels.target }),
    admits: (headers) => !identity?.emulator || isWithinThisMachine(headers),
    isStarted,
    trusts,
    identity,
    listIdOf,
    planIdOf,
    logger,
  });
  // What follows may take minutes, in which a supervisor wants to see that the process lives.
  const address = await listen(app, config.http);
  const snapshots =
    snapshotsOpened &&
    (await stopping.begin(
      'snapshots',
      () => snapshotsOpened,
      (opened) => opened.stop(),
    ));
  if (servesApi) {
    if (config.seedSamples) await stopping.begin('sample recipes', () => publishSamples(log, commands, logger));
    await stopping.begin(
      'recipe search',
      () => search.start(),
      () => search.stop(),
    );
    builds.push(search);
  }
  if (config.services.has('projections')) {
    const onApplied: AppliedListener = (applied) => live.applied(applied);
    const projections = await stopping.begin(
      'projections',
      () =>
        startProjections({
          log,
          store,
          definitions: allProjections,
          logger,
          onApplied,
          onCleared: () => commands.forgetStreams(),
        }),
      (started) => started.stop(),
    );
    builds.push(projections);
  }

  // Stopped in the opposite order: first the ways in, then what they lead to. A server ends only after its sockets.
  stopping.push('requests', () => app.close());
  stopping.push('live gateway', () => live.close());

  // The embedded emulator is waited for by those who sign in; a project or an emulator elsewhere may be named wrongly.
  if (config.identity?.kind !== 'emulator') await identified;
  await stopping.begin('catching up', () => Promise.all(builds.map((build) => build.caughtUp(catchUpMs))));
  started = true;
  const announced = announceReady({
    address,
    host: config.http.host,
    checks: checks.filter(({ name }) => name !== 'identity'),
    logger,
    print: (line) => void process.stdout.write(line),
    signal: stopping.signal,
  });
  // Only now: the processor is wanted for the start.
  snapshots?.start();
  if (servesApi) {
    await tidyAvatars(config.avatars).catch((error: unknown) => {
      logger.warn({ reason: String(error) }, 'The folder of avatars could not be tidied up');
    });
  }
  await announced;
}

/** What runs, without what is secret: no addresses of services, which may hold passwords. */
const outlineOf = ({ services, eventLog, readModels, identity, dataDir }: Config) => ({
  node: process.version,
  services: [...services],
  eventLog: eventLog.kind,
  readModels: readModels.kind,
  identity: identity?.kind ?? 'unused',
  dataDir,
});

async function openLog(config: Config, logger: ReturnType<typeof createLogger>): Promise<EventLog> {
  const warn = (message: string) => logger.warn(message);
  if (config.eventLog.kind === 'eventstoredb') {
    const { openEventStoreDb } = await import('./event-log/eventstoredb/open-event-store-db.ts');
    return openEventStoreDb({
      connectionString: config.eventLog.url,
      onInterruption: warn,
      logger,
    });
  }
  try {
    return await openSqliteEventLog({ file: config.eventLog.file, onCheckpointFailure: warn, logger });
  } catch (error) {
    if (!(error instanceof Error && 'code' in error)) throw error;
    throw new Error(`DATA_DIR: set a folder that this user may write to (${error.message})`, { cause: error });
  }
}

async function openReadModels({ readModels }: Config): Promise<ReadModelStore> {
  if (readModels.kind === 'memory') return new MemoryReadModels();
  const { openRedisReadModels } = await import('../projections/read-models/redis/redis-read-models.ts');
  return openRedisReadModels(readModels.target);
}

/** A start that fails says why in one line (of a configuration, one for each thing to set); a stack would only hide it. */
async function giveUp(error: unknown): Promise<void> {
  if (stopping.signal.aborted) return;
  complain(`Potluck cannot start. ${error instanceof Error ? error.message : String(error)}`);
  await stopping.stop(1, 'it cannot start');
}

try {
  await start(loadConfig(process.env, process.argv.slice(2)));
} catch (error) {
  await giveUp(error);
}
