import { type ChildProcessByStdio, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { availableParallelism, cpus } from 'node:os';
import { createInterface } from 'node:readline';
import type { Readable, Writable } from 'node:stream';

const root = new URL('../..', import.meta.url);

/** Whether processes can be pinned to a core; otherwise server and load compete for processor time. */
export const canPin = availableParallelism() > 1 && spawnSync('taskset', ['-c', '0', 'true']).status === 0;

export const serverCore = 0;
export const loadCore = 1;

/** Pins a running process, and its future child processes, to one core. */
export function pin(pid: number, core: number): void {
  if (canPin) spawnSync('taskset', ['-a', '-c', '-p', String(core), String(pid)]);
}

/** Lets a process, and its future child processes, run on all cores again. */
export function unpin(pid: number): void {
  if (canPin) spawnSync('taskset', ['-a', '-c', '-p', `0-${cpus().length - 1}`, String(pid)]);
}

/** A Node program pinned to a core, which reads and prints lines. */
export class PinnedProgram implements AsyncDisposable {
  readonly #child: ChildProcessByStdio<Writable, Readable, null>;
  readonly #lines: AsyncIterator<string>;

  constructor(core: number, args: readonly string[], env: Record<string, string> = {}) {
    const command = canPin ? 'taskset' : process.execPath;
    const pinning = canPin ? ['-c', String(core), process.execPath] : [];
    this.#child = spawn(command, [...pinning, ...args], {
      cwd: root,
      env: { ...process.env, ...env },
      stdio: ['pipe', 'pipe', 'inherit'],
    });
    this.#lines = createInterface({ input: this.#child.stdout })[Symbol.asyncIterator]();
  }

  get pid(): number {
    return this.#child.pid ?? 0;
  }

  /** Reads the next line. @throws Error if the program has ended */
  async readLine(): Promise<string> {
    const { done, value } = await this.#lines.next();
    if (done) throw new Error('A benchmark process exited before it printed its next line');
    return value;
  }

  /** Sends a line, and reads the next one as its response. */
  async request(line: string): Promise<string> {
    this.#child.stdin.write(`${line}\n`);
    return this.readLine();
  }

  async [Symbol.asyncDispose](): Promise<void> {
    if (this.#child.exitCode !== null || this.#child.signalCode !== null) return;
    const ended = once(this.#child, 'exit');
    this.#child.stdin.end();
    this.#child.kill('SIGTERM');
    await ended;
  }
}
