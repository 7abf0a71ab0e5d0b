import type { ClientConfig } from '../../../core/contracts/client-config.ts';
import type { Identity } from '../../../identity/identity.ts';
import type { Routes } from '../../requests/typed.ts';
import { readClientConfig } from './operations.ts';

/** The configuration that the browser needs before sign-in. */
export function clientConfigRoute(app: Routes, identity: Identity): void {
  app.get('/config', { schema: readClientConfig }, async (_request, reply) => {
    reply.header('cache-control', 'no-cache');
    return { identity: { ...identity.browser } } satisfies ClientConfig;
  });
}
