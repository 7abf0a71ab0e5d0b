/**
 * Which folder may import which. `npm run lint` fails on an import that this table and `package-table.mjs` do not allow,
 * on a cycle, and on a folder or a package that is missing there. Tests and scripts may import anything; nothing may
 * import them.
 *
 * In a path, a trailing `/` means the folder with everything in it, and `*` any one name. `(*)` is also any one name,
 * and separates siblings: such a folder may import from itself, but not from another that matches.
 */

import { webFolders } from './web-import-table.mjs';

const contracts = 'server/core/contracts/';
const limits = 'server/core/contracts/limits.ts';
const mentionPlaces = 'server/core/contracts/mention-places.ts';
/** What deciders share with the browser. */
const ofDeciders = ['excerpt', 'field-groups', 'never-paused', 'planned-items', 'slot-id'].map(
  (name) => `server/core/contracts/${name}.ts`,
);
const domain = 'server/core/domain/';
const eventVersions = 'server/core/domain/event-versions.ts';
const upcasts = 'server/core/domain/*/upcast.ts';
const eventLogPort = 'server/core/event-log.ts';
const logger = 'server/core/logger.ts';
const observer = 'server/core/observer.ts';
const readModels = 'projections/read-models/*';
const identityPort = 'server/identity/identity.ts';
const definitions = 'projections/definitions/';
const timing = 'server/core/timing/';
const files = 'server/core/files/';
const logTransfer = 'server/log-transfer/';
const network = 'server/core/network/';
const pictures = 'server/pictures/pictures.ts';
const recipeText = 'server/recipe-text/';
const recipePages = 'server/recipe-pages/';
const recipeFiles = 'server/recipe-files/';
/** What reads structured data, without fetching it. */
const structuredData = ['nodes', 'recipes-in', 'recipes-in-text'].map((name) => `server/recipe-pages/${name}.ts`);
const recipeExport = 'server/recipe-export/';
const videos = 'server/videos/*';
const accountCalls = 'server/identity/account-calls.ts';
/** A connection, and scripts. */
const redisClient = ['projections/read-models/redis/connection.ts', 'projections/read-models/redis/lua-script.ts'];
/** What counts against a limit. */
const nodeLimits = ['server/limits/limits.ts', 'server/limits/limit-rule.ts'];
const redisUrl = 'projections/read-models/redis/redis-url.ts';
/** What the configuration selects. */
const settings = ['pictures/store/s3', 'push/keys', 'identity/settings', 'videos/youtube/settings'].map(
  (name) => `server/${name}.ts`,
);
const ports = [eventLogPort, identityPort, readModels];

