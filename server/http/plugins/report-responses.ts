import type { FastifyInstance } from 'fastify';
import type { Observer } from '../../core/observer.ts';

/**
 * Without an observer of responses there is no hook, and with one there is no `onResponse` hook, for which Fastify adds
 * two listeners to each response and removes them again (docs/adr/0018).
 */
export function reportResponses(app: FastifyInstance, observer: Observer | undefined): void {
  if (!observer?.responded) return;
  app.addHook('onRequest', (request, { raw }, done) => {
    const startedAt = performance.now();
    raw.once('finish', () => {
      const { id: requestId, method, headers, routeOptions } = request;
      const ms = performance.now() - startedAt;
      const traceparent = textOf(headers.traceparent);
      observer.responded?.({ requestId, method, route: routeOptions.url, status: raw.statusCode, ms, traceparent });
    });
    done();
  });
}

const textOf = (header: string | string[] | undefined) => (typeof header === 'string' ? header : undefined);
