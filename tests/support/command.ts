/** A program, run as a terminal runs it: in a process group of its own, which Ctrl-C reaches as a whole. */
import { type ChildProcess, spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { until } from './until.ts';

const repository = resolve(import.meta.dirname, '../..');

export interface RunningCommand {
  /** Of the program itself. */
  readonly pid: number;
  /** What it has written to its standard output so far. */
  printed(): string;
  /** What it has written to its standard error so far. */
  complained(): string;
  /** Waits for a match in what it wrote, errors and log included. @throws when it ends, or `timeoutMs` pass, without one */
  says(pattern: RegExp, timeoutMs: number): Promise<RegExpExecArray>;
  /** Ctrl-C, as the terminal does it. */
  interrupt(): void;
  /** Kills the program itself, or sends it another signal, and none of those that it started. */
  kill(signal?: NodeJS.Signals): void;
  /** Stops the program itself where it is, as if it hung, until `thaw`. */
  freeze(): void;
  thaw(): void;
  readonly ended: () => boolean;
  /** Settles when it has ended and all that it wrote has been read. */
  readonly exit: Promise<{ readonly code: number | null; readonly signal: NodeJS.Signals | null }>;
  /** The command lines of all processes that it started, directly or not, and that still run; none where there is no `/proc`. */
  survivors(): string[];
  /** Ends whatever is left. */
  clear(): void;
}

/** A command of `package.json`, in this process's environment and `env`, with output that is plain also where CI is set. */
export const runCommand = (script: string, env: Record<string, string>): RunningCommand =>
  runProgram('npm', ['run', '--silent', script], { ...process.env, NO_COLOR: '1', FORCE_COLOR: '0', ...env });

/** A program in the repository's folder, with this environment and no more. */
export const runProgram = (program: string, args: readonly string[], env: NodeJS.ProcessEnv): RunningCommand => {
  // Handed down to every process that comes of this one, wherever it moves itself to.
  const mark = `POTLUCK_TEST_COMMAND=${randomUUID()}`;
  const [name = '', value = ''] = mark.split('=');
  const child = spawn(program, args, {
    cwd: repository,
    env: { ...env, [name]: value },
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: true,
  });
  let printed = '';
  let complained = '';
  let output = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    printed += text;
    output += text;
  });
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    complained += text;
    output += text;
  });
  const ended = () => child.exitCode !== null || child.signalCode !== null;
  return {
    pid: child.pid ?? 0,
    printed: () => printed,
    complained: () => complained,
    says: async (pattern, timeoutMs) => {
      await until(() => ended() || pattern.test(output), timeoutMs).catch(() => undefined);
      const match = pattern.exec(output);
      if (match === null) throw new Error(`${program} ${args.join(' ')} did not say ${pattern}, but:\n${output}`);
      return match;
    },
    interrupt: () => signalGroup(child, 'SIGINT'),
    kill: (signal = 'SIGKILL') => void child.kill(signal),
    freeze: () => void child.kill('SIGSTOP'),
    thaw: () => void child.kill('SIGCONT'),
    ended,
    exit: once(child, 'close').then(([code, signal]) => ({ code, signal })),
    survivors: () => processesWith(mark).map(({ commandLine }) => commandLine),
    clear: () => {
      for (const { pid } of processesWith(mark)) process.kill(pid, 'SIGKILL');
      signalGroup(child, 'SIGKILL');
    },
  };
};

const signalGroup = (child: ChildProcess, signal: NodeJS.Signals): void => {
  try {
    if (child.pid !== undefined) process.kill(-child.pid, signal);
  } catch {
    // Nobody of the group is left.
  }
};

const processesWith = (mark: string): { pid: number; commandLine: string }[] =>
  (existsSync('/proc/self/environ') ? readdirSync('/proc') : [])
    .filter((name) => /^\d+$/.test(name) && contentOf(`/proc/${name}/environ`).split('\0').includes(mark))
    .map((name) => ({
      pid: Number(name),
      commandLine: contentOf(`/proc/${name}/cmdline`).replaceAll('\0', ' ').trim(),
    }))
    .filter(({ commandLine }) => commandLine !== '');

/** Empty for a process that has ended meanwhile or belongs to somebody else. */
const contentOf = (path: string): string => {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return '';
  }
};
