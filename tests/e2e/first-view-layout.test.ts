/** The layout of a first visit is stable while its content and its font arrive. */
import { expect, test } from 'vitest';
import { atRest } from '../support/at-rest.ts';
import type { Browsers, Person } from '../support/browsers.ts';
import { firstVisit, withContent } from '../support/first-visit.ts';
import { widths } from '../support/layout.ts';
import { describeWith } from '../support/requirements.ts';

/** https://developer.mozilla.org/docs/Web/API/LayoutShift */
interface LayoutShift {
  readonly value: number;
  /** The elements that moved, by their tags and classes. */
  readonly moved: readonly string[];
}

/** Runs in the page. */
function recordLayoutShifts(): void {
  const shifts: LayoutShift[] = [];
  Object.assign(globalThis, { shifts });
  const nameOf = ({ node }: { node?: Node | null }) =>
    node instanceof Element ? `${node.localName}.${node.className}` : `${node?.nodeName}: ${node?.textContent}`;
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) {
      const moved = Reflect.get(entry, 'sources').map(nameOf);
      shifts.push({ value: Number(Reflect.get(entry, 'value')), moved });
    }
  }).observe({ type: 'layout-shift', buffered: true });
}

describeWith('chromium', 'the first view', (chromium) => {
  let browsers: Browsers;
  let mia: Person;

  withContent(chromium, (opened) => {
    ({ browsers, mia } = opened);
  });

  test.each(
    widths.flatMap((width) => [
      { path: '/', width, content: 'article' },
      { path: '/community', width, content: 'article' },
      { path: '/grocery-list', width, content: '[data-item-row]' },
    ]),
  )(
    'of $path at $width px has a stable layout while it loads',
    { tags: 'extended' },
    async ({ path, width, content }) => {
      const page = await firstVisit(browsers, mia, width);
      await page.addInitScript(recordLayoutShifts);
      await page.goto(path);
      await page.locator(content).first().waitFor();
      await atRest(page);
      const shifts = await page.evaluate<LayoutShift[]>('shifts');
      expect(
        shifts.reduce((sum, { value }) => sum + value, 0),
        JSON.stringify(shifts),
      ).toBeLessThan(0.02);
      await page.close();
    },
  );

  test.each(['/', '/community', '/grocery-list'])(
    'of %s has a stable layout when its font arrives late',
    { tags: 'extended' },
    async (path) => {
      const page = await firstVisit(browsers, mia, 360);
      await page.addInitScript(recordLayoutShifts);
      const fontMayArrive = Promise.withResolvers<void>();
      await page.route('**/*.woff2', async (route) => {
        await fontMayArrive.promise;
        await route.continue();
      });
      await page.goto(path, { waitUntil: 'commit' });
      await page.locator('article, [data-item-row]').first().waitFor();
      const shiftsBefore = (await page.evaluate<LayoutShift[]>('shifts')).length;
      fontMayArrive.resolve();
      await page.evaluate(() => document.fonts.ready);
      await atRest(page);
      const shifts = (await page.evaluate<LayoutShift[]>('shifts')).slice(shiftsBefore);
      expect(
        shifts.reduce((sum, { value }) => sum + value, 0),
        JSON.stringify(shifts),
      ).toBeLessThan(0.02);
      await page.close();
    },
  );
});