/** Key: a folder. Value: what it may import besides itself. */
export const folders = {
  // The composition root.
  'server/*': ['server/', 'projections/'],
  'server/app.ts': ['server/'],
  'server/register-api.ts': ['server/', 'projections/definitions/read-models.ts', readModels],
  'server/process/': [
    logger,
    timing,
    'server/config/',
    'server/http/features/service/health.ts',
    'server/live/gateway.ts',
    'projections/runner/projection-status.ts',
    ...ports,
  ],
  'server/config/': [network, ...settings, redisUrl],
  // The base layer: other folders build on it, and it imports none of them.
  [contracts]: [],
  [timing]: [],
  [files]: [],
  // What users name by its address is fetched by few calls at once.
  [network]: ['server/core/timing/limit-concurrency.ts'],
  [eventLogPort]: [domain],
  [logger]: [],
  [observer]: [eventLogPort],
  // Of the mentions that come with a text, those are recorded that it has.
  'server/core/domain/*': [limits, mentionPlaces],
  // Deciders enforce capacities, and refuse a content that is only the excerpt of the longer one. Meals that were recorded
  // without an id get the same one in the browser.
  'server/core/domain/(*)/': ['server/core/domain/*', limits, ...ofDeciders],
  [recipeText]: [contracts],
  [recipeExport]: [contracts],
  [recipeFiles]: [contracts, recipeText, ...structuredData],
  [recipePages]: [contracts, recipeText, network, timing],
  [videos]: [contracts, recipeText],
  'server/videos/(*)/': [videos],
  'server/commands/': [domain, eventLogPort, logger, observer, timing],
  // Report the work of the ports.
  'server/observation/': [domain, 'server/commands/', 'projections/runner/applied.ts', eventLogPort, logger, observer],
  'server/tracing/': [logger, observer, timing],
  'server/metrics/': [contracts, network, observer, timing, 'projections/status/'],
  'server/event-log/*': [eventLogPort, logger],
  'server/event-log/(*)/': ['server/event-log/*', eventLogPort, logger, timing, files],
  'server/limits/': [logger, timing, redisUrl, ...redisClient],
  'server/identity/': [contracts, timing, files, ...nodeLimits],
  'server/http/': [
    contracts,
    domain,
    'server/commands/',
    'server/ownership/',
    'server/audit/',
    ...nodeLimits,
    definitions,
    accountCalls,
    'server/avatars/avatars.ts',
    'server/avatars/picture.ts',
    pictures,
    'server/push/subscriptions.ts',
    'projections/runner/fold.ts',
    'projections/runner/projection-status.ts',
    'projections/rebuild/',
    'projections/status/',
    'projections/search/found-recipes.ts',
    'projections/verify/',
    logger,
    observer,
    timing,
    network,
    recipePages,
    recipeExport,
    videos,
    ...ports,
  ],
  // Who may read and change what. The log decides where read models may be behind it.
  'server/ownership/': [contracts, domain, 'server/commands/', definitions, readModels],
  'server/live/': [
    'server/ownership/',
    contracts,
    'server/core/domain/*/events.ts',
    definitions,
    'projections/runner/applied.ts',
    identityPort,
    redisUrl,
    logger,
    observer,
    timing,
    network,
  ],
  'server/avatars/': [files],
  'server/pictures/': [network, files, timing, logger],
  'server/push/': [contracts, definitions, readModels, network, files, timing, eventLogPort, logger],
  [logTransfer]: [eventLogPort, files],
  'server/backup/': [
    'server/event-log/sqlite/',
    'server/audit/seals/',
    'server/pictures/file-names.ts',
    logTransfer,
    eventLogPort,
    files,
  ],
  'server/simulation/': [
    domain,
    contracts,
    eventLogPort,
    'server/commands/',
    'server/ownership/ownership.ts',
    'server/samples/',
    definitions,
  ],
  // The commands of `server/potluck.ts`.
  'server/cli/': [
    'server/audit/',
    'server/backup/',
    'server/push/keys.ts',
    'server/simulation/',
    logTransfer,
    'server/commands/',
    'server/config/',
    contracts,
    domain,
    eventLogPort,
    logger,
    timing,
    definitions,
    readModels,
    'projections/control/',
    'projections/snapshots/',
    'projections/status/',
    'projections/verify/',
    'projections/read-models/memory/',
  ],
  'server/audit/': [
    contracts,
    'server/recipe-export/ingredient-line.ts',
    eventLogPort,
    logger,
    timing,
    files,
    domain,
    definitions,
    readModels,
    'projections/read-models/memory/',
    'projections/runner/',
    'projections/verify/',
    'server/commands/ids.ts',
    'server/live/messages.ts',
    'server/live/rooms.ts',
  ],
  [definitions]: [
    'server/core/domain/*/events.ts',
    'server/core/domain/uploaded-picture.ts',
    upcasts,
    eventVersions,
    contracts,
    readModels,
  ],
  'projections/runner/': [definitions, eventVersions, eventLogPort, logger, readModels, timing],
  'projections/snapshots/': [
    definitions,
    eventLogPort,
    logger,
    'projections/runner/',
    readModels,
    'projections/read-models/memory/',
    timing,
  ],
  // Decisions of operators about projections.
  'projections/control/': [
    'server/core/domain/projection-control/',
    eventVersions,
    eventLogPort,
    logger,
    readModels,
    'projections/runner/control.ts',
    timing,
  ],
  // Builds a read model again beside the live one.
  'projections/rebuild/': [
    'server/core/domain/projection-control/',
    definitions,
    eventLogPort,
    logger,
    'projections/control/',
    'projections/runner/',
    readModels,
    timing,
  ],
  'projections/status/': [
    'server/core/domain/projection-control/',
    definitions,
    eventLogPort,
    'projections/control/',
    'projections/rebuild/',
    'projections/runner/',
    readModels,
    'projections/read-models/memory/',
  ],
  'projections/verify/': [
    definitions,
    eventLogPort,
    'projections/runner/',
    readModels,
    'projections/read-models/memory/',
    timing,
  ],
  'projections/search/': [
    contracts,
    'server/core/domain/*/events.ts',
    upcasts,
    eventLogPort,
    logger,
    definitions,
    'projections/control/projection-controls.ts',
    'projections/runner/',
    readModels,
    'projections/read-models/memory/',
    timing,
  ],
  // A separate process, with its own composition root.
  'server/snapshots/': ['projections/', 'server/event-log/', eventLogPort, logger],
  'server/samples/': [domain, 'server/commands/', eventLogPort, logger],
  [readModels]: [],
  'projections/read-models/(*)/': [readModels, timing, files],
  ...webFolders,
};

/** These run in the browser or must stay pure, so they may not import Node's built-in modules either. */
export const withoutNode = [contracts, domain, recipeText, recipeFiles, recipeExport, definitions, 'web/'];
