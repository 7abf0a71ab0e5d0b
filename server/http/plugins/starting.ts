import type { FastifyInstance } from 'fastify';
import { HttpError } from '../answers/errors.ts';

/** In seconds. */
const retryAfter = 2;

/**
 * Until the program has started, it answers for its health and for nothing else: whoever watches over it sees that it
 * lives and is not ready. Who calls the API is told when to come back, and a browser that opens a page does so by itself.
 */
export function holdUntilStarted(app: FastifyInstance, isStarted: () => boolean): void {
  app.addHook('onRequest', (request, reply, done) => {
    if (isStarted() || request.url.startsWith('/health/')) return done();
    // Browsers take no notice of Retry-After.
    if (request.method === 'GET' && !request.url.startsWith('/api/')) reply.header('refresh', retryAfter);
    done(new HttpError(503, 'STARTING', 'Potluck is starting; please try again', { retryAfter }));
  });
}
