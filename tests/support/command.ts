/** Runs a program as a terminal does: in its own process group, which Ctrl-C interrupts as a whole. */
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
  /** Its standard output so far. */
  stdout(): string;
  /** Its standard error so far. */
  stderr(): string;
  /** Waits for a match in its standard output and error. @throws if it ends, or `timeoutMs` pass, without a match */
  waitForOutput(pattern: RegExp, timeoutMs: number): Promise<RegExpExecArray>;
  /** Sends SIGINT to the process group, as Ctrl-C does. */
  interrupt(): void;
  /** Sends a signal, by default SIGKILL, to the program but not to its child processes. */
  kill(signal?: NodeJS.Signals): void;
  /** Suspends the program itself, as if it hung, until `thaw`. */
  freeze(): void;
  thaw(): void;
  /** Sends a message to a program with a channel, and waits for its next one. @throws if there is none within `timeoutMs` */
  ask<Answer>(message: object, timeoutMs: number): Promise<Answer>;
  readonly ended: () => boolean;
  /** Resolves when it has ended and all its output has been read. */
  readonly exit: Promise<{ readonly code: number | null; readonly signal: NodeJS.Signals | null }>;
  /** The command lines of its processes that still run, descendants included; empty on systems without `/proc`. */
  survivors(): string[];
  /** Kills all remaining processes. */
  killAll(): void;
}

/** Runs a script of `package.json` in this process's environment and `env`, with plain output even if CI is set. */
export const runCommand = (script: string, env: Record<string, string>): RunningCommand =>
  runProgram('npm', ['run', '--silent', script], { ...process.env, NO_COLOR: '1', FORCE_COLOR: '0', ...env });

export interface ProgramOptions {
  /** Whether a Node program can be asked: it has `process.send` and gets the messages. */
  readonly hasChannel?: boolean;
}

/** Runs a program in the repository's folder, with only this environment. */
export const runProgram = (
  program: string,
  args: readonly string[],
  env: NodeJS.ProcessEnv,
  { hasChannel = false }: ProgramOptions = {},
): RunningCommand => {
  // Every descendant process inherits it, even in another process group.
  const mark = `POTLUCK_TEST_COMMAND=${randomUUID()}`;
  const [name = '', value = ''] = mark.split('=');
  const child = spawn(program, args, {
    cwd: repository,
    env: { ...env, [name]: value },
    stdio: ['ignore', 'pipe', 'pipe', ...(hasChannel ? (['ipc'] as const) : [])],
    detached: true,
  });
  let stdout = '';
  let stderr = '';
  let output = '';
  child.stdout?.setEncoding('utf8').on('data', (text: string) => {
    stdout += text;
    output += text;
  });
  child.stderr?.setEncoding('utf8').on('data', (text: string) => {
    stderr += text;
    output += text;
  });
  const ended = () => child.exitCode !== null || child.signalCode !== null;
  return {
    pid: child.pid ?? 0,
    stdout: () => stdout,
    stderr: () => stderr,
    waitForOutput: async (pattern, timeoutMs) => {
      await until(() => ended() || pattern.test(output), timeoutMs).catch(() => undefined);
      const match = pattern.exec(output);
      if (match === null) throw new Error(`${program} ${args.join(' ')} did not print ${pattern}, but:\n${output}`);
      return match;
    },
    interrupt: () => signalGroup(child, 'SIGINT'),
    kill: (signal = 'SIGKILL') => void child.kill(signal),
    freeze: () => void child.kill('SIGSTOP'),
    thaw: () => void child.kill('SIGCONT'),
    ask: async (message, timeoutMs) => {
      const answered = once(child, 'message', { signal: AbortSignal.timeout(timeoutMs) });
      child.send(message);
      const [answer] = await answered;
      return answer;
    },
    ended,
    exit: once(child, 'close').then(([code, signal]) => ({ code, signal })),
    survivors: () => processesWith(mark).map(({ commandLine }) => commandLine),
    killAll: () => {
      for (const { pid } of processesWith(mark)) process.kill(pid, 'SIGKILL');
      signalGroup(child, 'SIGKILL');
    },
  };
};

const signalGroup = (child: ChildProcess, signal: NodeJS.Signals): void => {
  try {
    if (child.pid !== undefined) process.kill(-child.pid, signal);
  } catch {
    // No process of the group is left.
  }
};

const processesWith = (mark: string): { pid: number; commandLine: string }[] =>
  (existsSync('/proc/self/environ') ? readdirSync('/proc') : [])
    .filter((name) => /^\d+$/.test(name) && textOf(`/proc/${name}/environ`).split('\0').includes(mark))
    .map((name) => ({
      pid: Number(name),
      commandLine: textOf(`/proc/${name}/cmdline`).replaceAll('\0', ' ').trim(),
    }))
    .filter(({ commandLine }) => commandLine !== '');

/** Empty if the process has ended or belongs to another user. */
const textOf = (path: string): string => {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return '';
  }
};
