/** Every file of the built client, as the server sends it to a browser. */
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, relative, resolve, sep } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type EmbeddedApp, openEmbeddedApp } from '../support/embedded-app.ts';

const webFolder = resolve(import.meta.dirname, '../../dist/web');

let folder = '';
let embedded: EmbeddedApp;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'potluck-served-files-'));
  embedded = await openEmbeddedApp(folder, [], { webFolder });
});
afterAll(async () => {
  await embedded.close();
  await rm(folder, { recursive: true });
});

/** The paths of all files, such as `/assets/main.js`. */
async function builtFiles(): Promise<string[]> {
  const entries = await readdir(webFolder, { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => `/${relative(webFolder, join(parentPath, name)).split(sep).join('/')}`);
}

const navigation = { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' };

const send = (url: string, headers: Record<string, string> = navigation, method: 'GET' | 'HEAD' = 'GET') =>
  embedded.app.inject({ method, url, headers });

/** The headers that protect pages from framing, foreign scripts and stale caches. */
const pageHeaders = [
  'content-security-policy',
  'cache-control',
  'cross-origin-opener-policy',
  'referrer-policy',
] as const;

test('every page has the headers of the home page, for any form of its path', { tags: 'extended' }, async () => {
  const home = await send('/');
  const policy = (headers: typeof home.headers) => pageHeaders.map((name) => headers[name]);
  expect(policy(home.headers)[0]).toMatch(/style-src 'self' 'sha256-[^' ]+';/);
  expect(policy(home.headers)[0]).toMatch(/script-src 'self' 'sha256-[^' ]+' https:/);
  expect(policy(home.headers)[0]).toContain("worker-src 'self'; manifest-src 'self'");
  // No other site sees what is read here.
  expect(policy(home.headers)[0]).toContain("img-src 'self' data: blob:;");
  expect(policy(home.headers)[0]).toContain("frame-ancestors 'none'");
  expect(policy(home.headers)[0]).not.toMatch(/nonce|unsafe-eval|-src '[^;]*unsafe-inline/);
  let pages = 0;
  for (const file of await builtFiles()) {
    const name = file.slice(1);
    const encodedName = `%${name.charCodeAt(0).toString(16)}${name.slice(1)}`;
    for (const url of [
      file,
      `/${file}`,
      `/${encodedName}`,
      `${file}/`,
      `${file}?x=1`,
      `${file}.br`,
      `${file}.gz`,
      `/.${file}`,
    ]) {
      for (const encoding of ['identity', 'gzip', 'br']) {
        for (const method of ['GET', 'HEAD'] as const) {
          const { headers } = await send(url, { ...navigation, 'accept-encoding': encoding }, method);
          expect(headers['x-content-type-options'], url).toBe('nosniff');
          if (!String(headers['content-type']).startsWith('text/html')) continue;
          pages++;
          expect(policy(headers), `${method} ${url} as ${encoding}`).toEqual(policy(home.headers));
        }
      }
    }
  }
  expect(pages).toBeGreaterThan(0);
});

test('serves every file that is not a page or a compressed variant', async () => {
  const files = (await builtFiles()).filter((file) => !/^\/index\.html|\.(?:br|gz)$/.test(file));
  expect(files.length).toBeGreaterThan(20);
  for (const file of files) {
    const { statusCode, headers } = await send(file);
    expect([statusCode, headers['content-type']], file).toEqual([200, expect.not.stringContaining('html')]);
    expect(headers['cache-control'], file).toMatch(file === '/sw.js' ? /^no-cache$/ : /^public, max-age=/);
  }
});

test('the icon is also where browsers look for it when they show something that is not the page', async () => {
  const { statusCode, headers } = await send('/favicon.ico');
  expect([statusCode, headers['content-type']]).toEqual([200, expect.stringMatching(/^image[/]/)]);
});

test('the manifest and the service worker have their types, and the worker its own policy', async () => {
  const manifest = await send('/manifest.webmanifest');
  expect(manifest.headers['content-type']).toContain('application/manifest+json');
  for (const { src } of [manifest.json(), ...manifest.json().shortcuts].flatMap(({ icons }) => icons)) {
    expect((await send(src)).statusCode, src).toBe(200);
  }
  const worker = await send('/sw.js');
  expect(worker.headers['content-type']).toMatch(/^(?:text|application)[/]javascript/);
  expect(worker.headers['content-security-policy']).toBe("default-src 'none'; connect-src 'self'");
});

// Nearly all browsers take Brotli. The page has the styles of all screens.
test.each([
  ['br', 32_000],
  ['gzip', 41_000],
])('the page is served compressed, as %s', async (encoding, maxBytes) => {
  const { headers, rawPayload } = await send('/', { ...navigation, 'accept-encoding': encoding });
  expect([headers['content-encoding'], headers.vary]).toEqual([encoding, 'accept-encoding']);
  expect(rawPayload.length).toBeLessThan(maxBytes);
});

// What all screens share is in one script, which would take them in with the packages that they import.
test.each(['find-links', 'mention-suggestions'])(
  '%s, which is loaded on demand, is a script of its own',
  async (name) => {
    expect(await builtFiles()).toContainEqual(expect.stringMatching(`^/assets/${name}-[^/]+[.]js$`));
  },
);
