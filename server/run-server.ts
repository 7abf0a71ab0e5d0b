/** The composition root: selects the parts of the program by its configuration, and starts and stops them in order. */
import { resolve } from 'node:path';
import type { Writable } from 'node:stream';
import { ProjectionControls } from '../projections/control/projection-controls.ts';
import { allProjections, servedProjections } from '../projections/definitions/all.ts';
import { readModelsIn } from '../projections/definitions/read-models.ts';
import { MemoryReadModels } from '../projections/read-models/memory/memory-read-models.ts';
import type { Rebuilds } from '../projections/rebuild/keep-rebuilds.ts';
import { nameGenerations } from '../projections/runner/name-generations.ts';
import { type Projections, startProjections } from '../projections/runner/start-projections.ts';
import { RecipeSearch } from '../projections/search/recipe-search.ts';
import { discardAfterRebuilds } from './after-rebuilds.ts';
import { buildApp } from './app.ts';
import { createGroceryHistory } from './audit/grocery-history.ts';
import { avatarFolder } from './avatars/folder.ts';
import { removePartialAvatars } from './avatars/remove-partial-avatars.ts';
import { recordVerifications } from './commands/record-verifications.ts';
import { type Config, loadConfig } from './config/config.ts';
import { outlineOf } from './config/outline.ts';
import { isLocalRequest } from './core/network/local-request.ts';
import { compileTrustedProxies } from './core/network/proxies.ts';
import { createPublicFetch } from './core/network/public-fetch.ts';
import { startLocalControl } from './http/local-control.ts';
import type { Terminal } from './identity/print-email.ts';
import { openLimits } from './limits/open-limits.ts';
import { openLiveGateway } from './live/gateway.ts';
import { startLogFollowers } from './log-followers.ts';
import { observeBatches } from './observation/observe-batches.ts';
import { createObservedCommands } from './observation/observe-commands.ts';
import { openAccounts } from './open-accounts.ts';
import { openObservation } from './open-observation.ts';
import { openPictures } from './open-pictures.ts';
import { openPush } from './open-push.ts';
import { openLog, openReadModels } from './open-stores.ts';
import { openVideos } from './open-videos.ts';
import { openOperatorParts } from './operator-parts.ts';
import { createOwnership } from './ownership/ownership.ts';
import { announceReady } from './process/announce-ready.ts';
import { isServed, trackBuilds } from './process/builds.ts';
import { listen } from './process/listening.ts';
import { createLogger } from './process/logger.ts';
import { readinessChecks } from './process/readiness.ts';
import { type Program, type Stopping, stopInOrder } from './process/stopping.ts';
import { restoreReadModels } from './restore-read-models.ts';
import { publishSamples } from './samples/publish-samples.ts';

/** Maximum wait for the read models that this process builds. Until then, requests are refused. */
const catchUpTimeoutMs = 60_000;

export interface Surroundings {
  readonly env: NodeJS.ProcessEnv;
  readonly stdout: Terminal;
  readonly stderr: Pick<Writable, 'write'>;
  /** Default: standard error. */
  readonly logTo?: { write(line: string): void };
  readonly program: Program;
}

/**
 * Runs the server. Resolves when it is ready, or has printed why it cannot start: in one line, or one per invalid setting;
 * a stack trace would only hide it.
 * @param args of the command line
 */
export async function runServer(args: readonly string[], surroundings: Surroundings): Promise<void> {
  const { env, stderr, program } = surroundings;
  const printError = (line: string) => void stderr.write(`${line}\n`);
  const stopping = stopInOrder(printError, program);
  const giveUp = async (error: unknown) => {
    if (stopping.signal.aborted) return;
    printError(`Potluck cannot start. ${error instanceof Error ? error.message : String(error)}`);
    await stopping.stop(1, 'it cannot start');
  };
  try {
    await start(loadConfig(env, args), { ...surroundings, stopping, giveUp });
  } catch (error) {
    await giveUp(error);
  }
}

interface Start extends Pick<Surroundings, 'stdout' | 'logTo'> {
  readonly stopping: Stopping;
  readonly giveUp: (error: unknown) => Promise<void>;
}

