import type { ClientConfig } from '../../contracts/client-config.ts';
import type { Identity } from '../../identity/identity.ts';
import { readClientConfig } from '../operations/service.ts';
import type { Routes } from '../typed.ts';

/** What the browser needs to know before anybody is signed in. */
export function clientConfigRoute(app: Routes, identity: Identity): void {
  app.get('/config', { schema: readClientConfig }, async (_request, reply) => {
    reply.header('cache-control', 'no-cache');
    return { identity: { ...identity.browser } } satisfies ClientConfig;
  });
}
