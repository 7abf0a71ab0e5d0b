import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import { type Logger, pino } from 'pino';
import { ProjectionControls } from '../../projections/control/projection-controls.ts';
import { allProjections } from '../../projections/definitions/all.ts';
import { notificationsProjection } from '../../projections/definitions/notifications/notifications.ts';
import { filterOf } from '../../projections/definitions/projection.ts';
import { readModelsIn } from '../../projections/definitions/read-models.ts';
import { MemoryReadModels } from '../../projections/read-models/memory/memory-read-models.ts';
import { keepRebuilds } from '../../projections/rebuild/keep-rebuilds.ts';
import { startProjections } from '../../projections/runner/start-projections.ts';
import { RecipeSearch } from '../../projections/search/recipe-search.ts';
import { discardAfterRebuilds } from '../../server/after-rebuilds.ts';
import { type AppDeps, buildApp } from '../../server/app.ts';
import { createGroceryHistory } from '../../server/audit/grocery-history.ts';
import { avatarFolder } from '../../server/avatars/folder.ts';
import type { CommandHandler } from '../../server/commands/handle-command.ts';
import { recordRebuilds } from '../../server/commands/record-rebuilds.ts';
import { recordVerifications } from '../../server/commands/record-verifications.ts';
import type { EventLog, RecordedEvent } from '../../server/core/event-log.ts';
import type { PublicFetch } from '../../server/core/network/public-fetch.ts';
import type { Observer } from '../../server/core/observer.ts';
import { openSqliteEventLog } from '../../server/event-log/sqlite/open-sqlite-event-log.ts';
import type { Identity } from '../../server/identity/identity.ts';
import { createLimits } from '../../server/limits/limits.ts';
import { openLiveGateway } from '../../server/live/gateway.ts';
import { observeBatches } from '../../server/observation/observe-batches.ts';
import { createObservedCommands } from '../../server/observation/observe-commands.ts';
import { openPictures } from '../../server/open-pictures.ts';
import type { OpenedPush } from '../../server/open-push.ts';
import { openOperatorParts } from '../../server/operator-parts.ts';
import { createOwnership } from '../../server/ownership/ownership.ts';
import { type PushOptions, startPush } from '../../server/push/start-push.ts';
import { publishSamples } from '../../server/samples/publish-samples.ts';
import type { Videos } from '../../server/videos/videos.ts';
import { openContinuousSnapshots } from './continuous-snapshots.ts';
import { grantOperator } from './grant-operator.ts';
import { knownUsers } from './known-users.ts';
import { openElsewhere } from './pictures-elsewhere.ts';
import { strict } from './strict-log.ts';

export interface EmbeddedApp {
  readonly app: FastifyInstance;
  readonly store: MemoryReadModels;
  /** Position of the last event in the log. */
  head(): Promise<bigint | undefined>;
  events(): AsyncIterable<RecordedEvent>;
  /** As the command on the machine does. */
  makeOperator(uid: string): Promise<void>;
  close(): Promise<void>;
}

export const eventsFile = (folder: string): string => join(folder, 'events.sqlite');

export interface EmbeddedAppOptions {
  /** Opens the live gateway, too. */
  readonly live?: boolean;
  /** Publishes the sample recipes. */
  readonly samples?: boolean;
  readonly videos?: Videos;
  /** Default: another site with pictures. */
  readonly fetchPublic?: PublicFetch;
  /** Sends push messages. */
  readonly push?: OpenedPush & Pick<PushOptions, 'post' | 'limits'>;
  /** Replaces the identity service of known users. */
  readonly identity?: Identity;
  /** Wraps the log that commands use, for example to make it fail. */
  readonly wrapCommandLog?: (log: EventLog) => EventLog;
  /** Wraps the commands of requests, for example to carry out others between them. */
  readonly wrapCommands?: (commands: CommandHandler) => CommandHandler;
  readonly logger?: Logger;
  /** Of each step of a request; default: none. */
  readonly observer?: Observer;
  /** Requests per minute; default: more than any test sends. */
  readonly rateLimit?: number;
  /** Publications per user and minute; default: more than any test sends. */
  readonly publishLimit?: number;
  readonly arrivalTimes?: AppDeps['arrivalTimes'];
  readonly maxWaitMs?: number;
  /** The folder of the built client; default: the data folder. */
  readonly webFolder?: string;
  /** Restores existing snapshots, and makes new ones after every event, in this process. */
  readonly snapshots?: boolean;
  /** Wraps the log that projections follow. */
  readonly wrapFollowedLog?: (log: EventLog) => Pick<EventLog, 'head' | 'subscribe'>;
  /** How long to wait for the read models; then it opens without. Default: a minute. */
  readonly catchUpMs?: number;
}

