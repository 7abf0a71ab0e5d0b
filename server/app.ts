import Fastify, {
  type FastifyBaseLogger,
  type FastifyInstance,
  LogController,
  type onRequestHookHandler,
} from 'fastify';
import type { ReadModels } from '../projections/definitions/read-models.ts';
import type { GroceryHistory } from './audit/grocery-history.ts';
import type { Avatars } from './avatars/avatars.ts';
import type { CommandHandler } from './commands/handle-command.ts';
import { newId } from './commands/ids.ts';
import type { IsTrustedProxy } from './core/network/proxies.ts';
import type { PublicFetch } from './core/network/public-fetch.ts';
import { isLiveUpgrade, isTailUpgrade } from './core/network/upgrades.ts';
import type { Observer } from './core/observer.ts';
import { createAccessRecorder } from './http/features/audit/access-recorder.ts';
import { auditRoutes } from './http/features/audit/routes.ts';
import { timeTravelRoutes } from './http/features/audit/time-travel-routes.ts';
import { batchRoutes } from './http/features/batch/routes.ts';
import { calendarRoutes } from './http/features/calendar/routes.ts';
import { communityRoutes } from './http/features/community/routes.ts';
import { followingRoutes } from './http/features/following/routes.ts';
import { groceryListRoutes } from './http/features/grocery-list/routes.ts';
import { householdRoutes } from './http/features/households/routes.ts';
import { mealPlanRoutes } from './http/features/meal-plan/routes.ts';
import { moderationRoutes } from './http/features/moderation/routes.ts';
import { pushRoutes } from './http/features/notifications/push-routes.ts';
import { notificationRoutes } from './http/features/notifications/routes.ts';
import { overviewRoute } from './http/features/overview/routes.ts';
import { peopleRoutes } from './http/features/people/routes.ts';
import { pictureRoutes, pictureUploadRoutes } from './http/features/pictures/routes.ts';
import { playlistRoutes } from './http/features/playlists/routes.ts';
import { avatarRoute } from './http/features/profile/avatars.ts';
import { profileRoutes } from './http/features/profile/routes.ts';
import { projectionRoutes } from './http/features/projections/routes.ts';
import { recipeImportRoute } from './http/features/recipe-import/routes.ts';
import { recipeReactionRoutes } from './http/features/recipe-reactions/routes.ts';
import { recipeVersionRoute } from './http/features/recipe-versions/routes.ts';
import { recipeRoutes, type SearchRecipes } from './http/features/recipes/routes.ts';
import { sealRoutes } from './http/features/seals/routes.ts';
import { clientConfigRoute } from './http/features/service/client-config.ts';
import { documentationRoutes } from './http/features/service/documentation.ts';
import { type Check, type CheckedHealth, checkedHealth, healthRoutes } from './http/features/service/health.ts';
import { accountRoute } from './http/features/staff/account-route.ts';
import { staffRoutes } from './http/features/staff/routes.ts';
import { tailRoute } from './http/features/tail/routes.ts';
import { verificationRoutes } from './http/features/verification/routes.ts';
import { collectOperations } from './http/openapi/collect-operations.ts';
import type { OperationRoute } from './http/openapi/document.ts';
import { createAuthentication } from './http/plugins/authentication.ts';
import { registerBodies } from './http/plugins/bodies.ts';
import { registerDeadlines } from './http/plugins/deadlines.ts';
import { registerHttp1Limits } from './http/plugins/http1-limits.ts';
import { registerIdentityEmulator } from './http/plugins/identity-emulator.ts';
import { limitOperations } from './http/plugins/operation-limits.ts';
import { onlyModerators, onlyOperators } from './http/plugins/operators.ts';
import { createOperationLimits, createRateLimit, type RateLimit } from './http/plugins/rate-limit.ts';
import { reportResponses } from './http/plugins/report-responses.ts';
import { registerApiHeaders } from './http/plugins/security-headers.ts';
import { refuseUntilStarted } from './http/plugins/starting.ts';
import { refuseSuspended } from './http/plugins/suspended.ts';
import { registerValidation } from './http/plugins/validation.ts';
import { registerWebClient } from './http/plugins/web-client.ts';
import { createPreviews } from './http/previews/find-preview.ts';
import { minBounds } from './http/requests/body-bounds.ts';
import { createFormPictures } from './http/requests/form-pictures.ts';
import type { Routes } from './http/requests/typed.ts';
import { respondToUnreadableRequest } from './http/requests/unreadable-requests.ts';
import { handleError, registerErrors } from './http/responses/errors.ts';
import { createAuthors } from './http/writing/authors.ts';
import type { Identity } from './identity/identity.ts';
import type { Limits } from './limits/limits.ts';
import type { OperatorParts } from './operator-parts.ts';
import type { Ownership } from './ownership/ownership.ts';
import type { Pictures } from './pictures/pictures.ts';
import type { PushReceivers } from './push/subscriptions.ts';
import { createVideoImport } from './videos/video-import.ts';
import type { Videos } from './videos/videos.ts';

