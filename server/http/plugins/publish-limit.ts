import type { FastifyInstance, preHandlerHookHandler } from 'fastify';
import { isOperation } from '../openapi/operation.ts';
import { userOf } from './authentication.ts';
import type { PublishLimit } from './rate-limit.ts';

/**
 * Counts the calls of publishing operations, for all routes registered afterwards. Counts after validation, because
 * refused input is not published.
 */
export function limitPublishing(app: FastifyInstance, limit: PublishLimit): void {
  app.addHook('onRoute', (route) => {
    const { schema } = route;
    if (!isOperation(schema) || schema.limit === undefined) return;
    const count = limit[schema.limit];
    const countCall: preHandlerHookHandler = (request, _reply, done) => {
      count(userOf(request).uid);
      done();
    };
    route.preHandler = [route.preHandler ?? [], countCall].flat();
  });
}
