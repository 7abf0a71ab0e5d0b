import type { FastifyInstance } from 'fastify';
import { HttpError } from '../responses/errors.ts';

const retryAfterSeconds = 2;

export const starting = () =>
  new HttpError(503, 'STARTING', 'Potluck is starting; please try again', { retryAfter: retryAfterSeconds });

/**
 * Until the program has started, only its health checks answer, so that a supervisor sees that it is live and not
 * ready. API clients get `Retry-After`, and a browser that opens a page reloads it by itself.
 */
export function refuseUntilStarted(app: FastifyInstance, isStarted: () => boolean): void {
  app.addHook('onRequest', (request, reply, done) => {
    if (isStarted() || request.url.startsWith('/health/')) return done();
    // Browsers ignore Retry-After.
    if (request.method === 'GET' && !request.url.startsWith('/api/')) reply.header('refresh', retryAfterSeconds);
    done(starting());
  });
}