export interface AppDeps {
  readonly commands: CommandHandler;
  readonly readModels: ReadModels;
  readonly search: SearchRecipes;
  readonly history: GroceryHistory;
  readonly operators: OperatorParts;
  /** Undefined in a process that does not serve the API. */
  readonly identity: Identity | undefined;
  readonly avatars: Avatars;
  readonly pictures: Pictures;
  readonly ownership: Ownership;
  /** Fetches recipe pages that users name. */
  readonly fetchPublic: PublicFetch;
  /** Undefined if no video service is configured. */
  readonly videos?: Videos | undefined;
  /** Undefined if this installation sends no push messages. */
  readonly push?: PushReceivers | undefined;
  readonly checks: readonly Check[];
  /** Undefined if nothing is measured. */
  readonly observer?: Observer | undefined;
  /** Undefined if the program has started before it listens. */
  readonly isStarted?: () => boolean;
  /** Counts what users and addresses do, together with the other nodes. */
  readonly limits: Limits;
  /** Requests per minute and user or, without a user, per IP address. */
  readonly rateLimit: number;
  /** Publications per minute and user. */
  readonly publishLimit: number;
  /** The reverse proxies whose forwarding headers are trusted. */
  readonly isTrustedProxy?: IsTrustedProxy | undefined;
  /** Overrides the constant of this name. */
  readonly arrivalTimes?: typeof arrivalTimes;
  /** Overrides the constant of this name: from the arrival of a request to its answer. */
  readonly maxWaitMs?: number;
  /** If false, only the health routes are served. */
  readonly serveApi: boolean;
  /** Folder of the built web client. */
  readonly webFolder: string;
  readonly logger: FastifyBaseLogger;
}

/**
 * How long a request may take to arrive, in ms. Node applies the longer of the two time-outs to the whole request, and
 * checks them at the interval, by default every 30 s.
 */
export const arrivalTimes = { headersTimeout: 15_000, requestTimeout: 30_000, connectionsCheckingInterval: 2_000 };

/** Builds the HTTP application without listening. */
export async function buildApp(deps: AppDeps): Promise<FastifyInstance> {
  // Makes request ids unique across restarts and nodes; each request only increments a counter.
  const processId = newId();
  let requests = 0;
  const app: FastifyInstance = Fastify({
    http: {
      ...arrivalTimes,
      ...deps.arrivalTimes,
      shouldUpgradeCallback: (request) => {
        // Until the program has started, it is refused like any request: Node would not close its connection.
        if (deps.serveApi && isTailUpgrade(request)) return deps.isStarted?.() !== false;
        // With the API, one listener is that of the tail.
        return isLiveUpgrade(request) && app.server.listenerCount('upgrade') > (deps.serveApi ? 1 : 0);
      },
    },
    // For routes without a contract.
    bodyLimit: minBounds.bytes,
    logController: new LogController({ disableRequestLogging: true }),
    genReqId: () => `${processId}-${++requests}`,
    // Longer than Node's header limit allows any parameter to be, so that an invalid id of any length gets 404.
    routerOptions: { ignoreTrailingSlash: true, maxParamLength: 16 * 1024 },
    forceCloseConnections: true,
    requestTimeout: deps.arrivalTimes?.requestTimeout ?? arrivalTimes.requestTimeout,
    trustProxy: deps.isTrustedProxy ?? false,
    frameworkErrors: handleError,
    clientErrorHandler: respondToUnreadableRequest,
  });
  logTo(app, deps.logger);
  registerDeadlines(app, deps.maxWaitMs);
  reportResponses(app, deps.observer);
  registerHttp1Limits(app);
  if (deps.isStarted) refuseUntilStarted(app, deps.isStarted);
  registerErrors(app, () => deps.operators.samples.countFailure());
  const rateLimit = createRateLimit(deps.limits, deps.rateLimit);
  registerBodies(app, rateLimit);
  registerValidation(app);
  const operations = collectOperations(app);
  const health = checkedHealth(deps.checks);
  healthRoutes(app, health);
  if (deps.serveApi) await registerApi(app, deps, { operations, rateLimit, health });
  return app;
}

/**
 * Lets requests use the program's logger. Fastify does not get the logger: it would create a child logger for each
 * request and listen to the end of each response, even with request logging turned off (docs/adr/0018). The
 * observer logs them.
 */
function logTo(app: FastifyInstance, logger: FastifyBaseLogger): void {
  app.addHook('onRequest', (request, reply, done) => {
    request.log = logger;
    reply.log = logger;
    done();
  });
}

