import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { canPin } from '../pinned.ts';
import type { Arrivals, ClientCommand, ClientReport, ServerCommand, ServerReport, Target } from './protocol.ts';

const timeoutMs = 120_000;
const endTimeoutMs = 5_000;

export interface ServerProcess extends AsyncDisposable {
  readonly target: Target;
  /** Its memory after a garbage collection, in bytes. */
  memory(): Promise<{ readonly heap: number; readonly rss: number }>;
}

export async function startServer(file: string, core: number): Promise<ServerProcess> {
  const child = start(file, core);
  const first = await next<ServerReport>(child);
  if (first.is !== 'listening') throw new Error(`${file} did not start`);
  return {
    target: first.target,
    async memory() {
      const report = await request<ServerCommand, ServerReport>(child, { do: 'measure memory' });
      if (report.is !== 'memory') throw new Error(`${file} did not report its memory`);
      return report;
    },
    [Symbol.asyncDispose]: () => end(child),
  };
}

export interface ClientProcess extends AsyncDisposable {
  /** Opens connections of visitors, except for one in the middle: the other browser, which is signed in. */
  connect(target: Target, count: number): Promise<void>;
  /** Sends likes one by one, each when all browsers have received the previous one. */
  like(target: Target, times: number): Promise<Arrivals>;
  disconnect(target: Target): Promise<void>;
}

export function startClients(core: number): ClientProcess {
  const child = start('clients.ts', core);
  const run = (command: ClientCommand) => request<ClientCommand, ClientReport>(child, command);
  return {
    async connect(target, count) {
      await run({ do: 'connect', target, count });
    },
    async like(target, times) {
      const report = await run({ do: 'like', target, times });
      if (report.is !== 'arrived') throw new Error('The clients did not report their messages');
      return report.arrivals;
    },
    async disconnect(target) {
      await run({ do: 'disconnect', target });
    },
    [Symbol.asyncDispose]: () => end(child),
  };
}

function start(file: string, core: number): ChildProcess {
  const node = [process.execPath, '--expose-gc', join(import.meta.dirname, file)];
  const [program = '', ...args] = canPin ? ['taskset', '-c', String(core), ...node] : node;
  return spawn(program, args, { stdio: ['ignore', 'inherit', 'inherit', 'ipc'], serialization: 'advanced' });
}

async function request<Command extends object, Report>(child: ChildProcess, command: Command): Promise<Report> {
  const report = next<Report>(child);
  child.send(command);
  return await report;
}

async function next<Report>(child: ChildProcess): Promise<Report> {
  const settled = new AbortController();
  const ended = once(child, 'exit', { signal: settled.signal }).then(([code]) => {
    throw new Error(`A process of the benchmark ended with code ${code}`);
  });
  try {
    const [report] = await Promise.race([
      once(child, 'message', { signal: AbortSignal.any([settled.signal, AbortSignal.timeout(timeoutMs)]) }),
      ended,
    ]);
    return report;
  } finally {
    settled.abort();
  }
}

/** Lets a child process clean up, and kills it after a time-out. */
async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = once(child, 'exit');
  const killTimer = setTimeout(() => child.kill('SIGKILL'), endTimeoutMs);
  child.disconnect();
  await ended;
  clearTimeout(killTimer);
}
