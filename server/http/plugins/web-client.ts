import { randomBytes } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance } from 'fastify';
import type { BrowserIdentity } from '../../identity/identity.ts';
import { pagePolicy } from './security-headers.ts';

const noncePlaceholder = '__CSP_NONCE__';

/**
 * Serves the built client: its files as they were compressed by the build, the page for every other address.
 * `folder`: absolute; without a build in it, only the API is served.
 */
export async function registerWebClient(
  app: FastifyInstance,
  folder: string,
  identity: BrowserIdentity,
): Promise<void> {
  const page = join(folder, 'index.html');
  if (!existsSync(page)) return;

  await app.register(fastifyStatic, {
    root: folder,
    index: false,
    wildcard: false,
    preCompressed: true,
    cacheControl: false,
    setHeaders: (reply, path) => {
      // Files under assets/ carry their hash in their name.
      const forever = path.includes(`${folder}/assets/`);
      reply.header('cache-control', forever ? 'public, max-age=31536000, immutable' : 'public, max-age=3600');
      reply.header('x-content-type-options', 'nosniff');
    },
  });

  const html = readFileSync(page, 'utf8').split(noncePlaceholder);
  const origins = identity.emulator
    ? { connect: [], frame: [] }
    : {
        connect: ['https://identitytoolkit.googleapis.com', 'https://securetoken.googleapis.com'],
        frame: identity.authDomain ? [`https://${identity.authDomain}`] : [],
      };
  app.get('/*', (request, reply) => {
    // A missing file is missing; only addresses of screens get the page.
    if (/\.\w+$/.test(request.url.split('?', 1)[0] ?? '')) return reply.callNotFound();
    const nonce = randomBytes(16).toString('base64');
    return reply
      .headers({
        'content-type': 'text/html; charset=utf-8',
        'content-security-policy': pagePolicy(nonce, origins),
        'cache-control': 'no-cache',
        'cross-origin-opener-policy': 'same-origin-allow-popups',
        'referrer-policy': 'strict-origin-when-cross-origin',
        'permissions-policy': 'camera=(), microphone=(), geolocation=()',
        'x-content-type-options': 'nosniff',
      })
      .send(html.join(nonce));
  });
}
