import { ProjectionControls } from '../../projections/control/projection-controls.ts';
import { allProjections } from '../../projections/definitions/all.ts';
import { SnapshotFolder } from '../../projections/read-models/memory/snapshot-folder.ts';
import { searchedRecipes } from '../../projections/search/searched-recipes.ts';
import { makeSnapshots } from '../../projections/snapshots/make-snapshots.ts';
import type { Logger } from '../core/logger.ts';
import { RecordedLog } from '../event-log/sqlite/recorded-log.ts';
import type { SnapshotTask } from './snapshot-task.ts';

/** Writes the task's snapshots in this process. */
export async function makeSnapshotsHere(task: SnapshotTask, logger: Pick<Logger, 'warn'>): Promise<void> {
  const log = new RecordedLog(task.log);
  try {
    const definitions = [...allProjections, searchedRecipes].filter(({ name }) => task.projections.includes(name));
    const controls = await ProjectionControls.read(log, task.projections);
    await makeSnapshots({ folder: new SnapshotFolder(task.folder), log, definitions, controls, logger });
  } finally {
    log.close();
  }
}
