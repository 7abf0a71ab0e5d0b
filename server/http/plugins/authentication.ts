import type { FastifyInstance, FastifyRequest, onRequestHookHandler } from 'fastify';
import type { SessionEnd } from '../../core/contracts/shared.ts';
import { type Identity, InvalidToken, type User } from '../../identity/identity.ts';
import { HttpError } from '../responses/errors.ts';
import { isPartOfBatch } from './part-of-batch.ts';
import type { RateLimit } from './rate-limit.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** The user of the verified token; null for a visitor. */
    user: User | null;
  }
}

export interface Authentication {
  /** Takes the user from the token, if there is one. An invalid token is refused and not treated as a visitor. */
  readonly optional: onRequestHookHandler;
  /** Refuses visitors with 401 and this message. */
  required(loginMessage: string): onRequestHookHandler;
}

/** The user of a request that has passed `required`. */
export function userOf(request: FastifyRequest): User {
  if (request.user === null) throw new Error(`${request.routeOptions.url} reads the user without requiring one`);
  return request.user;
}

const scheme = 'bearer ';

/**
 * The last token of each connection. Reusing the string that an equal header yielded saves hashing: looking up a new
 * string of a thousand characters costs more than comparing it.
 */
const tokens = new WeakMap<object, { readonly header: string; readonly token: string | undefined }>();

/** The token of a request, verified or not. */
export function tokenOf({ raw, headers }: FastifyRequest): string | undefined {
  const header = headers.authorization;
  if (header === undefined) return undefined;
  let last = tokens.get(raw.socket);
  if (last?.header !== header) {
    last = { header, token: bearerOf(header) };
    tokens.set(raw.socket, last);
  }
  return last.token;
}

const bearerOf = (header: string): string | undefined =>
  header.slice(0, scheme.length).toLowerCase() === scheme ? header.slice(scheme.length).trim() : undefined;

/** Identifies the user of each request, and counts the request against its limit before any other work. */
export function createAuthentication(app: FastifyInstance, identity: Identity, rateLimit: RateLimit): Authentication {
  app.decorateRequest('user', null);

  async function verify(request: FastifyRequest, token: string, loginMessage: string | undefined): Promise<void> {
    try {
      request.user = await identity.verify(token);
    } catch (error) {
      if (!(error instanceof InvalidToken)) throw error;
      throw invalidToken(loginMessage, error.reason);
    }
  }

  /**
   * Returns a promise only if a token must be verified: most are cached, and every request passes here.
   * @throws HttpError
   */
  function identify(request: FastifyRequest, loginMessage: string | undefined): Promise<void> | undefined {
    const token = tokenOf(request);
    const user = token ? identity.cached(token) : undefined;
    if (user) {
      if (!isPartOfBatch(request.headers)) rateLimit.user(user.uid);
      request.user = user;
      return undefined;
    }
    // Requests without a cached token are counted by address.
    rateLimit.address(request.ip);
    if (request.headers.authorization !== undefined) return verify(request, token ?? '', loginMessage);
    if (loginMessage !== undefined) throw tokenRequired(loginMessage);
    return undefined;
  }

  const hook =
    (loginMessage: string | undefined): onRequestHookHandler =>
    (request, _reply, done) => {
      const verification = identify(request, loginMessage);
      if (verification) verification.then(() => done(), done);
      else done();
    };

  return { optional: hook(undefined), required: hook };
}

export const invalidToken = (message = 'Your session has ended; please log in again', reason?: SessionEnd): HttpError =>
  new HttpError(401, 'INVALID_TOKEN', message, { reason });
export const tokenRequired = (message = 'Please log in'): HttpError => new HttpError(401, 'TOKEN_REQUIRED', message);
