/** A disk that takes no more, and takes more again: no file of a process may grow past a limit, which a test sets and lifts. */
import { execFileSync } from 'node:child_process';

/** Runs a program in a shell, so that the system refuses a write past the limit instead of killing the process. */
export const refusable = (program: string, args: readonly string[]): [program: string, args: string[]] => [
  'sh',
  ['-c', `trap '' XFSZ; exec "$0" "$@"`, program, ...args],
];

/** @param prlimit the program's path */
export function limitFileSize(prlimit: string, pid: number, bytes: number | 'unlimited'): void {
  execFileSync(prlimit, ['--pid', String(pid), `--fsize=${bytes}:`]);
}
