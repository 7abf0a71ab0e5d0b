/**
 * From a tap on one device to the screen of another, while 50 households of four devices are active. Alternates with a
 * bare list over Fastify and `ws`, which is the limit of the framework and the browser on this machine, and with commits to the
 * disk at the same pace, which that list does without. The server has one core, the sockets another; the browsers use both.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { registerAccount, type Session } from '../support/accounts.ts';
import { apiOf } from '../support/api-of.ts';
import { launchBrowser } from '../support/chromium.ts';
import { findProgram } from '../support/programs.ts';
import { type RunningServer, startServer } from '../support/running-server.ts';
import { type Figure, median, quantiles, short } from './figure.ts';
import { tapUntilPainted } from './households/painted.ts';
import type { Arrivals, DevicesCommand, ListTarget, Protocol } from './households/protocol.ts';
import { loadCore, PinnedProgram, pin, serverCore, unpin } from './pinned.ts';
import type { RawLogResult } from './raw-log.ts';

const households = 50;
const devices = 4;
const rows = 93;
const blocks = 3;
const tapsPerBlock = 60;
/** The mean pause between the changes of all households. */
const pauseMs = 1_000 / households;
const maxPaintedMs = 60;
const maxServerMs = 10;

/** Two pages of one household's list. */
interface Pages {
  readonly from: Page;
  readonly to: Page;
  readonly itemIds: readonly string[];
}

interface Server {
  readonly port: number;
  readonly pages: Pages;
  readonly painted: number[];
  readonly received: number[];
  missing: number;
}

export async function measureHouseholds(): Promise<Figure[]> {
  const program = findProgram('chromium');
  if (program === undefined) throw new Error('Install Chromium, or set CHROME_PATH to one');
  // The server and its child processes inherit the core.
  pin(process.pid, serverCore);
  const server = await startServer();
  unpin(process.pid);
  await using cleanUp = new AsyncDisposableStack();
  cleanUp.defer(() => server.remove());
  await server.accounts();
  const relay = cleanUp.use(new PinnedProgram(serverCore, ['tests/bench/households/relay-server.ts']));
  const relayPort = Number(await relay.readLine());
  const folder = cleanUp.adopt(await mkdtemp(join(tmpdir(), 'potluck-commits-')), (made) =>
    rm(made, { recursive: true }),
  );
  const rawLog = cleanUp.use(new PinnedProgram(serverCore, ['tests/bench/raw-log.ts', folder]));
  const load = cleanUp.use(new PinnedProgram(loadCore, ['tests/bench/households/devices.ts']));
  const browser = cleanUp.adopt(await launchBrowser(program), (launched) => launched.close());

  // Two devices of one household are the browsers.
  const lists = await Promise.all(Array.from({ length: households - 1 }, (_, n) => openList(server, n)));
  const port = Number(new URL(server.address).port);
  const connect = (at: number, protocol: Protocol) => ask(load, { do: 'connect', port: at, protocol, lists });
  await connect(port, 'socket.io');
  await connect(relayPort, 'raw');
  const ours = toMeasure(port, await openPages(browser, server));
  const bare = toMeasure(relayPort, await openBarePages(browser, relayPort));

  for (const measured of [ours, bare]) await tap(measured.pages, tapsPerBlock);
  const commits: RawLogResult[] = [];
  for (let block = 0; block < blocks; block++) {
    for (const measured of [ours, bare]) await measureBlock(measured, load);
    commits.push(JSON.parse(await rawLog.request(`1 ${tapsPerBlock * 250} ${pauseMs}`)));
  }
  return figures(ours, bare, commits);
}

const toMeasure = (port: number, pages: Pages): Server => ({ port, pages, painted: [], received: [], missing: 0 });

const ask = async (load: PinnedProgram, command: DevicesCommand): Promise<Arrivals> =>
  JSON.parse(await load.request(JSON.stringify(command)));

async function openList(server: RunningServer, n: number): Promise<ListTarget> {
  const account = { name: `Cook ${n}`, email: `cook-${n}@example.org`, password: 'butter and salt' };
  const session = await registerAccount(server.address, account);
  const { whose, itemIds } = await foundHousehold(server, session);
  return { whose, itemIds, token: session.token };
}

async function foundHousehold(server: RunningServer, session: Session) {
  const api = apiOf(server, { session });
  const { id: whose } = await api.foundHousehold('Home');
  const groceries = Array.from({ length: rows }, (_, n) => ({ name: `Tomatoes ${n + 1}`, amount: '2' }));
  const { items } = await api.addGroceriesTo(whose, ...groceries);
  return { api, whose, itemIds: items.map(({ id }) => id) };
}

