/** Makes and restores snapshots of two read models on three logs, as a server does. */
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, expect } from 'vitest';
import { groceryListsProjection } from '../../projections/definitions/grocery-list.ts';
import { postsProjection } from '../../projections/definitions/posts.ts';
import type { Projection } from '../../projections/definitions/projection.ts';
import { MemoryReadModels } from '../../projections/read-models/memory/memory-read-models.ts';
import { SnapshotFolder } from '../../projections/read-models/memory/snapshot-folder.ts';
import { noControls } from '../../projections/runner/control.ts';
import { nameGenerations } from '../../projections/runner/name-generations.ts';
import { startProjections } from '../../projections/runner/start-projections.ts';
import { makeSnapshots } from '../../projections/snapshots/make-snapshots.ts';
import { restoreModels } from '../../projections/snapshots/restore-models.ts';
import { RecordedLog } from '../../server/event-log/sqlite/recorded-log.ts';
import { sampleHistory } from '../bench/replay/sample-history.ts';
import { seedLog } from '../bench/replay/seed-log.ts';
import { contentsOf } from './contents-of.ts';
import { QuietLogger } from './quiet-logger.ts';

export const definitions: readonly Projection[] = [postsProjection, groceryListsProjection];

/** The names contain the projections' versions. */
export const posts = `posts@${postsProjection.version}.snapshot`;
export const lists = `grocery-list@${groceryListsProjection.version}.snapshot`;

/** Each test gets a new, empty `folder`. Read `logs` and `folder` within a test. */
export function withSnapshots() {
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

  async function make(file: string, projections = definitions, controls = noControls): Promise<void> {
    const log = new RecordedLog(file);
    try {
      const snapshots = new SnapshotFolder(folder);
      await snapshots.tidy(projections);
      await makeSnapshots({ folder: snapshots, log, definitions: projections, controls, logger });
    } finally {
      log.close();
    }
  }

  /** Starts on a log with the usable snapshots, and stops when it has caught up. */
  async function start(file: string, projections = definitions, controls = noControls) {
    const store = new MemoryReadModels();
    await nameGenerations(store, projections, controls);
    const log = new RecordedLog(file);
    try {
      const options = { folder: new SnapshotFolder(folder), log, logger };
      const models = projections.map((definition) => store.open(definition));
      await restoreModels(options, models);
      const positions = await Promise.all(models.map((model) => model.position()));
      const running = startProjections({ log, store, definitions: projections, controls, logger });
      expect(await running.waitUntilCaughtUp(10_000)).toBe(true);
      await running.stop();
      return { positions, contents: models.map(contentsOf) };
    } finally {
      log.close();
    }
  }

  return {
    logger,
    make,
    start,
    get logs() {
      return logs;
    },
    get folder() {
      return folder;
    },
    files: async () => (await readdir(folder)).sort(),
  };
}