async function start(config: Config, { stdout, logTo, stopping, giveUp }: Start): Promise<void> {
  const logger = createLogger(config.logLevel, logTo);
  logger.info(outlineOf(config), 'Potluck starts');
  stopping.setLogger(logger);

  const observation = await stopping.open('observation', () => openObservation(config, logger));
  const { observer } = observation;
  const redis = config.readModels.kind === 'redis' ? config.readModels.target : undefined;
  const limits = await stopping.open('limits', () => openLimits({ redis }, logger));
  const settings = config.identity;
  const accounts = settings && (await openAccounts(settings, { stopping, limits, logger, stdout, giveUp }));
  const identity = accounts?.identity;

  const log = await stopping.open('event log', () => openLog(config, logger));
  const head = await log.head();
  logger.info({ head: head?.toString() ?? null }, 'The event log is open');
  const store = await stopping.open('read models', () => openReadModels(config));
  const controls = await stopping.open('decisions about projections', () =>
    ProjectionControls.start(log, allProjections, logger),
  );
  // Read models in memory are empty now.
  if (store instanceof MemoryReadModels) await nameGenerations(store, allProjections, controls);
  const readModels = readModelsIn(store);
  const servesApi = config.services.has('api');

  const commands = createObservedCommands(log, {
    logger,
    observer,
    hasOtherWriters: config.eventLog.kind === 'eventstoredb',
  });
  const search = new RecipeSearch({ log, store, logger, onLogReplaced: () => commands.forgetStreams() });
  // This may take long; the rest is wired meanwhile.
  const snapshotsOpened = restoreReadModels(config, { log, store, logger });
  snapshotsOpened?.catch(giveUp);

  let started = false;
  const isStarted = () => started;
  /** The read models that this process builds. */
  const builds: Pick<Projections, 'status' | 'waitUntilCaughtUp'>[] = [];
  const ownership = createOwnership(readModels.households, readModels.groceryLists, commands);
  const isTrustedProxy = compileTrustedProxies(config.trustProxy);
  const checks = readinessChecks({
    log,
    store,
    builds: trackBuilds(store, servesApi ? servedProjections : [], head),
    identity,
    projections: () => builds.flatMap((build) => build.status()),
    live: () => live,
    isStarted,
  });
  let projections: Projections | undefined;
  let rebuilds: Rebuilds | undefined;
  const operators = openOperatorParts({
    log,
    store,
    controls,
    logger,
    auditIndex: config.auditIndex,
    seals: config.seals.folder,
    keepsIndex: config.services.has('projections'),
    running: () => projections?.status() ?? [],
    rebuilds: () => rebuilds?.status() ?? [],
    record: recordVerifications(commands),
    connections: () => live.connections,
  });
  stopping.push('calls of operators', () => operators.close());
  const fetchPublic = createPublicFetch();
  const uploaded = await stopping.open('photos', () =>
    openPictures({ config, log, uses: readModels.pictures, fetchPublic, logger }),
  );
  const push = config.push && (await openPush(config.push, config.pushSubscriptions, logger));
  const app = await buildApp({
    commands,
    readModels,
    search,
    push,
    history: createGroceryHistory(log),
    operators,
    identity,
    avatars: avatarFolder(config.avatars),
    pictures: uploaded.pictures,
    ownership,
    fetchPublic,
    videos: config.videos && (await openVideos(config.videos, logger)),
    checks,
    observer,
    isStarted,
    limits,
    rateLimit: config.rateLimit,
    publishLimit: config.publishLimit,
    isTrustedProxy,
    serveApi: servesApi,
    webFolder: resolve(import.meta.dirname, '../dist/web'),
    logger,
  });
  // Before the projections, because it closes after them: what they commit while they stop is published, too.
  const live = await stopping.open('live gateway', () =>
    openLiveGateway({
      ...(config.services.has('live') && { httpServer: app.server }),
      ...(redis && { redis }),
      isRequestAllowed: (headers) => !identity?.emulator || isLocalRequest(headers),
      isStarted,
      isTrustedProxy,
      identity,
      ownership,
      isServed: () => isServed(store, servedProjections),
      observer,
      logger,
    }),
  );
  // Listens before the remaining steps, which may take minutes, so that a supervisor can check the process meanwhile.
  const address = await listen(app, config.http);
  await stopping.runStep(() => observation.serveMetrics({ checks, operators, live, limits }));
  const snapshots = snapshotsOpened && (await stopping.open('snapshots', () => snapshotsOpened));
  if (servesApi) {
    if (config.seedSamples) await stopping.runStep(() => publishSamples(log, commands, logger));
    search.start();
    stopping.push('recipe search', () => search.stop());
  }
  const onRebuilt = discardAfterRebuilds({ controls, search, requestRefetch: () => live.requestRefetch() });
  if (config.services.has('projections')) {
    const onApplied = observeBatches((applied) => live.publish(applied), observer);
    projections = await stopping.open('projections', () =>
      startProjections({
        log,
        store,
        controls,
        logger,
        onApplied,
        definitions: allProjections,
        onCleared: () => commands.forgetStreams(),
        onBuilt: () => live.requestRefetch(),
      }),
    );
    builds.push(projections);
    const common = { config, log, store, controls, commands, logger };
    rebuilds = await startLogFollowers(stopping, { ...common, onRebuilt, readModels, push });
  }
  // Last, because it is filled from a read model.
  if (servesApi) builds.push(search);

  if (identity) {
    const { staff, profiles } = readModels;
    await stopping.open('local control', () =>
      startLocalControl(
        {
          commands,
          staff,
          profiles,
          accounts: identity.accounts,
          projections: () => projections?.status() ?? [],
          rebuilds: () => rebuilds?.status() ?? [],
          verifications: operators.verifications,
        },
        { socket: config.controlSocket, logger },
      ),
    );
  }

  // Parts stop in reverse order: first entry points, then their dependencies. The server closes after its sockets.
  stopping.push('requests', () => app.close());
  stopping.push('sockets', () => live.closeSockets());

  // Fails the start if a Firebase project or an external emulator is misconfigured. Sign-in waits for an embedded one.
  if (settings?.kind !== 'emulator') await accounts?.ready;
  for (const build of builds) await stopping.runStep(() => build.waitUntilCaughtUp(catchUpTimeoutMs));
  started = true;
  const announced = announceReady({
    address,
    host: config.http.host,
    checks: checks.filter(({ name }) => name !== 'identity'),
    logger,
    print: (line) => void stdout.write(line),
    signal: stopping.signal,
  });
  // Started last, because the start itself needs the processor.
  snapshots?.start();
  if (servesApi) {
    operators.samples.start();
    uploaded.startTidying();
    await removePartialAvatars(config.avatars).catch((error: unknown) => {
      logger.warn({ reason: String(error) }, 'The folder of avatars could not be tidied up');
    });
  }
  await announced;
}
