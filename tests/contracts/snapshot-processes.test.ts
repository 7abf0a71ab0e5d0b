/** The processes that make snapshots of the read models, while a server runs and before its start. */
import { readdir, rm } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { groceryListsProjection } from '../../projections/definitions/grocery-list.ts';
import { profilesProjection } from '../../projections/definitions/profiles.ts';
import { MemoryReadModels } from '../../projections/read-models/memory/memory-read-models.ts';
import { SnapshotFolder } from '../../projections/read-models/memory/snapshot-folder.ts';
import { openSqliteEventLog } from '../../server/event-log/sqlite/open-sqlite-event-log.ts';
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
  try {
    const open = (minNewEvents: number) => {
      const models = definitions.map((definition) => new MemoryReadModels().open(definition));
      return openSnapshots({
        log,
        file: logs.whole,
        snapshots: folder,
        models,
        logger,
        minNewEvents,
        checkIntervalMs: 10,
      });
    };
    const idle = await open(6_001);
    idle.start();
    await idle.stop();
    expect(await readdir(folder).catch(() => [])).toEqual([]);

    const active = await open(6_000);
    active.start();
    await until(() => logger.lines.length > 0, 20_000);
    await active.stop();
    const details = { position: '6000', ms: expect.any(Number) };
    expect(logger.lines).toEqual([{ level: 'info', details, message: 'Snapshots of the read models are written' }]);
    expect((await readdir(folder)).filter(isComplete)).toHaveLength(2);
    expect((await start(logs.whole)).positions).toEqual([6_000n, 6_000n]);
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
    const options = { log, file: logs.whole, snapshots: folder, models, logger };
    await (await openSnapshots({ ...options, parallelFromEvents: 6_000 })).stop();
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
    log: logs.whole,
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
    await until(async () => ended || !(await files()).every(isComplete), 20_000);
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
