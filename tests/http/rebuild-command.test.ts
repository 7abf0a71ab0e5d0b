/** `npm run potluck -- projections rebuild`, beside a server with the embedded log and without one. */
import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setInterval } from 'node:timers/promises';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { postsProjection } from '../../projections/definitions/posts.ts';
import { MemoryReadModel } from '../../projections/read-models/memory/memory-read-model.ts';
import { SnapshotFolder } from '../../projections/read-models/memory/snapshot-folder.ts';
import { makeSnapshotsHere } from '../../server/snapshots/make-snapshots-here.ts';
import { sampleHistory } from '../bench/replay/sample-history.ts';
import { seedLog } from '../bench/replay/seed-log.ts';
import { registerAccount } from '../support/accounts.ts';
import { type RunningCommand, runProgram } from '../support/command.ts';
import { QuietLogger } from '../support/quiet-logger.ts';
import { runInProcess } from '../support/run-in-process.ts';
import { serverEnvironment } from '../support/server-environment.ts';

const startTimeoutMs = 60_000;
const events = 15_000;
const { name } = postsProjection;

let dataDir: string;
let server: RunningCommand | undefined;
beforeAll(async () => {
  dataDir = mkdtempSync(join(tmpdir(), 'potluck-rebuild-'));
  const log = join(dataDir, 'events.sqlite');
  seedLog(log, sampleHistory(events));
  const snapshots = join(dataDir, 'snapshots');
  await makeSnapshotsHere(
    { source: { kind: 'sqlite', file: log }, folder: snapshots, projections: [name], priority: 'low' },
    new QuietLogger(),
  );
  // A start continues from a snapshot with an entry that no event has made.
  const folder = new SnapshotFolder(snapshots);
  const snapshot = (await folder.read(postsProjection)) ?? expect.fail('There is no snapshot');
  const model = new MemoryReadModel(postsProjection);
  model.restore(snapshot);
  model.local.apply({ kind: 'index', index: 'feed', member: 'nowhere', score: 7 });
  await folder.write(snapshot.head, model.parts());
});
afterAll(() => {
  server?.killAll();
  rmSync(dataDir, { recursive: true, force: true });
});

const environment = () =>
  serverEnvironment({
    DATA_DIR: dataDir,
    PORT: '0',
    RATE_LIMIT: '1000000',
    PUBLISH_LIMIT: '1000000',
    FIREBASE_AUTH_EMULATOR_HOST: inject('accountsHost'),
  });

async function startServer(): Promise<string> {
  server = runProgram(process.execPath, ['server/main.ts'], environment());
  const [, address = ''] = await server.waitForOutput(/open (http:\S+)\n/, startTimeoutMs);
  return address;
}

async function run(...args: readonly string[]) {
  const { code, out, err } = await runInProcess(environment(), args);
  return { code, out, err };
}

const inServer = async () => {
  const { code, out } = await run('--json', 'audit', 'verify', '--projection', name);
  return { code, rows: out.map((line) => JSON.parse(line)).filter((row) => row.in === 'server') };
};

