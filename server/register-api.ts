import type { FastifyInstance, onRequestHookHandler } from 'fastify';
import type { ReadModels } from '../projections/definitions/read-models.ts';
import type { GroceryHistory } from './audit/grocery-history.ts';
import type { Avatars } from './avatars/avatars.ts';
import type { CommandHandler } from './commands/handle-command.ts';
import type { PublicFetch } from './core/network/public-fetch.ts';
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
import type { CheckedHealth } from './http/features/service/health.ts';
import { accountRoute } from './http/features/staff/account-route.ts';
import { staffRoutes } from './http/features/staff/routes.ts';
import { tailRoute } from './http/features/tail/routes.ts';
import { verificationRoutes } from './http/features/verification/routes.ts';
import type { OperationRoute } from './http/openapi/document.ts';
import { createAuthentication } from './http/plugins/authentication.ts';
import { registerIdentityEmulator } from './http/plugins/identity-emulator.ts';
import { limitOperations } from './http/plugins/operation-limits.ts';
import { onlyModerators, onlyOperators } from './http/plugins/operators.ts';
import { createOperationLimits, type RateLimit } from './http/plugins/rate-limit.ts';
import { registerApiHeaders } from './http/plugins/security-headers.ts';
import { refuseSuspended } from './http/plugins/suspended.ts';
import { registerWebClient } from './http/plugins/web-client.ts';
import { createPreviews } from './http/previews/find-preview.ts';
import { createFormPictures } from './http/requests/form-pictures.ts';
import type { Routes } from './http/requests/typed.ts';
import { createAuthors } from './http/writing/authors.ts';
import type { Identity } from './identity/identity.ts';
import type { Limits } from './limits/limits.ts';
import type { OperatorParts } from './operator-parts.ts';
import type { Ownership } from './ownership/ownership.ts';
import type { Pictures } from './pictures/pictures.ts';
import type { PushReceivers } from './push/subscriptions.ts';
import { createVideoImport } from './videos/video-import.ts';
import type { Videos } from './videos/videos.ts';

export interface ApiDeps {
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
  /** Counts what users and addresses do, together with the other nodes. */
  readonly limits: Limits;
  /** Publications per minute and user. */
  readonly publishLimit: number;
  /** Folder of the built web client. */
  readonly webFolder: string;
}

/** What the routes of the API share with those beside it. */
export interface Shared {
  readonly operations: readonly OperationRoute[];
  readonly rateLimit: RateLimit;
  readonly health: CheckedHealth;
}

/** Registers the API and the web client: the features, in the order in which their rules apply. */
export async function registerApi(
  app: FastifyInstance,
  deps: ApiDeps,
  { operations, rateLimit, health }: Shared,
): Promise<void> {
  const { commands, readModels, search, history, operators, identity, pictures, ownership, push, limits } = deps;
  if (!identity) throw new Error('The API needs an identity service');
  // First, so that its access rule covers all routes below.
  if (identity.emulator) await registerIdentityEmulator(app, identity.emulator, identity.recheckSessions);

  const { recipes, recipeReactions, posts, groceryLists, mealPlans, calendarLinks, households } = readModels;
  const { profiles, notifications, moderation, staff, accesses } = readModels;
  const { log, events, seals, reports, verifications, samples } = operators;
  const { accounts } = identity;
  const authentication = createAuthentication(app, identity, rateLimit);
  const authors = createAuthors(commands, profiles);
  const operationLimits = createOperationLimits(limits, deps.publishLimit);
  const { fetchingPictures } = operationLimits;
  const formPictures = createFormPictures(pictures, fetchingPictures);
  const roles = { staff, streams: commands };
  const forOperators = onlyOperators(authentication, roles);
  const forModerators = onlyModerators(authentication, roles);
  const recorder = createAccessRecorder(commands, log, events);
  const writes = { commands, authors, authentication };

  pictureRoutes(app, pictures, rateLimit);
  await app.register(
    async (api: Routes) => {
      registerApiHeaders(api);
      refuseSuspended(api, moderation);
      limitOperations(api, operationLimits, rateLimit);
      avatarRoute(api, deps.avatars, authentication);
      clientConfigRoute(api, identity);
      documentationRoutes(api, operations);
      await pictureUploadRoutes(api, { pictures, formPictures, authentication });
      await communityRoutes(api, { ...writes, ...readModels, pictures: formPictures });
      peopleRoutes(api, { ...readModels, authentication });
      followingRoutes(api, { ...writes, ...readModels });
      groceryListRoutes(api, { ...writes, lists: groceryLists, history, ownership });
      mealPlanRoutes(api, { commands, plans: mealPlans, recipes, ownership, authentication });
      const shownInCalendar = { links: calendarLinks, plans: mealPlans, recipes, households };
      calendarRoutes(api, { commands, ...shownInCalendar, ownership, authentication });
      householdRoutes(api, { ...writes, log, households, lists: groceryLists, profiles, ownership, limits });
      playlistRoutes(api, { ...writes, ...readModels });
      const countFetch = fetchingPictures;
      profileRoutes(api, { ...writes, profiles, moderation, staff, identity, avatars: deps.avatars, countFetch });
      const onRecipes = { ...writes, posts, recipes, recipeReactions, pictures: formPictures };
      recipeRoutes(api, { ...onRecipes, search });
      recipeReactionRoutes(api, onRecipes);
      recipeVersionRoute(api, { log, recipes, profiles, authentication });
      sealRoutes(api, { seals, authentication });
      batchRoutes(api, { authentication, rateLimit });
      notificationRoutes(api, { commands, notifications, profiles, authentication });
      pushRoutes(api, { push, notifications, authentication });
      staffRoutes(api, { commands, staff, profiles, accounts, onRequest: forOperators });
      moderationRoutes(api, { commands, ...readModels, authentication, onlyModerators: forModerators });
      accountRoute(api, { accounts, recorder, onRequest: forOperators });
      auditRoutes(api, { recorder, events, accesses, profiles, authentication, onlyOperators: forOperators });
      timeTravelRoutes(api, { log, events, seals, recorder, onRequest: forOperators });
      projectionRoutes(api, { commands, log, reports, onRequest: forOperators });
      verificationRoutes(api, { log, verifications, seals, recorder, onRequest: forOperators });
      overviewRoute(api, { log, health, seals, samples, onRequest: forOperators });
      await api.register((scope: Routes) =>
        tailRoute(scope, { log, events, identity, roles, recorder, onlyOperators: forOperators }),
      );
      const importVideo = createVideoImport(deps.videos);
      recipeImportRoute(api, { importVideo, fetchPublic: deps.fetchPublic, authentication, limits });
      // Before the body is read, and after the same work as for addresses that only operators see: neither the limit on
      // requests nor the time that it takes tells them apart.
      const unknown: onRequestHookHandler = (_request, reply) => reply.callNotFound();
      api.all('/*', { onRequest: [...forOperators, unknown] }, (_request, reply) => reply.callNotFound());
    },
    { prefix: '/api' },
  );
  await registerWebClient(app, deps.webFolder, identity.browser, createPreviews(readModels));
}
