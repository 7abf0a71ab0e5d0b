/** Snapshots of the read models beside an embedded log: made by a process of their own, and only used where they fit. */
import { mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { groceryLists } from '../../projections/definitions/grocery-list.ts';
import { postFeed } from '../../projections/definitions/posts.ts';
import { profiles } from '../../projections/definitions/profiles.ts';
import type { Projection } from '../../projections/definitions/projection.ts';
import { MemoryReadModels } from '../../projections/read-models/memory/memory-read-models.ts';
import { SnapshotFolder } from '../../projections/read-models/memory/snapshot-folder.ts';
import { startProjections } from '../../projections/runner/start-projections.ts';
import { RecipeSearch } from '../../projections/search/recipe-search.ts';
import { searchedRecipes } from '../../projections/search/searched-recipes.ts';
import { makeSnapshots } from '../../projections/snapshots/make-snapshots.ts';
import { restoreModels } from '../../projections/snapshots/restore-models.ts';
import { newId } from '../../server/commands/ids.ts';
import { openSqliteEventLog } from '../../server/event-log/sqlite/open-sqlite-event-log.ts';
import { RecordedLog } from '../../server/event-log/sqlite/recorded-log.ts';
import { openSnapshots } from '../../server/snapshots/open-snapshots.ts';
import { runSnapshotProcess } from '../../server/snapshots/run-snapshot-process.ts';
import type { SnapshotTask } from '../../server/snapshots/snapshot-task.ts';
import { type Happening, sampleHistory } from '../bench/replay/sample-history.ts';
import { seedLog } from '../bench/replay/seed-log.ts';
import { contentsOf } from '../support/contents-of.ts';
import { QuietLogger } from '../support/quiet-logger.ts';
import { until } from '../support/until.ts';

const definitions: readonly Projection[] = [postFeed, groceryLists];
const taskFor = (log: string): SnapshotTask => {
  const projections = definitions.map(({ name }) => name);
  return { log, folder, projections, haste: 'wanted now' };
};

let root = '';
let folder = '';
let logs = { whole: '', begun: '', other: '' };
beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'potluck-snapshots-'));
  logs = { whole: join(root, 'whole.sqlite'), begun: join(root, 'begun.sqlite'), other: join(root, 'other.sqlite') };
  const history = [...sampleHistory(6_000)];
  seedLog(logs.whole, history);
  seedLog(logs.begun, history.slice(0, 4_000));
  seedLog(logs.other, sampleHistory(8_000));
});
afterAll(() => rm(root, { recursive: true }));
beforeEach(async () => {
  folder = join(await mkdtemp(join(root, 'data-')), 'snapshots');
});

const logger = new QuietLogger();
beforeEach(() => logger.lines.splice(0));

async function make(file: string, made = definitions): Promise<void> {
  const log = new RecordedLog(file);
  try {
    const snapshots = new SnapshotFolder(folder);
    await snapshots.tidy(made);
    await makeSnapshots({ folder: snapshots, log, definitions: made, logger });
  } finally {
    log.close();
  }
}

/** Starts on a log, with the snapshots that fit it. */
async function start(file: string, started = definitions) {
  const store = new MemoryReadModels();
  const log = new RecordedLog(file);
  try {
    const options = { folder: new SnapshotFolder(folder), log, logger };
    const models = started.map((definition) => store.open(definition));
    await restoreModels(options, models);
    const positions = await Promise.all(models.map((model) => model.position()));
    const following = startProjections({ log, store, definitions: started, logger });
    expect(await following.caughtUp(10_000)).toBe(true);
    await following.stop();
    return { positions, contents: models.map(contentsOf) };
  } finally {
    log.close();
  }
}

/** Its version is raised with what it writes. */
const posts = `posts@${postFeed.version}.snapshot`;
const files = async () => (await readdir(folder)).sort();

