/**
 * Runs Lighthouse (https://developer.chrome.com/docs/lighthouse/) on the pages that visitors and users open first: the
 * built client on a server in embedded mode, with the sample recipes, some posts and a grocery list.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { samples } from '../../server/samples/publish-samples.ts';
import { signInTo } from '../support/accounts.ts';
import { apiOf } from '../support/api-of.ts';
import { signUp } from '../support/browsers.ts';
import { findProgram } from '../support/programs.ts';
import { type RunningServer, startServer } from '../support/running-server.ts';
import { firstContentfulPaintMs, slow3G } from '../support/slow-3g.ts';
import { type Figure, median } from './figure.ts';
import { Chromium } from './lighthouse/chromium.ts';
import { type Device, devices, examine, type PageReport } from './lighthouse/examine.ts';

/** The pages, by who opens them most. */
const pathsOf = {
  'a visitor': { '/': '/', '/recipe/:id': `/recipe/${samples[0]?.id}`, '/community': '/community' },
  'a user': { '/grocery-list': '/grocery-list' },
};

/** Out of 100. */
const minPerformance: Record<Device, number> = { desktop: 100, phone: 95 };
/** A score below its bound may be due to the machine: the figure is then the median of this many runs. */
const runsIfBelowBound = 3;

export async function measurePages(): Promise<Figure[]> {
  const program = findProgram('chromium');
  if (program === undefined) throw new Error('Install Chromium, or set CHROME_PATH to one');
  const folder = await mkdtemp(join(tmpdir(), 'potluck-lighthouse-'));
  const server = await startServer();
  try {
    await server.accounts();
    await using users = await Chromium.launch(program, join(folder, 'users'));
    const page = await users.context.newPage();
    await signUpAndFill(server, page);
    await page.close();
    await using visitors = await Chromium.launch(program, join(folder, 'visitors'));
    const results = [
      ...(await examinePages(server, visitors, 'a visitor')),
      ...(await examinePages(server, users, 'a user')),
    ];
    return [
      ...results.map(({ figure }) => figure),
      otherScores(results.map(({ examined }) => examined)),
      ...(await firstPaints(server, visitors, ['/', '/community'])),
      ...(await firstPaints(server, users, ['/grocery-list'])),
    ];
  } finally {
    server.remove();
    await rm(folder, { recursive: true, force: true });
  }
}

async function signUpAndFill(server: RunningServer, page: Page): Promise<void> {
  const account = { name: 'Mia', email: 'mia@example.org', password: 'butter and salt' };
  await page.goto(`${server.address}/register`);
  await signUp(page, account);
  await page.getByRole('button', { name: account.name, exact: true }).waitFor();
  const api = apiOf(server, { session: await signInTo(server.address, account) });
  for (let day = 1; day <= 15; day++) {
    await api.publish({ title: `Kimchi, day ${day}`, content: 'It has begun to sing when I open the jar. '.repeat(4) });
  }
  const imageUrl = `${server.address}/art/greek-card-960.webp`;
  await api.publish({ title: 'A salad', content: 'The feta stays in one piece.', type: 'image', imageUrl });
  const groceries = ['Milk', 'Eggs', 'Tomatoes', 'Feta', 'Olives', 'Spring onions', 'Noodles', 'Cucumber'];
  await api.addGroceries(...groceries.map((grocery) => ({ name: grocery, amount: '2' })));
}

interface PageResult {
  readonly figure: Figure;
  readonly examined: PageReport;
}

async function examinePages(
  { address }: RunningServer,
  { port }: Chromium,
  audience: keyof typeof pathsOf,
): Promise<PageResult[]> {
  const results: PageResult[] = [];
  for (const device of devices) {
    for (const [name, path] of Object.entries(pathsOf[audience])) {
      const min = minPerformance[device];
      const examined = await examine(port, address + path, device);
      const scores = [examined.performance];
      if (examined.performance < min) {
        while (scores.length < runsIfBelowBound) {
          scores.push((await examine(port, address + path, device)).performance);
        }
      }
      results.push({
        examined,
        figure: {
          name: `Lighthouse, performance of ${name} for ${audience} on a ${device}`,
          value: median(scores),
          unit: 'of 100',
          bound: { at: 'least', value: min },
          detail: `${examined.metrics}${scores.length > 1 ? ` at first; ${scores.join(', ')}` : ''}`,
        },
      });
    }
  }
  return results;
}

/** First paints on a phone with a weak signal, each the median of three visits without a cache and a service worker. */
async function firstPaints({ address }: RunningServer, { context }: Chromium, paths: string[]): Promise<Figure[]> {
  const figures: Figure[] = [];
  for (const path of paths) {
    const times: number[] = [];
    for (let visit = 1; visit <= 3; visit++) {
      const page = await context.newPage();
      await page.setViewportSize({ width: 360, height: 780 });
      const session = await context.newCDPSession(page);
      await session.send('Storage.clearDataForOrigin', {
        origin: address,
        storageTypes: 'service_workers,cache_storage',
      });
      await slow3G(page);
      await page.goto(address + path, { waitUntil: 'commit' });
      times.push(await firstContentfulPaintMs(page));
      await page.close();
    }
    figures.push({
      name: `first contentful paint of ${path} on slow 3G (400 ms, 50 kB/s)`,
      value: median(times) / 1000,
      unit: 's',
      bound: { at: 'most', value: 1.5 },
    });
  }
  return figures;
}

function otherScores(examined: readonly PageReport[]): Figure {
  const failed = [...new Set(examined.flatMap(({ failures }) => failures))];
  return {
    name: 'Lighthouse, accessibility, best practices and SEO of these pages, the lowest',
    value: Math.min(...examined.map(({ lowestOther }) => lowestOther)),
    unit: 'of 100',
    bound: { at: 'least', value: 100 },
    ...(failed.length > 0 && { detail: failed.join('; ') }),
  };
}
