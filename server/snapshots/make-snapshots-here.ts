import { ProjectionControls } from '../../projections/control/projection-controls.ts';
import { allProjections } from '../../projections/definitions/all.ts';
import { SnapshotFolder } from '../../projections/read-models/memory/snapshot-folder.ts';
import { makeSnapshots } from '../../projections/snapshots/make-snapshots.ts';
import type { Logger } from '../core/logger.ts';
import { openLogOnce } from './open-log-once.ts';
import type { SnapshotTask } from './snapshot-task.ts';

/** Writes the task's snapshots in this process. */
export async function makeSnapshotsHere(task: SnapshotTask, logger: Pick<Logger, 'warn'>): Promise<void> {
  const log = await openLogOnce(task.source);
  try {
    const definitions = allProjections.filter(({ name }) => task.projections.includes(name));
    const controls = await ProjectionControls.read(log, task.projections);
    const { limitMs } = task;
    const folder = new SnapshotFolder(task.folder);
    await makeSnapshots({ folder, log, definitions, controls, logger, ...(limitMs !== undefined && { limitMs }) });
  } finally {
    await log.close();
  }
}
