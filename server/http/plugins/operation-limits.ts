import type { FastifyInstance, preHandlerHookHandler, preParsingHookHandler } from 'fastify';
import { isOperation } from '../openapi/operation.ts';
import { userOf } from './authentication.ts';
import type { OperationLimits, RateLimit } from './rate-limit.ts';

/**
 * Counts the calls of operations with a limit of their own, and those that count as several requests, for all routes registered afterwards. Counts after
 * validation, because refused input costs little and is not published; but uploads before they are read.
 */
export function limitOperations(app: FastifyInstance, limits: OperationLimits, rateLimit: RateLimit): void {
  app.addHook('onRoute', (route) => {
    const { schema } = route;
    if (!isOperation(schema)) return;
    const { requests = 1 } = schema;
    if (requests > 1) {
      const countMore: preHandlerHookHandler = (request, _reply, done) => {
        if (request.user) rateLimit.user(request.user.uid, requests - 1);
        else rateLimit.address(request.ip, requests - 1);
        done();
      };
      route.preHandler = [route.preHandler ?? [], countMore].flat();
    }
    if (schema.limit === undefined) return;
    const count = limits[schema.limit];
    if (schema.upload) {
      const countUpload: preParsingHookHandler = (request, _reply, _payload, done) => {
        count(userOf(request).uid);
        done();
      };
      route.preParsing = [route.preParsing ?? [], countUpload].flat();
      return;
    }
    const countCall: preHandlerHookHandler = (request, _reply, done) => {
      count(userOf(request).uid);
      done();
    };
    route.preHandler = [route.preHandler ?? [], countCall].flat();
  });
}
