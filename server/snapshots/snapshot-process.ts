/**
 * Makes snapshots of the read models, as a process of its own beside the server: it reads the log's file, and leaves the
 * server its memory and, in the background, the processor. Its one argument is a `SnapshotTask` as JSON.
 */
import { constants, setPriority } from 'node:os';
import { allProjections } from '../../projections/definitions/all.ts';
import { SnapshotFolder } from '../../projections/read-models/memory/snapshot-folder.ts';
import { searchedRecipes } from '../../projections/search/searched-recipes.ts';
import { makeSnapshots } from '../../projections/snapshots/make-snapshots.ts';
import { RecordedLog } from '../event-log/sqlite/recorded-log.ts';
import type { FromSnapshotProcess, SnapshotTask } from './snapshot-task.ts';

const { log: file, folder, projections, haste }: SnapshotTask = JSON.parse(process.argv[2] ?? '');

const tell = (message: FromSnapshotProcess): void => void process.send?.(message);

// With the server, also when that is killed.
process.once('disconnect', () => process.exit());
process.umask(0o077);
if (haste === 'in the background') setPriority(constants.priority.PRIORITY_LOW);

try {
  await makeSnapshots({
    folder: new SnapshotFolder(folder),
    log: new RecordedLog(file),
    definitions: [...allProjections, searchedRecipes].filter(({ name }) => projections.includes(name)),
    logger: { warn: (details, message) => tell({ kind: 'warning', details, message }) },
  });
  tell({ kind: 'made' });
} catch (error) {
  tell({ kind: 'failed', reason: error instanceof Error ? error.message : String(error) });
}
process.disconnect();
