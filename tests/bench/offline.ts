/**
 * A phone without a connection: how long the stored application takes to show the list that was last seen, and to send
 * what was changed meanwhile. Compares with a bare stored page, and with bare requests one after the other.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { registerAccount, type Session } from '../support/accounts.ts';
import { apiOf } from '../support/api-of.ts';
import { keptDocuments, storedChanges } from '../support/kept-documents.ts';
import { findProgram } from '../support/programs.ts';
import { startServer } from '../support/running-server.ts';
import { untilStored } from '../support/stored-app.ts';
import { until } from '../support/until.ts';
import { type Figure, median, short } from './figure.ts';
import { paintedMs } from './households/painted.ts';
import { Chromium } from './lighthouse/chromium.ts';
import { PinnedProgram, serverCore } from './pinned.ts';

const rows = 93;
const starts = 5;
const changes = 1_000;
/** Lighthouse's phone. */
const cpuSlowdown = 4;
const makingTimeoutMs = 60_000;
const sendingTimeoutMs = 60_000;

export async function measureOffline(): Promise<Figure[]> {
  const program = findProgram('chromium');
  if (program === undefined) throw new Error('Install Chromium, or set CHROME_PATH to one');
  await using cleanUp = new AsyncDisposableStack();
  const profile = await mkdtemp(join(tmpdir(), 'potluck-offline-'));
  cleanUp.defer(() => rm(profile, { recursive: true, force: true }));
  const server = await startServer();
  cleanUp.defer(() => server.remove());
  await server.accounts();
  const relay = cleanUp.use(new PinnedProgram(serverCore, ['tests/bench/households/relay-server.ts']));
  const bareAddress = `http://localhost:${await relay.readLine()}`;
  const listAddress = `${server.address}/grocery-list`;

  const session = await registerAccount(server.address, { name: 'Mia', email: 'mia@example.org', password: 'butter' });
  const groceries = Array.from({ length: rows }, (_, n) => ({ name: `Tomatoes ${n + 1}`, amount: '2' }));
  await apiOf(server, { session }).addGroceries(...groceries);

  const open = () => Chromium.launch(program, join(profile, 'phone'));
  await storePages(open, session, listAddress, bareAddress);
  const times = { ours: [] as number[], usable: [] as number[], bare: [] as number[] };
  await server.kill();
  for (let start = 0; start < starts; start++) {
    const [painted, usable] = await openOffline(open, listAddress);
    times.ours.push(painted);
    times.usable.push(usable);
    times.bare.push((await openOffline(open, bareAddress))[0]);
  }
  await server.start();
  await server.accounts();
  const [opened, usable, bareOpened] = [median(times.ours), median(times.usable), median(times.bare)];
  const { ms, left, bareMs } = await send(open, listAddress, bareAddress);
  return [
    {
      name: `opening the list without a connection, on a phone (processor ÷ ${cpuSlowdown}), to its rows`,
      value: opened / 1000,
      unit: 's',
      bound: { at: 'most', value: 1 },
      detail: `${short(opened / bareOpened)} × a bare stored page, ${short(bareOpened / 1000)} s`,
    },
    {
      name: 'the same, until the application has started and the rows can be pressed',
      value: usable / 1000,
      unit: 's',
      detail: `${short(usable / bareOpened)} × the bare page`,
    },
    {
      name: `sending ${changes} changes that have waited for a connection, until all are confirmed`,
      value: ms / 1000,
      unit: 's',
      bound: { at: 'most', value: 5 },
      detail: `${left > 0 ? `stopped with ${left} left; ` : ''}${short(ms / bareMs)} × as many requests to bare Fastify, one after the other, ${short(bareMs / 1000)} s`,
    },
  ];
}

type Open = () => Promise<Chromium>;

async function storePages(open: Open, session: Session, listAddress: string, bareAddress: string): Promise<void> {
  await using phone = await open();
  const page = await phone.context.newPage();
  await page.goto(bareAddress);
  await untilStored(page);
  // A page of the same origin that does not start the application.
  await page.goto(new URL('/api/config', listAddress).href);
  for (const { name, value } of session.stored) {
    await page.evaluate(([key = '', text = '']) => localStorage.setItem(key, text), [name, value]);
  }
  await page.goto(listAddress);
  await page
    .locator('[data-item-row]')
    .nth(rows - 1)
    .waitFor();
  await untilStored(page);
  await until(async () => (await keptDocuments(page)).some((name) => name.includes(session.uid)));
  await until(async () => (await page.evaluate(() => localStorage.getItem('lastView'))) !== null);
}

/** Opens a page in a new browser process without a network. Resolves to the ms until it paints rows, and until these are not inert. */
async function openOffline(open: Open, address: string): Promise<[painted: number, usable: number]> {
  await using phone = await open();
  const page = await phone.context.newPage();
  await page.setViewportSize({ width: 360, height: 780 });
  await phone.context.setOffline(true);
  const devTools = await phone.context.newCDPSession(page);
  await devTools.send('Emulation.setCPUThrottlingRate', { rate: cpuSlowdown });
  await page.goto(address, { waitUntil: 'commit' });
  const row = '[data-item-row]';
  return await Promise.all([paintedMs(page, row), paintedMs(page, `:not([inert] *)${row}`)]);
}

interface Sent {
  readonly ms: number;
  /** The number of changes that were not confirmed within the time-out. */
  readonly left: number;
  readonly bareMs: number;
}

/** Checks and unchecks items without a connection, and measures how long they are sent once there is one. */
async function send(open: Open, listAddress: string, bareAddress: string): Promise<Sent> {
  await using phone = await open();
  const page = await phone.context.newPage();
  await page.goto(listAddress);
  await page.getByText('Live', { exact: true }).waitFor();
  await phone.context.setOffline(true);
  await page.getByText('Offline', { exact: true }).waitFor();
  for (let made = 0; made < changes; made += rows) {
    await page.evaluate(checkAll, Math.min(rows, changes - made));
  }
  await until(async () => (await storedChanges(page)) === changes, makingTimeoutMs);
  const onlineAt = performance.now();
  await phone.context.setOffline(false);
  let left = changes;
  while (left > 0 && performance.now() - onlineAt < sendingTimeoutMs) left = await storedChanges(page);
  const ms = performance.now() - onlineAt;
  await page.goto(bareAddress);
  return { ms, left, bareMs: await sendBare(page) };
}

/** Runs in the page: checks or unchecks this number of items. */
async function checkAll(count: number): Promise<void> {
  const ids = [...document.querySelectorAll<HTMLElement>('[data-item-row]')].map(({ dataset }) => dataset.itemRow);
  for (const id of ids.slice(0, count)) {
    document.querySelector<HTMLInputElement>(`[data-item-row="${id}"] input`)?.click();
    await new Promise((resolve) => setTimeout(resolve));
  }
}

const sendBare = (page: Page): Promise<number> =>
  page.evaluate(async (count) => {
    const startedAt = performance.now();
    const headers = { 'content-type': 'application/json' };
    for (let n = 0; n < count; n++) {
      const body = JSON.stringify({ checked: n % 2 === 0 });
      await (await fetch('/api/grocery-list/page/item-1', { method: 'PATCH', headers, body })).text();
    }
    return performance.now() - startedAt;
  }, changes);
