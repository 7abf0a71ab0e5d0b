import { randomBytes } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance, FastifyReply } from 'fastify';
import type { BrowserIdentity } from '../../identity/identity.ts';
import { HttpError } from '../answers/errors.ts';
import { isForPrograms, isScreen } from './screens.ts';
import { pagePolicy } from './security-headers.ts';

const noncePlaceholder = '__CSP_NONCE__';

const pathOf = (url: string): string => url.split('?', 1)[0] ?? '';

const notBuilt = () =>
  new HttpError(
    503,
    'CLIENT_NOT_BUILT',
    'The web client is not built: run `npm run build` and start again; under `npm run dev`, open the address that it prints',
  );

/**
 * Serves the built client: its files as they were compressed by the build, and the page where it has a screen. Where
 * there is nothing, somebody at a browser gets the page too, which says so, and a program an error.
 * `folder`: absolute; without a build in it, the page is an error that says what to do.
 */
export async function registerWebClient(
  app: FastifyInstance,
  folder: string,
  identity: BrowserIdentity,
): Promise<void> {
  const page = join(folder, 'index.html');
  if (!existsSync(page)) {
    app.get('/*', ({ url }, reply) => {
      if (isScreen(pathOf(url))) throw notBuilt();
      return reply.callNotFound();
    });
    return;
  }

  await app.register(fastifyStatic, {
    root: folder,
    index: false,
    // Each file has a route. The page is served below; compressed forms are chosen by what a browser takes.
    wildcard: false,
    globIgnore: ['index.html', '**/*.{br,gz}'],
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
  const sendPage = (reply: FastifyReply, status: number) => {
    const nonce = randomBytes(16).toString('base64');
    return reply
      .code(status)
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
  };
  // By the name of its file, it is the home page.
  app.get('/index.html', (_request, reply) => sendPage(reply.header('location', '/'), 308));
  app.get('/*', (request, reply) => {
    const path = pathOf(request.url);
    const found = isScreen(path);
    // Only who goes to an address asks for a page: not a script, a picture, or what calls the API.
    const asksForPage = request.headers.accept?.includes('text/html') === true;
    if (!found && (isForPrograms(path) || !asksForPage)) return reply.callNotFound();
    return sendPage(reply, found ? 200 : 404);
  });
}