/** The application in embedded mode, with known users instead of the identity service. It does not listen yet. */
export async function openEmbeddedApp(
  folder: string,
  users: readonly string[],
  options: EmbeddedAppOptions = {},
): Promise<EmbeddedApp> {
  const logger = options.logger ?? pino({ level: 'silent' });
  const log = strict(await openSqliteEventLog({ file: eventsFile(folder) }));
  const store = new MemoryReadModels();
  const readModels = readModelsIn(store);
  const avatars = join(folder, 'avatars');
  const identity = options.identity ?? knownUsers(...users);
  const { observer } = options;
  const handler = createObservedCommands(options.wrapCommandLog?.(log) ?? log, { logger, observer });
  const commands = options.wrapCommands?.(handler) ?? handler;
  const followedLog = options.wrapFollowedLog?.(log) ?? log;
  const search = new RecipeSearch({ log: followedLog, store, logger });
  const ownership = createOwnership(readModels.households, readModels.groceryLists, commands);
  const controls = await ProjectionControls.start(log, allProjections, logger);
  const operators = openOperatorParts({
    ...{ log, store, controls, logger, auditIndex: join(folder, 'audit.sqlite'), seals: join(folder, 'seals') },
    keepsIndex: true,
    running: () => projections.status(),
    rebuilds: () => rebuilds.status(),
    record: recordVerifications(commands),
    connections: () => live?.connections ?? 0,
  });
  const fetchPublic = options.fetchPublic ?? openElsewhere().fetchPublic;
  const photos = await openPictures({
    config: { pictures: { kind: 'folder', folder: join(folder, 'pictures') }, uploads: join(folder, 'uploads') },
    ...{ log, uses: readModels.pictures, fetchPublic, logger },
  });
  const app: FastifyInstance = await buildApp({
    commands,
    readModels,
    search,
    history: createGroceryHistory(log),
    operators,
    identity,
    avatars: avatarFolder(avatars),
    pictures: photos.pictures,
    ownership,
    fetchPublic,
    push: options.push,
    videos: options.videos,
    checks: [],
    observer,
    limits: createLimits(),
    rateLimit: options.rateLimit ?? 1_000_000,
    publishLimit: options.publishLimit ?? 1_000_000,
    ...(options.arrivalTimes && { arrivalTimes: options.arrivalTimes }),
    ...(options.maxWaitMs !== undefined && { maxWaitMs: options.maxWaitMs }),
    serveApi: true,
    webFolder: options.webFolder ?? folder,
    logger,
  });
  const live = options.live
    ? await openLiveGateway({ httpServer: app.server, identity, ownership, observer, logger })
    : undefined;
  const snapshots = options.snapshots
    ? await openContinuousSnapshots(
        folder,
        log,
        allProjections.map((one) => store.open(one)),
      )
    : undefined;
  if (options.samples) await publishSamples(log, commands, logger);
  search.start();
  const onSwitched = discardAfterRebuilds({ controls, search, requestRefetch: () => live?.requestRefetch() });
  const projections = startProjections({
    log: followedLog,
    store,
    definitions: allProjections,
    controls,
    logger,
    onApplied: observeBatches((applied) => live?.publish(applied), observer),
  });
  const record = recordRebuilds(commands);
  const rebuilds = keepRebuilds({ log, store, definitions: allProjections, controls, record, onSwitched, logger });
  const { types } = filterOf(notificationsProjection);
  const push = options.push && startPush({ ...options.push, log, models: readModels, types, logger });
  const { catchUpMs = 60_000 } = options;
  await projections.waitUntilCaughtUp(catchUpMs);
  await search.waitUntilCaughtUp(catchUpMs);
  snapshots?.start();
  return {
    ...{ app, store },
    head: () => log.head(),
    events: () => log.readAll({}),
    makeOperator: grantOperator(commands, readModels),
    close: async () => {
      await push?.stop();
      await snapshots?.stop();
      await live?.close();
      await app.close();
      await photos.close();
      await rebuilds.stop();
      await projections.stop();
      await search.stop();
      await operators.close();
      await controls.stop();
      await store.close();
      await log.close();
    },
  };
}
