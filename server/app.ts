import Fastify, { type FastifyBaseLogger, type FastifyInstance, LogController } from 'fastify';
import { newId } from './commands/ids.ts';
import type { IsTrustedProxy } from './core/network/proxies.ts';
import { isLiveUpgrade, isTailUpgrade } from './core/network/upgrades.ts';
import type { Observer } from './core/observer.ts';
import { type Check, checkedHealth, healthRoutes } from './http/features/service/health.ts';
import { collectOperations } from './http/openapi/collect-operations.ts';
import { registerBodies } from './http/plugins/bodies.ts';
import { registerDeadlines } from './http/plugins/deadlines.ts';
import { registerHttp1Limits } from './http/plugins/http1-limits.ts';
import { createRateLimit } from './http/plugins/rate-limit.ts';
import { reportResponses } from './http/plugins/report-responses.ts';
import { refuseUntilStarted } from './http/plugins/starting.ts';
import { registerValidation } from './http/plugins/validation.ts';
import { minBounds } from './http/requests/body-bounds.ts';
import { respondToUnreadableRequest } from './http/requests/unreadable-requests.ts';
import { handleError, registerErrors } from './http/responses/errors.ts';
import { type ApiDeps, registerApi } from './register-api.ts';

export interface AppDeps extends ApiDeps {
  readonly checks: readonly Check[];
  /** Undefined if nothing is measured. */
  readonly observer?: Observer | undefined;
  /** Undefined if the program has started before it listens. */
  readonly isStarted?: () => boolean;
  /** Requests per minute and user or, without a user, per IP address. */
  readonly rateLimit: number;
  /** The reverse proxies whose forwarding headers are trusted. */
  readonly isTrustedProxy?: IsTrustedProxy | undefined;
  /** Overrides the constant of this name. */
  readonly arrivalTimes?: typeof arrivalTimes;
  /** Overrides the constant of this name: from the arrival of a request to its answer. */
  readonly maxWaitMs?: number;
  /** If false, only the health routes are served. */
  readonly serveApi: boolean;
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
