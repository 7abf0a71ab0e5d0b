import type { FastifyInstance } from 'fastify';
import type { OperationRoute } from './document.ts';
import { isOperation } from './operation.ts';

/** Notes the operation of each route that is registered from here on. */
export function collectOperations(app: FastifyInstance): readonly OperationRoute[] {
  const routes: OperationRoute[] = [];
  app.addHook('onRoute', ({ method, url, schema }) => {
    // The framework adds a HEAD to each GET, which is the same operation.
    if (typeof method === 'string' && method !== 'HEAD' && isOperation(schema)) {
      routes.push({ method, url, operation: schema });
    }
  });
  return routes;
}
