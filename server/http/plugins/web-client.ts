import { existsSync, readdirSync } from 'node:fs';
import { join, relative, sep } from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance, FastifyReply } from 'fastify';
import type { BrowserIdentity } from '../../identity/identity.ts';
import { type FindPreview, mayHavePreview } from '../previews/find-preview.ts';
import { HttpError } from '../responses/errors.ts';
import { readPage } from './page.ts';
import { isApiPath, isScreen } from './screens.ts';
import { pagePolicy, workerPolicy } from './security-headers.ts';

const pathOf = (url: string): string => url.split('?', 1)[0] ?? '';

const notBuilt = () =>
  new HttpError(
    503,
    'CLIENT_NOT_BUILT',
    'The web client is not built: run `npm run build` and start again; under `npm run dev`, open the address that it prints',
  );

/**
 * Serves the built client: its precompressed files, and the page at the paths of its screens. At other paths, a browser
 * gets the same page with status 404, which shows "not found"; other clients get a JSON error.
 * The pages of recipes and public playlists say in their head what they show, for search engines and messengers.
 * @param folder absolute; if it contains no build, the screens' paths return an error that says how to build
 */
export async function registerWebClient(
  app: FastifyInstance,
  folder: string,
  identity: BrowserIdentity,
  findPreview: FindPreview,
): Promise<void> {
  const pageFile = join(folder, 'index.html');
  if (!existsSync(pageFile)) {
    app.get('/*', ({ url }, reply) => {
      if (isScreen(pathOf(url))) throw notBuilt();
      return reply.callNotFound();
    });
    return;
  }

  const assets = join(folder, 'assets', sep);
  const worker = join(folder, 'sw.js');
  await app.register(fastifyStatic, {
    root: folder,
    index: false,
    // Files are sent below: a route for each of them would take a tenth of the time of a start.
    serve: false,
    preCompressed: true,
    cacheControl: false,
    setHeaders: (reply, path) => {
      reply.header('x-content-type-options', 'nosniff');
      if (path === worker) {
        reply.headers({ 'cache-control': 'no-cache', 'content-security-policy': workerPolicy });
        return;
      }
      // Files under assets/ have their hash in their name.
      const forever = path.startsWith(assets);
      reply.header('cache-control', forever ? 'public, max-age=31536000, immutable' : 'public, max-age=3600');
    },
  });

  const page = readPage(pageFile);
  const origins = identity.emulator
    ? { connect: [], frame: [] }
    : {
        connect: ['https://identitytoolkit.googleapis.com', 'https://securetoken.googleapis.com'],
        frame: identity.authDomain ? [`https://${identity.authDomain}`] : [],
      };
  const headers = {
    'content-type': 'text/html; charset=utf-8',
    'content-security-policy': pagePolicy(origins, page.inline),
    'cache-control': 'no-cache',
    'cross-origin-opener-policy': 'same-origin-allow-popups',
    'referrer-policy': 'strict-origin-when-cross-origin',
    'permissions-policy': 'camera=(), microphone=(), geolocation=()',
    'x-content-type-options': 'nosniff',
  };
  const sendPage = (reply: FastifyReply, status: number) => page.send(reply.code(status).headers(headers));
  // The page's file name redirects to the home page.
  app.get('/index.html', (_request, reply) => sendPage(reply.header('location', '/'), 308));
  const files = servedFiles(folder);
  const sendWithPreview = async (path: string, reply: FastifyReply) => {
    const { protocol, host } = reply.request;
    const tags = await findPreview(path, `${protocol}://${host}`);
    return tags === undefined ? sendPage(reply, 200) : page.sendWith(reply.code(200).headers(headers), tags);
  };
  app.get<{ Params: { '*': string } }>('/*', (request, reply) => {
    const file = request.params['*'];
    if (files.has(file)) return reply.sendFile(file);
    const path = pathOf(request.url);
    const found = isScreen(path);
    // Only navigations accept HTML: not scripts, pictures or API calls.
    const asksForPage = request.headers.accept?.includes('text/html') === true;
    if (!found && (isApiPath(path) || !asksForPage)) return reply.callNotFound();
    if (found && mayHavePreview(path)) return sendWithPreview(path, reply);
    return sendPage(reply, found ? 200 : 404);
  });
}

/** The paths of the build's files in URLs, without the page and the compressed variants, which other paths select. */
const servedFiles = (folder: string): ReadonlySet<string> =>
  new Set(
    readdirSync(folder, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map(({ parentPath, name }) => relative(folder, join(parentPath, name)).replaceAll(sep, '/'))
      .filter((file) => file !== 'index.html' && !/\.(br|gz)$/.test(file)),
  );
