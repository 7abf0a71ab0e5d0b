import type { FastifyInstance } from 'fastify';
import { HttpError } from '../errors.ts';

/**
 * Until the program has started, it answers for its health and for nothing else: whoever watches over it sees that it
 * lives and is not ready, and browsers come back.
 */
export function holdUntilStarted(app: FastifyInstance, isStarted: () => boolean): void {
  app.addHook('onRequest', (request, _reply, done) => {
    if (isStarted() || request.url.startsWith('/health/')) done();
    else done(new HttpError(503, 'STARTING', 'Potluck is starting; please try again', { retryAfter: 2 }));
  });
}