async function registerApi(
  app: FastifyInstance,
  deps: AppDeps,
  {
    operations,
    rateLimit,
    health,
  }: { operations: readonly OperationRoute[]; rateLimit: RateLimit; health: CheckedHealth },
): Promise<void> {
  const { identity } = deps;
  if (!identity) throw new Error('The API needs an identity service');
  // First, so that its access rule covers all routes below.
  if (identity.emulator) await registerIdentityEmulator(app, identity.emulator, identity.recheckSessions);

  const authentication = createAuthentication(app, identity, rateLimit);
  const authors = createAuthors(deps.commands, deps.readModels.profiles);
  const { commands, readModels, search, history, ownership, limits, pictures } = deps;
  pictureRoutes(app, pictures, rateLimit);
  const operationLimits = createOperationLimits(limits, deps.publishLimit);
  const formPictures = createFormPictures(pictures, operationLimits.fetchingPictures);
  await app.register(
    async (api: Routes) => {
      registerApiHeaders(api);
      refuseSuspended(api, readModels.moderation);
      limitOperations(api, operationLimits, rateLimit);
      avatarRoute(api, deps.avatars, authentication);
      clientConfigRoute(api, identity);
      documentationRoutes(api, operations);
      await pictureUploadRoutes(api, { pictures, formPictures, authentication });
      await communityRoutes(api, {
        commands,
        ...readModels,
        pictures: formPictures,
        authors,
        authentication,
      });
      peopleRoutes(api, { ...readModels, authentication });
      followingRoutes(api, { commands, ...readModels, authors, authentication });
      groceryListRoutes(api, { commands, lists: readModels.groceryLists, history, ownership, authors, authentication });
      const { recipes, mealPlans } = readModels;
      mealPlanRoutes(api, { commands, plans: mealPlans, recipes, ownership, authentication });
      const { calendarLinks: links, households, profiles } = readModels;
      calendarRoutes(api, { commands, links, plans: mealPlans, recipes, households, ownership, authentication });
      const lists = readModels.groceryLists;
      const { log } = deps.operators;
      householdRoutes(api, { commands, log, households, lists, profiles, ownership, authors, authentication, limits });
      playlistRoutes(api, { commands, ...readModels, authors, authentication });
      profileRoutes(api, {
        commands,
        profiles: readModels.profiles,
        moderation: readModels.moderation,
        staff: readModels.staff,
        identity,
        avatars: deps.avatars,
        authors,
        authentication,
        countFetch: operationLimits.fetchingPictures,
      });
      const { recipeReactions } = readModels;
      const { posts } = readModels;
      const onRecipes = { commands, posts, recipes, recipeReactions, pictures: formPictures, authors, authentication };
      recipeRoutes(api, { ...onRecipes, search });
      recipeReactionRoutes(api, onRecipes);
      const { events, seals, reports, verifications, samples } = deps.operators;
      recipeVersionRoute(api, { log, recipes, profiles, authentication });
      sealRoutes(api, { seals, authentication });
      batchRoutes(api, { authentication, rateLimit });
      const { notifications } = readModels;
      notificationRoutes(api, { commands, notifications, profiles, authentication });
      pushRoutes(api, { push: deps.push, notifications, authentication });
      const { staff, accesses } = readModels;
      const forOperators = onlyOperators(authentication, { staff, commands });
      staffRoutes(api, { commands, staff, profiles, accounts: identity.accounts, onRequest: forOperators });
      const forModerators = onlyModerators(authentication, { staff, commands });
      moderationRoutes(api, { commands, ...readModels, authentication, onlyModerators: forModerators });
      const recorder = createAccessRecorder(commands, log, events);
      accountRoute(api, { accounts: identity.accounts, recorder, onRequest: forOperators });
      auditRoutes(api, { recorder, events, accesses, profiles, authentication, onlyOperators: forOperators });
      timeTravelRoutes(api, { log, events, seals, recorder, onRequest: forOperators });
      projectionRoutes(api, { commands, log, reports, onRequest: forOperators });
      verificationRoutes(api, { log, verifications, seals, recorder, onRequest: forOperators });
      overviewRoute(api, { log, health, seals, samples, onRequest: forOperators });
      await api.register((scope: Routes) =>
        tailRoute(scope, { log, events, identity, roles: { staff, commands }, recorder, onlyOperators: forOperators }),
      );
      const { fetchPublic } = deps;
      recipeImportRoute(api, { importVideo: createVideoImport(deps.videos), fetchPublic, authentication, limits });
      // Before the body is read, and after the same work as for addresses that only operators see: neither the limit on
      // requests nor the time that it takes tells them apart.
      const unknown: onRequestHookHandler = (_request, reply) => reply.callNotFound();
      api.all('/*', { onRequest: [...forOperators, unknown] }, (_request, reply) => reply.callNotFound());
    },
    { prefix: '/api' },
  );
  await registerWebClient(app, deps.webFolder, identity.browser, createPreviews(readModels));
}