test('a start goes on from its snapshots, and comes to what it would without them', async () => {
  await make(logs.begun);
  expect(await files()).toEqual(['grocery-list@1.snapshot', posts]);
  expect(((await stat(join(folder, posts))).mode & 0o077).toString(8)).toBe('0');
  const continued = await start(logs.whole);
  expect(continued.positions).toEqual([4_000n, 4_000n]);

  await make(logs.whole);
  const whole = await start(logs.whole);
  expect(whole.positions).toEqual([6_000n, 6_000n]);
  await rm(folder, { recursive: true });
  const replayed = await start(logs.whole);
  expect(replayed.positions).toEqual([undefined, undefined]);
  expect(continued.contents).toEqual(replayed.contents);
  expect(whole.contents).toEqual(replayed.contents);
  expect(logger.lines).toEqual([]);
});

test.each(['begun', 'other'] as const)('on a log that is %s, they are left alone, and it is said', async (log) => {
  await rm(folder, { recursive: true, force: true });
  const replayed = await start(logs[log]);
  await make(logs.whole);
  const started = await start(logs[log]);
  expect(started.positions).toEqual([undefined, undefined]);
  expect(started.contents).toEqual(replayed.contents);
  expect(logger.lines).toMatchObject([
    {
      level: 'warn',
      details: { projection: `posts@${postFeed.version}`, reason: expect.stringContaining('another log') },
    },
    { level: 'warn', details: { projection: 'grocery-list@1' } },
  ]);
  // The next ones are of this log.
  await make(logs[log]);
  expect((await start(logs[log])).positions).not.toContain(undefined);
});

test('one that is damaged is left out, and made anew', async () => {
  await make(logs.whole);
  const file = join(folder, posts);
  const bytes = await readFile(file);
  await writeFile(file, bytes.fill(0, 1_000, 1_010));
  expect((await start(logs.whole)).positions).toEqual([undefined, 6_000n]);
  expect(logger.lines).toMatchObject([{ details: { reason: expect.stringContaining('damaged') } }]);
  await make(logs.whole);
  expect((await start(logs.whole)).positions).toEqual([6_000n, 6_000n]);
});

test('a projection of a new version is built from the log, the others are not; the old snapshot goes', async () => {
  await make(logs.whole);
  const renewed = [{ ...postFeed, version: 99 }, groceryLists];
  expect((await start(logs.whole, renewed)).positions).toEqual([undefined, 6_000n]);
  await make(logs.whole, renewed);
  expect(await files()).toEqual(['grocery-list@1.snapshot', 'posts@99.snapshot']);
  expect((await start(logs.whole, renewed)).positions).toEqual([6_000n, 6_000n]);
});

test('what somebody else keeps in the folder stays, and keeps nobody from tidying the rest', async () => {
  await mkdir(join(folder, '@eaDir@1.snapshot'), { recursive: true });
  await Promise.all(
    ['notes.txt', 'gone@1.snapshot', `${posts}.7.tmp`].map((name) => writeFile(join(folder, name), '')),
  );
  await make(logs.whole);
  expect(await files()).toEqual(['@eaDir@1.snapshot', 'grocery-list@1.snapshot', 'notes.txt', posts]);
  expect((await start(logs.whole)).positions).toEqual([6_000n, 6_000n]);
});

test('one that fails costs only itself', async () => {
  const failing: Projection = {
    ...postFeed,
    fold: () => {
      throw new Error('Burnt');
    },
  };
  await expect(make(logs.whole, [failing, groceryLists])).rejects.toThrow('Burnt');
  expect(await files()).toEqual(['grocery-list@1.snapshot']);
});

