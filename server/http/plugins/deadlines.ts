import type { Readable } from 'node:stream';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { maxWaitMs, msUntil, untilDeadline } from '../../commands/deadline.ts';
import { isOperation } from '../openapi/operation.ts';
import { deadlineOfBatch } from './part-of-batch.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /**
     * Until when the request is answered, in ms of `performance.now()`: the same for all its commands and waits. Counts from
     * its arrival, so that waiting for a turn, for the identity service, for roles or for another site's picture is included.
     */
    deadline: number;
  }
}

/**
 * Gives each request its deadline, for all routes registered afterwards. A call of a batch has that of the batch.
 * @param waitMs from the arrival of a request
 */
export function registerDeadlines(app: FastifyInstance, waitMs = maxWaitMs): void {
  app.decorateRequest('deadline', 0);
  app.addHook('onRequest', (request, _reply, done) => {
    request.deadline = deadlineOfBatch(request.headers) ?? performance.now() + waitMs;
    done();
  });
  // They read the log in several steps, each with its own time-out, after the role was looked up there.
  app.addHook('onRoute', (route) => {
    const { schema, handler } = route;
    if (!isOperation(schema) || (schema.token !== 'operator' && schema.token !== 'moderator')) return;
    route.handler = async function answerInTime(request, reply) {
      return untilDeadline(Promise.resolve(handler.call(this, request, reply)), request.deadline);
    };
  });
}

/** How long a request may wait for something, in ms. @param maxMs for this wait alone */
export const remainingMs = ({ deadline }: Pick<FastifyRequest, 'deadline'>, maxMs: number): number =>
  msUntil(deadline, maxMs);

/** Leaves out the time in which a slow client sends a large body: the server does not keep it waiting. */
export function excludeReceiving(request: FastifyRequest, body: Readable): void {
  const startedAt = performance.now();
  body.once('end', () => {
    request.deadline += performance.now() - startedAt;
  });
}
