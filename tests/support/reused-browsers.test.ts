/** What a test leaves in a browser does not reach the next test. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Browsers, openBrowsers } from './browsers.ts';
import { launchBrowser } from './chromium.ts';
import { describeWith } from './requirements.ts';
import { createReusedBrowsers } from './reused-browsers.ts';

describeWith('chromium', 'a browser that tests use one after the other', (program) => {
  let cookies: string | undefined;
  const server = createServer(({ url, headers }, response) => {
    if (url === '/') cookies = headers.cookie;
    response.writeHead(200, { 'content-type': 'text/html', 'set-cookie': 'from=server' }).end('<h1>Page</h1>');
  });
  const reused = createReusedBrowsers();
  let browsers: Browsers;
  let close: () => Promise<void>;

  beforeAll(async () => {
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const chromium = await launchBrowser(program);
    const { port } = server.address() as AddressInfo;
    browsers = openBrowsers(chromium, { address: `http://127.0.0.1:${port}` }, 0, reused);
    close = () => chromium.close();
  });
  afterAll(async () => {
    await browsers.close();
    await reused.close();
    await close();
    server.close();
  });

  test('is empty, and has no requests intercepted or observed, as a new one', async () => {
    const first = await browsers.visit('/', { viewport: { width: 360, height: 780 } });
    let observed = 0;
    first.page.on('request', () => (observed += 1));
    await first.page.evaluate(async () => {
      localStorage.setItem('session', 'of Mia');
      sessionStorage.setItem('draft', 'Half a thought');
      await caches.open('pictures');
      await new Promise((resolve) => (indexedDB.open('outbox').onsuccess = resolve));
    });
    await first.context.newPage();
    await first.context.route('**/*', (route) => route.abort());
    await first.context.setOffline(true);
    expect(await browsers.cleanUp()).toEqual([]);
    const before = observed;

    const second = await browsers.visit('/');
    expect(second.page).toBe(first.page);
    expect(second.page.viewportSize()).toEqual({ width: 1280, height: 720 });
    expect(second.context.pages()).toHaveLength(1);
    expect(observed).toBe(before);
    expect(cookies).toBeUndefined();
    const left = await second.page.evaluate(async () => ({
      ...{ local: localStorage.length, session: sessionStorage.length },
      databases: await indexedDB.databases(),
      caches: await caches.keys(),
    }));
    expect(left).toEqual({ local: 0, session: 0, databases: [], caches: [] });
    expect(await browsers.cleanUp()).toEqual([]);
  });

  test('is used no more after a change that cannot be taken back', async () => {
    const first = await browsers.visit('/');
    await first.page.addInitScript(() => undefined);
    await browsers.cleanUp();
    const second = await browsers.visit('/');
    expect(second.page).not.toBe(first.page);
    expect(first.page.isClosed()).toBe(true);
  });
});
