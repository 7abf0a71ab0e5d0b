/** Pages with a simulated clock have idle callbacks of their own. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { atRest, trackIdlePeriods, watchPages } from './at-rest.ts';
import { launchBrowser } from './chromium.ts';
import { describeWith } from './requirements.ts';

describeWith('chromium', 'a page at rest', (program) => {
  test.each(['of the system', 'simulated'])('has run its idle callbacks, by a clock that is %s', async (clock) => {
    const server = createServer((_request, response) => {
      response.writeHead(200, { 'content-type': 'text/html' }).end('<h1>Page</h1>');
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    onTestFinished(() => void server.close());
    const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    await using chromium = await launchBrowser(program);
    const context = await chromium.newContext();
    await trackIdlePeriods(context);
    watchPages(context, origin);
    const page = await context.newPage();
    if (clock === 'simulated') await page.clock.setFixedTime('2026-03-02T12:00:00Z');
    await page.goto(origin);
    await page.evaluate(() => {
      // A simulated clock waits 50 ms for each while a timer is set.
      setTimeout(() => undefined, 60_000);
      const whenIdle = (count: number) => {
        document.body.dataset.left = String(count);
        if (count > 0) requestIdleCallback(() => whenIdle(count - 1));
      };
      whenIdle(10);
    });
    await atRest(page);
    expect(await page.evaluate(() => document.body.dataset.left)).toBe('0');
  });
});
