import { chmod, rm } from 'node:fs/promises';
import { connect } from 'node:net';
import Fastify, { type FastifyInstance } from 'fastify';
import type { ReadModelReader } from '../../projections/read-models/read-model-store.ts';
import type { RebuildStatus } from '../../projections/rebuild/keep-rebuilds.ts';
import type { ProjectionStatus } from '../../projections/runner/projection-status.ts';
import type { Verifications } from '../audit/verifications.ts';
import type { CommandHandler } from '../commands/handle-command.ts';
import { newId } from '../commands/ids.ts';
import { machine } from '../core/domain/staff/events.ts';
import type { Logger } from '../core/logger.ts';
import type { Accounts } from '../identity/identity.ts';
import { localProjectionRoutes } from './features/projections/local-routes.ts';
import { findAccountRoute } from './features/staff/find-account.ts';
import { staffRoutes } from './features/staff/routes.ts';
import { localVerificationRoute } from './features/verification/local-route.ts';
import { registerBodies } from './plugins/bodies.ts';
import { noRateLimit } from './plugins/rate-limit.ts';
import { registerValidation } from './plugins/validation.ts';
import type { Routes } from './requests/typed.ts';
import { registerErrors } from './responses/errors.ts';

export interface LocalControlDeps {
  readonly commands: CommandHandler;
  readonly staff: ReadModelReader;
  readonly profiles: ReadModelReader;
  readonly accounts: Accounts;
  /** The projections that this process runs. */
  readonly projections: () => readonly ProjectionStatus[];
  readonly rebuilds: () => readonly RebuildStatus[];
  readonly verifications: Pick<Verifications, 'findings'>;
}

/**
 * Calls of `npm run potluck` on this machine, which the server of an embedded log must execute, since it alone may write it.
 * They come through a Unix socket in the data folder: who may read that folder has the log, so they need no token.
 */
async function buildLocalControl({ accounts, ...deps }: LocalControlDeps): Promise<FastifyInstance> {
  const app: FastifyInstance = Fastify({ genReqId: () => newId() });
  registerErrors(app);
  registerBodies(app, noRateLimit);
  registerValidation(app);
  app.decorateRequest('user', null);
  app.addHook('onRequest', async (request) => {
    request.user = { uid: machine, expiresAt: Number.MAX_SAFE_INTEGER, signedInAt: 0 };
  });
  await app.register(async (api: Routes) => {
    staffRoutes(api, { ...deps, accounts, onRequest: [] });
    findAccountRoute(api, accounts);
    localProjectionRoutes(api, deps);
    localVerificationRoute(api, deps.verifications);
  });
  return app;
}

/** Builds it and listens. A socket that cannot be opened is logged: the server works without. */
export async function startLocalControl(
  deps: LocalControlDeps,
  { socket, logger }: { readonly socket: string; readonly logger: Pick<Logger, 'warn'> },
): Promise<FastifyInstance> {
  const app = await buildLocalControl(deps);
  await listenLocally(app, socket).catch((error: unknown) => {
    const details = { socket, reason: String(error) };
    logger.warn(details, 'Commands of npm run potluck cannot reach this server');
  });
  return app;
}

/**
 * Listens on the socket. Does nothing if another process does: nodes on one machine may share a data folder.
 * @returns whether it listens
 */
async function listenLocally(app: FastifyInstance, path: string): Promise<boolean> {
  if (await isListening(path)) return false;
  // Left by a process that was killed.
  await rm(path, { force: true });
  await app.listen({ path });
  await chmod(path, 0o600);
  return true;
}

const isListening = (path: string): Promise<boolean> =>
  new Promise((resolve) => {
    const socket = connect(path);
    socket.once('connect', () => {
      socket.destroy();
      resolve(true);
    });
    socket.once('error', () => resolve(false));
  });
