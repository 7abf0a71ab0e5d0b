import type { FastifyInstance, preHandlerHookHandler, preParsingHookHandler } from 'fastify';
import { isOperation } from '../openapi/operation.ts';
import { userOf } from './authentication.ts';
import type { OperationLimits } from './rate-limit.ts';

/**
 * Counts the calls of operations with a limit of their own, for all routes registered afterwards. Counts after
 * validation, because refused input costs little and is not published; but uploads before they are read.
 */
export function limitOperations(app: FastifyInstance, limits: OperationLimits): void {
  app.addHook('onRoute', (route) => {
    const { schema } = route;
    if (!isOperation(schema) || schema.limit === undefined) return;
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
