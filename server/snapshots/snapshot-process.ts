/**
 * Entry of the child process that makes snapshots of the read models from the log. It uses no memory of the server and,
 * in the background, runs at low priority. Its first message is a `SnapshotTask`.
 */
import { constants, setPriority } from 'node:os';
import { makeSnapshotsHere } from './make-snapshots-here.ts';
import type { FromSnapshotProcess, SnapshotTask } from './snapshot-task.ts';

const send = (message: FromSnapshotProcess): void => void process.send?.(message);

async function run(task: SnapshotTask): Promise<void> {
  if (task.priority === 'low') setPriority(constants.priority.PRIORITY_LOW);
  try {
    await makeSnapshotsHere(task, { warn: (details, message) => send({ kind: 'warning', details, message }) });
    send({ kind: 'made' });
  } catch (error) {
    send({ kind: 'failed', reason: error instanceof Error ? error.message : String(error) });
  }
  process.disconnect();
}

// Ends with the server, even if that is killed.
process.once('disconnect', () => process.exit());
process.umask(0o077);
process.once('message', (task: SnapshotTask) => void run(task));
