import type { FastifyInstance } from 'fastify';
import type { Observer } from '../../core/observer.ts';

/** Without an observer of responses there is no hook: it costs a twentieth of a read (docs/adr/0018). */
export function reportResponses(app: FastifyInstance, observer: Observer | undefined): void {
  if (!observer?.responded) return;
  app.addHook('onResponse', ({ id, method, headers, routeOptions: { url } }, { statusCode, elapsedTime }, done) => {
    observer.responded?.({
      requestId: id,
      method,
      route: url,
      status: statusCode,
      ms: elapsedTime,
      traceparent: textOf(headers.traceparent),
    });
    done();
  });
}

const textOf = (header: string | string[] | undefined) => (typeof header === 'string' ? header : undefined);
