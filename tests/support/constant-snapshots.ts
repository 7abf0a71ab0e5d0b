import { join } from 'node:path';
import { allProjections } from '../../projections/definitions/all.ts';
import { SnapshotFolder } from '../../projections/read-models/memory/snapshot-folder.ts';
import { searchedRecipes } from '../../projections/search/searched-recipes.ts';
import { makeSnapshots } from '../../projections/snapshots/make-snapshots.ts';
import { covered, restoreModels, type Snapshotted } from '../../projections/snapshots/restore-models.ts';
import { SnapshotKeeper } from '../../projections/snapshots/snapshot-keeper.ts';
import type { EventLog } from '../../server/event-log/event-log.ts';
import { RecordedLog } from '../../server/event-log/sqlite/recorded-log.ts';

/** Of the embedded log in this folder, made in this process again and again, whenever there is an event more. */
export async function openConstantSnapshots(
  folder: string,
  log: Pick<EventLog, 'head'>,
  models: readonly Snapshotted[],
): Promise<SnapshotKeeper> {
  const snapshots = new SnapshotFolder(join(folder, 'snapshots'));
  /** A snapshot that cannot be used is not to be expected, whenever the process was killed. */
  const logger = {
    warn: (details: object, message: string) => {
      process.stderr.write(`${message} ${JSON.stringify(details)}\n`);
      process.exit(1);
    },
  };
  const withLog = async <T>(work: (recorded: RecordedLog) => Promise<T>): Promise<T> => {
    const recorded = new RecordedLog(join(folder, 'events.sqlite'));
    try {
      return await work(recorded);
    } finally {
      recorded.close();
    }
  };
  const definitions = [...allProjections, searchedRecipes];
  await snapshots.tidy(definitions);
  await withLog((recorded) => restoreModels({ folder: snapshots, log: recorded, logger }, models));
  return new SnapshotKeeper({
    head: () => log.head(),
    covered: await covered(models),
    make: () => withLog((recorded) => makeSnapshots({ folder: snapshots, log: recorded, definitions, logger })),
    every: 1,
    lookEveryMs: 1,
    logger,
  });
}