const phone: BrowserContextOptions = { viewport: { width: 360, height: 780 }, hasTouch: true, serviceWorkers: 'block' };

async function openPages(browser: Browser, server: RunningServer): Promise<Pages> {
  const [mia, sam] = await Promise.all(
    ['Mia', 'Sam'].map((name) =>
      registerAccount(server.address, { name, email: `${name}@example.org`, password: 'butter and salt' }),
    ),
  );
  if (!mia || !sam) throw new Error('The members could not be registered');
  const { api, whose, itemIds } = await foundHousehold(server, mia);
  await apiOf(server, { session: sam }).join((await api.invite(whose)).code);
  const open = async ({ stored }: Session): Promise<Page> => {
    const origins = [{ origin: server.address, localStorage: [...stored] }];
    const context = await browser.newContext({ ...phone, storageState: { cookies: [], origins } });
    const page = await context.newPage();
    await page.goto(`${server.address}/grocery-list`);
    await page.getByRole('group', { name: 'Whose list' }).getByRole('button', { name: 'Home' }).click();
    await page
      .locator('[data-item-row]')
      .nth(rows - 1)
      .waitFor();
    await page.getByText('Live', { exact: true }).waitFor();
    return page;
  };
  return { from: await open(mia), to: await open(sam), itemIds };
}

async function openBarePages(browser: Browser, port: number): Promise<Pages> {
  const open = async (): Promise<Page> => {
    const page = await (await browser.newContext(phone)).newPage();
    await page.goto(`http://localhost:${port}`);
    return page;
  };
  return { from: await open(), to: await open(), itemIds: Array.from({ length: rows }, (_, n) => `item-${n + 1}`) };
}

async function measureBlock(server: Server, load: PinnedProgram): Promise<void> {
  // About as long as the taps take.
  const received = ask(load, { do: 'change', port: server.port, forMs: tapsPerBlock * 250 });
  server.painted.push(...(await tap(server.pages, tapsPerBlock)));
  const { latencies, missing } = await received;
  server.received.push(...latencies);
  server.missing += missing;
}

/** Checks items and unchecks them, one after the other. @returns ms until each change was painted */
async function tap({ from, to, itemIds }: Pages, taps: number): Promise<number[]> {
  const painted: number[] = [];
  for (let n = 0; n < taps; n++) {
    painted.push(await tapUntilPainted(from, to, itemIds[(n >> 1) % itemIds.length] ?? ''));
    await from.waitForTimeout(50 + Math.random() * 100);
  }
  return painted;
}

function figures(ours: Server, bare: Server, commits: readonly RawLogResult[]): Figure[] {
  const [painted, barePainted] = [quantiles(ours.painted), quantiles(bare.painted)];
  const [received, bareReceived] = [quantiles(ours.received), quantiles(bare.received)];
  const commitP50 = median(commits.map(({ p50 }) => p50));
  const commitP99 = median(commits.map(({ p99 }) => p99));
  const active = `with ${households} households of ${devices} active devices`;
  const compared = (own: typeof painted, other: typeof painted) =>
    `p50 ${short(own.p50)} and p99 ${short(own.p99)} ms; bare ${short(other.p50)} and ${short(other.p99)} ms`;
  return [
    {
      name: `from a tap to the painted change on another screen, ${active}, p99`,
      value: painted.p99,
      unit: 'ms',
      bound: { at: 'most', value: maxPaintedMs },
      detail: `p50 ${short(painted.p50)} ms`,
    },
    {
      name: 'the same, p50',
      value: painted.p50 / barePainted.p50,
      unit: '× a bare page over Fastify and ws',
      detail: compared(painted, barePainted),
    },
    {
      name: 'of which from the request to the message on another device, p99',
      value: received.p99,
      unit: 'ms',
      bound: { at: 'most', value: maxServerMs },
      detail: `p50 ${short(received.p50)} ms; a commit alone at this pace: p50 ${short(commitP50)} and p99 ${short(commitP99)} ms`,
    },
    {
      name: 'the same, p50',
      value: received.p50 / bareReceived.p50,
      unit: '× bare Fastify and ws',
      detail: compared(received, bareReceived),
    },
    {
      name: 'messages of these that did not arrive',
      value: ours.missing,
      unit: `of ${ours.missing + ours.received.length}`,
      bound: { at: 'most', value: 0 },
    },
  ];
}
