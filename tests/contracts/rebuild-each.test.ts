/** Every projection is rebuilt in a running application, one after the other, while 50 writes a second arrive. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { allProjections } from '../../projections/definitions/all.ts';
import type { Projection } from '../../projections/definitions/projection.ts';
import type { Projections } from '../../server/core/contracts/projections.ts';
import type { Verification } from '../../server/core/contracts/verification.ts';
import type { EventLog } from '../../server/core/event-log.ts';
import type { HistoryAppend } from '../../server/simulation/recorder.ts';
import { simulatedHistory } from '../../server/simulation/simulated-history.ts';
import { writeHistory } from '../../server/simulation/write-history.ts';
import { type EmbeddedApp, openEmbeddedApp } from '../support/embedded-app.ts';
import { ReadPauses } from '../support/read-pauses.ts';
import { until } from '../support/until.ts';

const recorded = 12_000;
const writesPerSecond = 50;
const maxPauseMs = 50;

let folder: string;
let embedded: EmbeddedApp;
/** The same log as that of the application. */
let log: EventLog;
let history: Generator<HistoryAppend, void>;
let stopWriting: () => Promise<number>;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'potluck-rebuild-each-'));
  history = simulatedHistory({ events: 10 * recorded, seed: 11, until: new Date('2026-06-30T00:00:00Z') });
  const wrapCommandLog = (opened: EventLog) => {
    log = opened;
    return opened;
  };
  embedded = await openEmbeddedApp(folder, ['mia', 'eve'], { wrapCommandLog });
  await embedded.makeOperator('eve');
  const { signal } = new AbortController();
  const options = { maxInFlight: 1_000, keepsOrder: true, signal, onProgress: () => {} };
  await writeHistory(log, firstOf(history, recorded), options);
  // Makes an access, which no simulated person does.
  await call('eve', 'GET', '/audit/events?why=Mia+asked&type=GroceryItemsAdded&limit=5');
  const head = (await log.head()) ?? expect.fail('The log is empty');
  for (const projection of allProjections) await embedded.store.open(projection).waitFor(head, 30_000);
  stopWriting = writeOn();
}, 120_000);
afterAll(async () => {
  await stopWriting();
  await embedded.close();
  rmSync(folder, { recursive: true });
});

function* firstOf(appends: Iterator<HistoryAppend, void>, events: number): Generator<HistoryAppend, void> {
  for (let count = 0; count < events; ) {
    const { done, value } = appends.next();
    if (done) return;
    count += value.events.length;
    yield value;
  }
}

/** Goes on with the history. @returns what ends it, with the number of appends */
function writeOn(): () => Promise<number> {
  const writes: Promise<unknown>[] = [];
  const timer = setInterval(() => {
    for (const { stream, events, expected } of firstOf(history, 1)) writes.push(log.append(stream, events, expected));
  }, 1_000 / writesPerSecond);
  return async () => {
    clearInterval(timer);
    await Promise.all(writes);
    return writes.length;
  };
}

async function call(user: string, method: 'GET' | 'POST', path: string, payload?: object) {
  const response = await embedded.app.inject({
    ...{ method, url: `/api${path}`, headers: { authorization: `Bearer token-${user}` } },
    ...(payload && { payload }),
  });
  expect(response.statusCode, response.body).toBeLessThan(300);
  return response.body === '' ? undefined : response.json();
}

async function verify(projection: string): Promise<Verification> {
  await call('eve', 'POST', '/audit/verifications', { projection });
  let latest: Verification | undefined;
  await until(async () => {
    latest = await call('eve', 'GET', '/audit/verifications/latest');
    return latest?.state !== 'running';
  });
  return latest ?? expect.fail('There is no verification');
}

async function rebuildOf(name: string) {
  const { items }: Projections = await call('eve', 'GET', '/audit/projections');
  return items.find((one) => one.name === name)?.rebuild;
}

/** Adds what no event has made. */
function plant(projection: Projection): void {
  const { local } = embedded.store.open(projection);
  local.apply({ kind: 'index', index: 'planted', member: 'nowhere', score: 7 });
  local.apply({ kind: 'put', collection: 'planted', id: 'ghost', value: { title: 'A ghost' }, position: 1n });
}

test.each(allProjections.map((projection) => [projection.name, projection] as const))(
  'replaces %s without a difference, and no read waits for long',
  async (name, projection) => {
    const model = embedded.store.open(projection);
    plant(projection);
    const before = (await model.position()) ?? expect.fail(`${name} is empty`);
    expect((await verify(name)).differenceCount).toBe(2);

    const pauses = new ReadPauses(async () => {
      const { statusCode } = await embedded.app.inject({ url: '/api/community' });
      expect(statusCode).toBe(200);
      await model.get('planted', 'ghost');
    });
    await call('eve', 'POST', `/audit/projections/${name}/rebuild`);
    await until(async () => (await rebuildOf(name))?.state === 'completed', 60_000);
    const { reads, longestMs, longestWallMs } = await pauses.end();
    const report = `${reads} reads, the longest ${longestMs.toFixed(1)} ms of the thread, ${longestWallMs.toFixed(1)} ms`;
    expect(reads).toBeGreaterThan(0);
    expect(longestMs, report).toBeLessThan(maxPauseMs);

    expect(await verify(name)).toMatchObject({ state: 'done', error: null, differenceCount: 0 });
    expect(await model.position()).toBeGreaterThan(before);
  },
  60_000,
);