test('a search finds the same, in the same order, from a snapshot', async () => {
  const file = join(folder, '..', 'recipes.sqlite');
  const recipe = (id: string, type: string, title: string): Happening => {
    const data = { title, cuisine: '', description: '', ingredients: [{ name: 'Leeks' }] };
    const commandId = newId();
    const meta = { actor: 'ann', commandId, correlationId: commandId, causationId: commandId, at: '', schema: 1 };
    return { stream: `recipe-${id}`, event: { id: newId(), type, data: type === 'RecipeWithdrawn' ? {} : data, meta } };
  };
  seedLog(file, [
    recipe('a', 'RecipePublished', 'Soup'),
    recipe('b', 'RecipePublished', 'Stew'),
    recipe('c', 'RecipePublished', 'Broth'),
    recipe('d', 'RecipePublished', 'Cake'),
    recipe('a', 'RecipeRevised', 'Pie'),
    recipe('d', 'RecipeWithdrawn', ''),
  ]);
  await make(file, [searchedRecipes]);
  const log = await openSqliteEventLog({ file });
  const search = new RecipeSearch(log, logger);
  const landmarks = new RecordedLog(file);
  await restoreModels({ folder: new SnapshotFolder(folder), log: landmarks, logger }, [search]);
  expect(await search.position()).toBe(6n);
  landmarks.close();
  expect([search.find('leeks'), search.find('pi')]).toEqual([['a', 'c', 'b'], ['a']]);
  search.start();
  expect(await search.caughtUp(5_000)).toBe(true);
  expect(search.find('leeks')).toEqual(['a', 'c', 'b']);
  await search.stop();
  await log.close();
});

test('while a server runs, a process makes them as soon as there is enough that is new', async () => {
  const log = await openSqliteEventLog({ file: logs.whole });
  try {
    const open = (every: number) => {
      const models = definitions.map((definition) => new MemoryReadModels().open(definition));
      return openSnapshots({ log, file: logs.whole, snapshots: folder, models, logger, every, lookEveryMs: 10 });
    };
    const idle = await open(6_001);
    idle.start();
    await idle.stop();
    expect(await readdir(folder).catch(() => [])).toEqual([]);

    const keeper = await open(6_000);
    keeper.start();
    await until(async () => (await readdir(folder).catch(() => [])).filter(isWhole).length === 2, 20_000);
    await keeper.stop();
    expect((await start(logs.whole)).positions).toEqual([6_000n, 6_000n]);
    expect(logger.lines).toEqual([]);
  } finally {
    await log.close();
  }
});

test('what has no snapshot on a long log is built by several processes before the start', async () => {
  await make(logs.begun, [groceryLists]);
  const log = await openSqliteEventLog({ file: logs.whole });
  try {
    const store = new MemoryReadModels();
    const models = [...definitions, profiles].map((definition) => store.open(definition));
    const options = { log, file: logs.whole, snapshots: folder, models, logger };
    await (await openSnapshots({ ...options, many: 6_000 })).stop();
    expect(await Promise.all(models.map((model) => model.position()))).toEqual([6_000n, 4_000n, 6_000n]);
    await rm(folder, { recursive: true });
    expect(models.slice(0, 1).map(contentsOf)).toEqual((await start(logs.whole)).contents.slice(0, 1));
    expect(logger.lines).toEqual([]);
  } finally {
    await log.close();
  }
});

const isWhole = (name: string): boolean => name.endsWith('.snapshot');

test('killed while it writes, the ones before are as they were', async () => {
  await make(logs.begun);
  for (let round = 0; round < 2; round++) {
    const killing = new AbortController();
    let ended = false;
    const process = runSnapshotProcess(taskFor(logs.whole), logger, killing.signal);
    const end = process.catch(() => {}).then(() => (ended = true));
    await until(async () => ended || !(await files()).every(isWhole), 20_000);
    killing.abort();
    await end;
    for (const position of (await start(logs.whole)).positions) expect([4_000n, 6_000n]).toContain(position);
  }
  await new SnapshotFolder(folder).tidy(definitions);
  await runSnapshotProcess(taskFor(logs.whole), logger, new AbortController().signal);
  expect((await start(logs.whole)).positions).toEqual([6_000n, 6_000n]);
  expect(await files()).toEqual(['grocery-list@1.snapshot', posts]);
  expect(logger.lines).toEqual([]);
});