test('replaces a wrong read model while 50 writes a second arrive, and reads do not wait', async () => {
  const address = await startServer();
  const { token } = await registerAccount(address, {
    name: 'Mia',
    email: `mia-${randomUUID()}@example.org`,
    password: 'butter and salt',
  });
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
  expect((await inServer()).rows).toMatchObject([
    { kind: 'entry', index: 'feed', member: 'nowhere', actual: 7 },
    { kind: 'verified', differences: 1 },
  ]);

  let isBusy = true;
  const writes: Promise<string>[] = [];
  let inFlight = 0;
  const write = async () => {
    inFlight++;
    const body = JSON.stringify({ username: `Mia ${writes.length}` });
    const response = await fetch(`${address}/api/users/profile`, { method: 'PUT', headers, body });
    const text = await response.text();
    inFlight--;
    return response.ok ? 'written' : text;
  };
  // 50 a second, and fewer only on a machine that cannot write as many.
  const keepWriting = async () => {
    for await (const _ of setInterval(20)) {
      if (!isBusy) return;
      if (inFlight < 10) writes.push(write());
    }
  };
  const writing = keepWriting();
  interface Answer {
    readonly ms: number;
    readonly status: number;
  }
  const reads: Answer[] = [];
  /** To a request that reads nothing, so that its time is that of the machine. */
  const probes: Answer[] = [];
  const ask = async (path: string, answers: Answer[]) => {
    for await (const _ of setInterval(5)) {
      if (!isBusy) return;
      const startedAt = performance.now();
      const { status } = await fetch(`${address}${path}`);
      answers.push({ ms: performance.now() - startedAt, status });
    }
  };
  const reading = Promise.all([ask('/api/community', reads), ask('/health/live', probes)]);
  const before = await run('projections', 'status');
  const rebuilt = await run('projections', 'rebuild', name);
  isBusy = false;
  await Promise.all([reading, writing]);
  expect(before.code).toBe(0);
  expect(rebuilt).toEqual({
    code: 0,
    err: [],
    out: [`The projection ${name} is rebuilt, and all readers have the new read model`],
  });
  expect(new Set(await Promise.all(writes))).toEqual(new Set(['written']));
  expect(new Set(reads.map(({ status }) => status))).toEqual(new Set([200]));
  const longest = (some: readonly Answer[]) => Math.max(...some.map(({ ms }) => ms));
  // On a quiet machine below 50 ms; commands start and other tests run beside.
  expect(longest(reads), `${writes.length} writes, ${reads.length} reads`).toBeLessThan(
    Math.max(250, 4 * longest(probes)),
  );
  expect(await inServer()).toMatchObject({ code: 0, rows: [{ kind: 'verified', differences: 0 }] });
  const { out } = await run('--json', 'projections', 'status');
  expect(out.map((line) => JSON.parse(line)).find((row) => row.name === name)).toMatchObject({
    state: 'live',
    rebuild: { state: 'completed', by: 'potluck-machine' },
  });
}, 120_000);

test('a start after kill -9 continues with what was rebuilt, and one during a rebuild begins it again', async () => {
  server?.kill();
  await server?.exit;
  await startServer();
  expect(await inServer()).toMatchObject({ code: 0, rows: [{ kind: 'verified', differences: 0 }] });

  expect(await run('projections', 'rebuild', name, '--no-wait')).toMatchObject({ code: 0, err: [] });
  server?.kill();
  await server?.exit;
  await startServer();
  const waited = await run('projections', 'rebuild', name);
  // It is either still at work or done.
  expect(waited.err.join()).toMatch(/^$|^The projection is being rebuilt since \S+: wait until that is done/);
  expect(await inServer()).toMatchObject({ code: 0, rows: [{ kind: 'verified', differences: 0 }] });
}, 120_000);

test('without a server, the request is recorded once and can be cancelled', async () => {
  server?.kill('SIGTERM');
  await server?.exit;
  expect(await run('projections', 'rebuild', 'profiles')).toMatchObject({
    code: 0,
    out: ['No server runs. The request is recorded, and the next start rebuilds profiles'],
  });
  expect(await run('projections', 'rebuild', 'profiles')).toMatchObject({
    code: 2,
    err: [expect.stringMatching(/^The projection is being rebuilt since \S+: wait until that is done, or cancel it$/)],
  });
  expect((await run('projections', 'status')).out.join('\n')).toMatch(/profiles +running/);
  expect((await run('projections', 'rebuild', 'profiles', '--cancel')).code).toBe(0);
  expect(await run('projections', 'rebuild', 'profiles', '--cancel')).toMatchObject({
    code: 2,
    err: ['The projection is not being rebuilt'],
  });
  expect((await run('projections', 'rebuild', 'soup')).code).toBe(2);
  expect(await run('projections', 'rebuild', 'recipe-index')).toEqual({
    code: 2,
    out: [],
    err: ['The index of the search is no projection: rebuild recipes, and each server fills its index again from that'],
  });
}, 60_000);
