/**
 * Makes snapshots of the read models, as a process of its own beside the server: it reads the log's file, and leaves the
 * server its memory and, in the background, the processor. Its one argument is a `SnapshotTask` as JSON.
 */
import { constants, setPriority } from 'node:os';
import { makeSnapshotsHere } from './make-snapshots-here.ts';
import type { FromSnapshotProcess, SnapshotTask } from './snapshot-task.ts';

const task: SnapshotTask = JSON.parse(process.argv[2] ?? '');

const tell = (message: FromSnapshotProcess): void => void process.send?.(message);

// With the server, also when that is killed.
process.once('disconnect', () => process.exit());
process.umask(0o077);
if (task.haste === 'in the background') setPriority(constants.priority.PRIORITY_LOW);

try {
  await makeSnapshotsHere(task, { warn: (details, message) => tell({ kind: 'warning', details, message }) });
  tell({ kind: 'made' });
} catch (error) {
  tell({ kind: 'failed', reason: error instanceof Error ? error.message : String(error) });
}
process.disconnect();
