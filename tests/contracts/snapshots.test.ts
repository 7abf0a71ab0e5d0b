/** Snapshots of the read models of an embedded log: used only if they match the log. */
import { mkdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { groceryListsProjection } from '../../projections/definitions/grocery-list.ts';
import { postsProjection } from '../../projections/definitions/posts.ts';
import type { Projection } from '../../projections/definitions/projection.ts';
import { SnapshotFolder } from '../../projections/read-models/memory/snapshot-folder.ts';
import { type Controls, noControls } from '../../projections/runner/control.ts';
import { openSqliteLogReader } from '../../server/event-log/sqlite/open-sqlite-log-reader.ts';
import { definitions, lists, posts, withSnapshots } from '../support/snapshots.ts';

const snapshots = withSnapshots();

test('starts from snapshots with the same result as without them', async () => {
  const { logs, folder, logger, make, start, files } = snapshots;
  await make(logs.begun);
  expect(await files()).toEqual([lists, posts]);
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
  expect(logger.problems).toEqual([]);
});

test.each([
  ['a shorter log', 'begun'],
  ['a different log', 'other'],
] as const)('starts on %s without the snapshots of another log, and logs that', async (_, log) => {
  const { logs, folder, logger, make, start } = snapshots;
  await rm(folder, { recursive: true, force: true });
  const replayed = await start(logs[log]);
  await make(logs.whole);
  const started = await start(logs[log]);
  expect(started.positions).toEqual([undefined, undefined]);
  expect(started.contents).toEqual(replayed.contents);
  expect(logger.problems).toMatchObject([
    {
      level: 'warn',
      details: { projection: `posts@${postsProjection.version}`, reason: expect.stringContaining('another log') },
    },
    { level: 'warn', details: { projection: `grocery-list@${groceryListsProjection.version}` } },
  ]);
  // The next snapshots match this log.
  await make(logs[log]);
  expect((await start(logs[log])).positions).not.toContain(undefined);
});

test('ignores a damaged snapshot and replaces it', async () => {
  const { logs, folder, logger, make, start } = snapshots;
  await make(logs.whole);
  const file = join(folder, posts);
  const bytes = await readFile(file);
  await writeFile(file, bytes.fill(0, 1_000, 1_010));
  expect((await start(logs.whole)).positions).toEqual([undefined, 6_000n]);
  expect(logger.problems).toMatchObject([{ details: { reason: expect.stringContaining('damaged') } }]);
  await make(logs.whole);
  expect((await start(logs.whole)).positions).toEqual([6_000n, 6_000n]);
});

test('ignores a snapshot of another projection than its file name states', async () => {
  const { logs, folder, make } = snapshots;
  await make(logs.whole);
  const snapshotFolder = new SnapshotFolder(folder);
  await expect(snapshotFolder.read(postsProjection)).resolves.toBeDefined();
  await rename(join(folder, lists), join(folder, posts));
  await expect(snapshotFolder.read(postsProjection)).rejects.toThrow(
    `it is of grocery-list@${groceryListsProjection.version}`,
  );
});

test('builds only a projection with a new version from the log, and removes its old snapshot', async () => {
  const { logs, make, start, files } = snapshots;
  await make(logs.whole);
  const renewed = [{ ...postsProjection, version: 99 }, groceryListsProjection];
  expect((await start(logs.whole, renewed)).positions).toEqual([undefined, 6_000n]);
  await make(logs.whole, renewed);
  expect(await files()).toEqual([lists, 'posts@99.snapshot']);
  expect((await start(logs.whole, renewed)).positions).toEqual([6_000n, 6_000n]);
});

test('keeps unrelated files in the folder and removes outdated snapshots', async () => {
  const { logs, folder, make, start, files } = snapshots;
  await mkdir(join(folder, '@eaDir@1.snapshot'), { recursive: true });
  await Promise.all(
    ['notes.txt', 'gone@1.snapshot', `${posts}.7.tmp`].map((name) => writeFile(join(folder, name), '')),
  );
  await make(logs.whole);
  expect(await files()).toEqual(['@eaDir@1.snapshot', lists, 'notes.txt', posts]);
  expect((await start(logs.whole)).positions).toEqual([6_000n, 6_000n]);
});

test('a failing projection does not affect other snapshots', async () => {
  const { logs, make, files } = snapshots;
  const failing: Projection = {
    ...postsProjection,
    fold: () => {
      throw new Error('Burnt');
    },
  };
  await expect(make(logs.whole, [failing, groceryListsProjection])).rejects.toThrow('Burnt');
  expect(await files()).toEqual([lists]);
});

describe('what operators decide', () => {
  /** Starts from the snapshots that are there, and expects the same as without them. */
  async function expectSameAsReplay(file: string, controls: Controls, positions: readonly bigint[]): Promise<void> {
    const started = await snapshots.start(file, definitions, controls);
    expect(started.positions).toEqual(positions);
    await rm(snapshots.folder, { recursive: true });
    expect(started.contents).toEqual((await snapshots.start(file, definitions, controls)).contents);
  }

  test('is kept in snapshots: they leave out skipped events', async () => {
    const { logs, make } = snapshots;
    const control = { ...noControls.of(postsProjection), isSkipped: (position: bigint) => position % 10n === 0n };
    const controls: Controls = { ...noControls, of: () => control };
    await make(logs.whole, definitions, controls);
    await expectSameAsReplay(logs.whole, controls, [6_000n, 6_000n]);
  });

  test('is kept in snapshots: they end where a projection is paused', async () => {
    const { logs, make } = snapshots;
    const pausedAt = { position: 3_000n, id: await idAt(logs.whole, 3_000n), at: '2026-11-25T12:00:00.000Z' };
    await make(logs.whole, definitions, { ...noControls, of: () => ({ ...noControls.of(postsProjection), pausedAt }) });
    await expectSameAsReplay(logs.whole, noControls, [3_000n, 3_000n]);
  });

  test('is kept in snapshots: they continue none of a generation that a rebuild has replaced', async () => {
    const { logs, make } = snapshots;
    const replaced = definitions.map((definition): Projection => ({ ...definition, fold: () => {} }));
    await make(logs.begun, replaced);
    const controls: Controls = { ...noControls, completedGeneration: () => 'rebuilt' };
    await make(logs.begun, definitions, controls);
    await expectSameAsReplay(logs.whole, controls, [4_000n, 4_000n]);
  });
});

async function idAt(file: string, position: bigint): Promise<string> {
  const log = openSqliteLogReader(file);
  try {
    for await (const { id } of log.readAll({ from: position, limit: 1 })) return id;
    throw new Error(`No event is at ${position}`);
  } finally {
    await log.close();
  }
}
