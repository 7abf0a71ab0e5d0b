import type { FastifyInstance } from 'fastify';
import type { OperationRoute } from './document.ts';
import { isOperation } from './operation.ts';

/** Collects the operations of all routes registered afterwards. */
export function collectOperations(app: FastifyInstance): readonly OperationRoute[] {
  const routes: OperationRoute[] = [];
  app.addHook('onRoute', ({ method, url, schema }) => {
    // Fastify adds a HEAD route to each GET: the same operation.
    if (typeof method === 'string' && method !== 'HEAD' && isOperation(schema)) {
      routes.push({ method, url, operation: schema });
    }
  });
  return routes;
}
