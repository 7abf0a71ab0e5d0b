/** `npm run potluck -- audit verify` and `projections …`, with the embedded log. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { postsProjection } from '../../projections/definitions/posts.ts';
import { MemoryReadModel } from '../../projections/read-models/memory/memory-read-model.ts';
import { SnapshotFolder } from '../../projections/read-models/memory/snapshot-folder.ts';
import { makeSnapshotsHere } from '../../server/snapshots/make-snapshots-here.ts';
import { sampleHistory } from '../bench/replay/sample-history.ts';
import { seedLog } from '../bench/replay/seed-log.ts';
import { withoutAccounts } from '../support/no-accounts.ts';
import { QuietLogger } from '../support/quiet-logger.ts';
import { runInProcess } from '../support/run-in-process.ts';
import { serverEnvironment } from '../support/server-environment.ts';
import { type ServerInProcess, startInProcess } from '../support/server-in-process.ts';

const name = postsProjection.name;
const posts = `${name}@${postsProjection.version}`;

let dataDir: string;
let snapshots: string;
beforeAll(async () => {
  dataDir = mkdtempSync(join(tmpdir(), 'potluck-verify-'));
  snapshots = join(dataDir, 'snapshots');
  const log = join(dataDir, 'events.sqlite');
  seedLog(log, sampleHistory(3_000));
  const projections = [name, 'grocery-list', 'profiles'];
  await makeSnapshotsHere(
    { source: { kind: 'sqlite', file: log }, folder: snapshots, projections, priority: 'low' },
    new QuietLogger(),
  );
});
afterAll(() => rmSync(dataDir, { recursive: true, force: true }));

async function run(...args: readonly string[]) {
  const { code, out, err } = await runInProcess(serverEnvironment({ DATA_DIR: dataDir }), args);
  return { code, out, err };
}

const json = async (...args: readonly string[]) => {
  const { code, out, err } = await run('--json', ...args);
  return { code, err, rows: out.map((line) => JSON.parse(line)) };
};

/** Rewrites the snapshot of the posts. */
async function plant(change: (model: MemoryReadModel) => void): Promise<void> {
  const folder = new SnapshotFolder(snapshots);
  const snapshot = (await folder.read(postsProjection)) ?? fail();
  const model = new MemoryReadModel(postsProjection);
  model.restore(snapshot);
  change(model);
  await folder.write(snapshot.head, model.parts());
}

function fail(): never {
  throw new Error('There is no snapshot');
}

test('verifies the snapshots without a server, and names a difference', async () => {
  const clean = await json('audit', 'verify');
  expect([clean.code, clean.err]).toEqual([0, []]);
  expect(clean.rows).toHaveLength(4);
  expect(clean.rows).toContainEqual({
    kind: 'seals',
    size: 0,
    checkpoints: 0,
    keys: [],
    isComplete: true,
    findings: 0,
  });
  expect(clean.rows).toContainEqual(
    expect.objectContaining({ kind: 'verified', projection: posts, position: '3000', differences: 0 }),
  );

  await plant(({ local }) => local.apply({ kind: 'index', index: 'feed', member: 'nowhere', score: 7 }));
  const found = await json('audit', 'verify', '--projection', name);
  expect(found).toMatchObject({
    code: 1,
    err: ['Found 1 difference: rebuild what differs'],
    rows: [
      { kind: 'entry', projection: posts, index: 'feed', member: 'nowhere', actual: 7 },
      { kind: 'verified', differences: 1 },
    ],
  });
  expect((await run('audit', 'verify', '--projection', 'profiles')).code).toBe(0);

  writeFileSync(join(snapshots, `${posts}.snapshot`), 'Potluck read model 1\nwith a checksum of another text');
  const damaged = await run('audit', 'verify');
  expect(damaged.code).toBe(1);
  expect(damaged.out.join('\n')).toMatch(/its snapshot cannot be used: it is damaged: its checksum/);
  const { rows } = await json('projections', 'status');
  const recorded = { of: 'snapshot', position: null, compared: 0, differences: 1 };
  expect(rows.find((row) => row.name === name)).toMatchObject({ verified: recorded, differed: recorded });
});

