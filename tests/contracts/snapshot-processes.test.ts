/** The processes that make snapshots of the read models, while a server runs and before its start. */
import { readdir, rm } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { groceryListsProjection } from '../../projections/definitions/grocery-list.ts';
import { profilesProjection } from '../../projections/definitions/profiles.ts';
import { MemoryReadModels } from '../../projections/read-models/memory/memory-read-models.ts';
import { SnapshotFolder } from '../../projections/read-models/memory/snapshot-folder.ts';
import { noControls } from '../../projections/runner/control.ts';
import { makeSnapshots } from '../../projections/snapshots/make-snapshots.ts';
import { openSqliteEventLog } from '../../server/event-log/sqlite/open-sqlite-event-log.ts';
import { RecordedLog } from '../../server/event-log/sqlite/recorded-log.ts';
import { makeSnapshotsHere } from '../../server/snapshots/make-snapshots-here.ts';
import { openSnapshots } from '../../server/snapshots/open-snapshots.ts';
import { runSnapshotProcess } from '../../server/snapshots/run-snapshot-process.ts';
import type { SnapshotTask } from '../../server/snapshots/snapshot-task.ts';
import { contentsOf } from '../support/contents-of.ts';
import { definitions, lists, posts, withSnapshots } from '../support/snapshots.ts';
import { until } from '../support/until.ts';

const snapshots = withSnapshots();

const isComplete = (name: string): boolean => name.endsWith('.snapshot');

test('makes snapshots while a server runs, after enough new events', async () => {
  const { logs, folder, logger, start } = snapshots;
  const log = await openSqliteEventLog({ file: logs.whole });
  const priorities: string[] = [];
  try {
    const open = (minNewEvents: number) => {
      const models = definitions.map((definition) => new MemoryReadModels().open(definition));
      return openSnapshots({
        log,
        source: { kind: 'sqlite', file: logs.whole },
        folder,
        models,
        logger,
        minNewPositions: minNewEvents,
        checkIntervalMs: 10,
        // With the low priority, a busy machine may not run it for minutes.
        make: (task, ...others) => {
          priorities.push(task.priority);
          return runSnapshotProcess({ ...task, priority: 'high' }, ...others);
        },
      });
    };
    const idle = await open(6_001);
    idle.start();
    await idle.stop();
    expect(await readdir(folder).catch(() => [])).toEqual([]);

    const active = await open(6_000);
    active.start();
    await until(() => logger.lines.length > 0);
    await active.stop();
    const details = { position: '6000', ms: expect.any(Number) };
    expect(logger.lines).toEqual([{ level: 'info', details, message: 'Snapshots of the read models are written' }]);
    expect((await readdir(folder)).filter(isComplete)).toHaveLength(2);
    expect((await start(logs.whole)).positions).toEqual([6_000n, 6_000n]);
    expect(priorities).toEqual(['low']);
    expect(logger.problems).toEqual([]);
  } finally {
    await log.close();
  }
});

test('builds models without a snapshot in several processes before the start on a long log', async () => {
  const { logs, folder, logger, make, start } = snapshots;
  await make(logs.begun, [groceryListsProjection]);
  const log = await openSqliteEventLog({ file: logs.whole });
  try {
    const store = new MemoryReadModels();
    const models = [...definitions, profilesProjection].map((definition) => store.open(definition));
    const options = { log, source: { kind: 'sqlite', file: logs.whole }, folder, models, logger } as const;
    await (await openSnapshots({ ...options, parallelFromPositions: 6_000, maxProcesses: 2 })).stop();
    expect(await Promise.all(models.map((model) => model.position()))).toEqual([6_000n, 4_000n, 6_000n]);
    await rm(folder, { recursive: true });
    expect(models.slice(0, 1).map(contentsOf)).toEqual((await start(logs.whole)).contents.slice(0, 1));
    expect(logger.problems).toEqual([]);
  } finally {
    await log.close();
  }
});

test('keeps the previous snapshots when a process is killed during a write', async () => {
  const { logs, folder, logger, make, start, files } = snapshots;
  const task: SnapshotTask = {
    source: { kind: 'sqlite', file: logs.whole },
    folder,
    projections: definitions.map(({ name }) => name),
    priority: 'high',
  };
  await make(logs.begun);
  for (let round = 0; round < 2; round++) {
    const abort = new AbortController();
    let ended = false;
    const running = runSnapshotProcess(task, logger, abort.signal);
    const end = running.catch(() => {}).then(() => (ended = true));
    await until(async () => ended || !(await files()).every(isComplete));
    abort.abort();
    await end;
    for (const position of (await start(logs.whole)).positions) expect([4_000n, 6_000n]).toContain(position);
  }
  await new SnapshotFolder(folder).tidy(definitions);
  await runSnapshotProcess(task, logger, new AbortController().signal);
  expect((await start(logs.whole)).positions).toEqual([6_000n, 6_000n]);
  expect(await files()).toEqual([lists, posts]);
  expect(logger.problems).toEqual([]);
});

test('a process that reaches its time limit writes what it has built, and the next one continues there', async () => {
  const { logs, folder, logger, start, files } = snapshots;
  const projections = definitions.map(({ name }) => name);
  const task: SnapshotTask = {
    source: { kind: 'sqlite', file: logs.whole },
    folder,
    projections,
    priority: 'high',
    limitMs: 0,
  };
  await makeSnapshotsHere(task, logger);
  expect(await files()).toEqual([lists, posts]);
  const { positions, contents } = await start(logs.whole);
  for (const position of positions) {
    expect(position).toBeGreaterThan(0n);
    expect(position).toBeLessThan(6_000n);
  }

  const log = await openSqliteEventLog({ file: logs.whole });
  try {
    const store = new MemoryReadModels();
    const models = definitions.map((definition) => store.open(definition));
    const options = { log, source: { kind: 'sqlite', file: logs.whole }, folder, models, logger } as const;
    // The snapshots are far from the end of the log: they are advanced before the start.
    await (
      await openSnapshots({ ...options, parallelFromPositions: 1_000, maxProcesses: 2, make: makeSnapshotsHere })
    ).stop();
    expect(await Promise.all(models.map((model) => model.position()))).toEqual([6_000n, 6_000n]);
    expect(models.map(contentsOf)).toEqual(contents);
  } finally {
    await log.close();
  }
  await rm(folder, { recursive: true });
  expect((await start(logs.whole)).contents).toEqual(contents);
  expect(logger.problems).toEqual([]);
});

test('a process that is killed on its way leaves the snapshots that it has made there', async () => {
  const { logs, folder, logger, start } = snapshots;
  const log = new RecordedLog(logs.whole);
  const killed = new Error('Killed');
  // Ends as a kill does: within the second page of the log.
  const cut: RecordedLog['subscribe'] = async function* (options) {
    let pages = 0;
    for await (const batch of log.subscribe(options)) {
      if (++pages === 2) throw killed;
      yield batch;
    }
  };
  const half = { head: () => log.head(), subscribe: cut };
  try {
    const made = { folder: new SnapshotFolder(folder), log: half, definitions, controls: noControls, logger };
    await expect(makeSnapshots({ ...made, intervalMs: 0 })).rejects.toThrow('Killed');
  } finally {
    log.close();
  }
  const { positions, contents } = await start(logs.whole);
  for (const position of positions) expect(position).toBeGreaterThan(0n);
  await rm(folder, { recursive: true });
  expect((await start(logs.whole)).contents).toEqual(contents);
});
