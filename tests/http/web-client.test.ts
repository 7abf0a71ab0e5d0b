/** The paths of the client, and the responses for unknown paths. */
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { screens } from '../../server/http/plugins/screens.ts';
import { injectChecked } from '../support/checked-inject.ts';
import { type EmbeddedApp, openEmbeddedApp } from '../support/embedded-app.ts';

const page = '<html><div id="root"></div></html>';
/** The Accept header of a browser's navigation. */
const navigation = 'text/html,application/xhtml+xml,application/xml;q=0.9,image/avif,image/webp,*/*;q=0.8';

let folder = '';
let embedded: EmbeddedApp;

const get = async (url: string, accept = '*/*') => {
  const { statusCode, headers, body } = await injectChecked(embedded.app, { url, headers: { accept } });
  return { statusCode, type: String(headers['content-type']).split(';', 1)[0], body };
};
const notFound = (url: string) => ({
  statusCode: 404,
  type: 'application/json',
  body: JSON.stringify({ statusCode: 404, code: 'NOT_FOUND', error: 'Not Found', message: `There is no GET ${url}` }),
});

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'potluck-web-client-'));
});
afterAll(() => rmSync(folder, { recursive: true }));

test('the server has the same list of screens as the client', () => {
  const routes = readFileSync(resolve(import.meta.dirname, '../../web/app/routes.tsx'), 'utf8');
  const shown = [...routes.matchAll(/path="(\/[^"]*)"/g)].map(([, path]) => path);
  expect([...screens].sort()).toEqual(shown.sort());
});

describe('with a built client', () => {
  beforeAll(async () => {
    mkdirSync(join(folder, 'assets'));
    writeFileSync(join(folder, 'index.html'), page);
    writeFileSync(join(folder, 'assets/main.js'), 'start()');
    for (const extension of ['br', 'gz']) {
      writeFileSync(join(folder, `index.html.${extension}`), 'compressed');
      writeFileSync(join(folder, `assets/main.js.${extension}`), 'compressed');
    }
    embedded = await openEmbeddedApp(folder, []);
  });
  afterAll(async () => {
    await embedded.close();
    rmSync(join(folder, 'index.html'));
  });

  test.each([
    '/',
    '/?from=mail',
    '/login',
    '/Community/',
    '/community/new',
    '/recipe/7',
    '/recipe/v1.2',
    '/playlists/mia/7',
  ])('%s is a screen, for any Accept header', async (url) => {
    const screen = { statusCode: 200, type: 'text/html', body: page };
    expect(await get(url)).toEqual(screen);
    expect(await get(url, navigation)).toEqual(screen);
  });

  test.each(['/api', '/api/', '//api/community', '/api/nothing', '/health', '/health/xx'])(
    '%s is an error, also for a navigation',
    async (url) => {
      expect(await get(url)).toEqual(notFound(url));
      expect(await get(url, navigation)).toEqual(notFound(url));
    },
  );

  test.each(['/metrics', '/recipe', '/community/7/8', '/salad.png', '/assets/old.js'])(
    '%s is an error for a program, and the client with status 404 for a navigation',
    async (url) => {
      expect(await get(url)).toEqual(notFound(url));
      expect(await get(url, 'image/avif,image/webp,*/*')).toEqual(notFound(url));
      expect(await get(url, navigation)).toEqual({ statusCode: 404, type: 'text/html', body: page });
    },
  );

  /** The headers that restrict a page. */
  const pageHeaders = async (url: string, method: 'GET' | 'HEAD' = 'GET') => {
    const { headers } = await injectChecked(embedded.app, { method, url, headers: { accept: navigation } });
    const { date, location, connection, 'content-length': length, ...others } = headers;
    return others;
  };

  test.each([
    '/index.html',
    '/index.html?x=1',
    '/%69ndex.html',
    '/index%2Ehtml',
    '/index.html/',
    '/assets/../index.html',
  ])('%s redirects to the home page, with its headers', async (url) => {
    const { statusCode, headers } = await injectChecked(embedded.app, { url });
    expect([statusCode, headers.location]).toEqual([308, '/']);
    expect(await pageHeaders(url)).toEqual(await pageHeaders('/'));
    expect(await pageHeaders(url, 'HEAD')).toEqual(await pageHeaders('/'));
  });

  test.each([
    '//index.html',
    '/assets/',
    '/assets/index.html',
    '/INDEX.HTML',
    '/index.html.br',
    '/index.html.gz',
    '/assets/main.js.br',
    '/assets/main.js.gz',
  ])('%s is not a file, and its page has the headers of the home page', async (url) => {
    expect((await get(url, '*/*')).statusCode).toBe(404);
    expect(await pageHeaders(url)).toEqual(await pageHeaders('/'));
  });

  test.each(['br', 'gzip'])('its files are served compressed, as %s', async (encoding) => {
    const { statusCode, headers } = await injectChecked(embedded.app, {
      url: '/assets/main.js',
      headers: { 'accept-encoding': encoding },
    });
    expect([statusCode, headers['content-encoding']]).toEqual([200, encoding]);
  });

  test('its files are served', async () => {
    expect(await get('/assets/main.js')).toEqual({ statusCode: 200, type: 'application/javascript', body: 'start()' });
  });
});

test('without a built client, its screens explain how to build it', async () => {
  embedded = await openEmbeddedApp(folder, []);
  const { statusCode, body } = await get('/', navigation);
  expect([statusCode, JSON.parse(body).code]).toEqual([503, 'CLIENT_NOT_BUILT']);
  expect(body).toContain('npm run build');
  expect(await get('/metrics', navigation)).toEqual(notFound('/metrics'));
  await embedded.close();
});