const stopped = { code: 2, err: ['Stopped before the end: repeat the command'] };
const ctrlCWhen = (shown: RegExp, ...args: readonly string[]) =>
  runInProcess(serverEnvironment({ DATA_DIR: dataDir }), args, shown);

test('Ctrl-C ends what only reads, and says that it did', async () => {
  expect(await ctrlCWhen(/Verifying the snapshots/, 'audit', 'verify')).toMatchObject(stopped);
  const listed = await ctrlCWhen(/POSITION/, 'audit', 'events', '--limit', '3000');
  expect(listed).toMatchObject(stopped);
  expect(listed.out.length).toBeLessThan(10);
});

test('refuses an unknown projection, and names those that exist', async () => {
  const { code, err } = await run('audit', 'verify', '--projection', 'soup');
  expect(code).toBe(2);
  expect(err).toEqual([expect.stringMatching(/^There is no projection soup: choose one of posts, /)]);
  expect((await run('projections', 'pause', 'soup')).code).toBe(2);
});

test('pauses and resumes a projection without a server', { tags: 'extended' }, async () => {
  expect(await run('projections', 'pause', name)).toMatchObject({ code: 0, out: [`The projection ${name} is paused`] });
  expect(await run('projections', 'pause', name)).toMatchObject({
    code: 2,
    err: ['The projection is paused already'],
  });
  const { rows } = await json('projections', 'status');
  expect(rows).toContainEqual(expect.objectContaining({ name, state: 'paused', skipped: [] }));
  expect((await run('projections', 'resume', name)).code).toBe(0);
});

test('refuses to skip what does not fail', async () => {
  expect(await run('projections', 'skip', name, '17', '--why', 'a test')).toMatchObject({
    code: 2,
    err: ['There is nothing to skip at 17: the projection does not fail'],
  });
  expect((await run('projections', 'skip', name, 'seven', '--why', 'a test')).code).toBe(2);
});

describe('beside a running server', () => {
  let server: ServerInProcess;
  beforeAll(async () => {
    server = startInProcess({ ...(await withoutAccounts()), PORT: '0', DATA_DIR: dataDir });
    await server.address();
  });
  afterAll(() => server?.stop());

  test('the server pauses and resumes a projection, and its state is shown, with the lag of the server', async () => {
    const shown = async () => {
      const { rows } = await json('projections', 'status');
      const { state, lagEvents, lagSeconds } = rows.find((row) => row.name === name);
      return { state, lagEvents, lagSeconds };
    };
    const noLag = { lagEvents: 0, lagSeconds: 0 };
    expect(await shown()).toEqual({ state: 'live', ...noLag });
    expect((await run('projections', 'pause', name)).code).toBe(0);
    expect(await shown()).toEqual({ state: 'paused', ...noLag });
    const again = await run('projections', 'pause', name);
    expect(again).toMatchObject({ code: 2, err: ['The projection is paused already'] });
    expect((await run('projections', 'resume', name)).code).toBe(0);
    expect(await shown()).toEqual({ state: 'live', ...noLag });
    expect(await run('projections', 'skip', name, '17', '--why', 'a test')).toMatchObject({
      code: 2,
      err: ['There is nothing to skip at 17: the projection does not fail'],
    });
  });

  test('what is verified in the server can be told from the snapshots', async () => {
    const { out } = await run('audit', 'verify', '--projection', 'profiles');
    const verified = out.filter((line) => line.startsWith('profiles@'));
    expect(verified.map((line) => line.split(/ +/)[1])).toEqual(['server', 'snapshot']);
    const { rows } = await json('audit', 'verify', '--projection', 'profiles');
    expect(rows.map((row) => row.in)).toEqual(['server', 'snapshot']);
  });

  test('Ctrl-C does not look like a server that does not respond', async () => {
    expect(await ctrlCWhen(/Verifying the snapshots/, 'audit', 'verify')).toMatchObject(stopped);
  });

  test('damage of the log that the server finds ends the verification with the code for a finding', async () => {
    const db = new DatabaseSync(join(dataDir, 'events.sqlite'));
    db.exec("UPDATE events SET record = replace(record, 'a', 'b') WHERE position = 700");
    db.close();
    const { code, err } = await run('audit', 'verify');
    expect([code, err]).toEqual([1, [expect.stringMatching(/^The event at position 700 is damaged /)]]);
  });
});
