import { fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import type { Logger } from '../core/logger.ts';
import type { FromSnapshotProcess, SnapshotTask } from './snapshot-task.ts';

const program = fileURLToPath(new URL('./snapshot-process.ts', import.meta.url));

/**
 * Size of V8's young generation, in MiB. Most objects of a replay live for one page of the log: with space for many
 * pages, few of them are copied before they die, which saves an eighth of the time.
 */
const youngGenerationFlags = ['--min-semi-space-size=64', '--max-semi-space-size=64'];

/** Makes the snapshots in a child process. @throws Error when that fails, or the signal ends the process */
export function runSnapshotProcess(
  task: SnapshotTask,
  logger: Pick<Logger, 'warn'>,
  signal: AbortSignal,
): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  const child = fork(program, {
    execArgv: task.priority === 'high' ? youngGenerationFlags : [],
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  // Not as an argument, which every user of the machine can read: the address of a log may contain a password.
  child.send(task);
  // Safe at any time: an unfinished snapshot has not replaced an older one.
  const end = () => void child.kill('SIGKILL');
  if (signal.aborted) end();
  signal.addEventListener('abort', end);

  let outcome = (code: string): void => reject(new Error(`the process that makes them ended (${code})`));
  child.on('message', (message: FromSnapshotProcess) => {
    if (message.kind === 'warning') logger.warn(message.details, message.message);
    else if (message.kind === 'made') outcome = () => resolve();
    else outcome = () => reject(new Error(message.reason));
  });
  child.once('error', reject);
  child.once('exit', (code, by) => {
    signal.removeEventListener('abort', end);
    outcome(by ?? `code ${code}`);
  });
  return promise;
}
