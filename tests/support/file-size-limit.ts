/** Simulates a full disk: a test limits the size of a process's files, and lifts the limit again. */
import { execFileSync } from 'node:child_process';

/** Runs a program in a shell that ignores SIGXFSZ: a write past the limit then fails instead of killing the process. */
export const withoutSizeSignal = (program: string, args: readonly string[]): [program: string, args: string[]] => [
  'sh',
  ['-c', `trap '' XFSZ; exec "$0" "$@"`, program, ...args],
];

/** @param prlimit the program's path */
export function limitFileSize(prlimit: string, pid: number, bytes: number | 'unlimited'): void {
  execFileSync(prlimit, ['--pid', String(pid), `--fsize=${bytes}:`]);
}
