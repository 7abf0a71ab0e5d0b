import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { canPin } from '../pinned.ts';
import type { Arrivals, ClientCommand, ClientReport, ServerCommand, ServerReport, Target } from './protocol.ts';

const patienceMs = 120_000;
const endMs = 5_000;

export interface ServerProcess extends AsyncDisposable {
  readonly target: Target;
  /** What it holds, in bytes, after garbage was collected. */
  memory(): Promise<{ readonly heap: number; readonly rss: number }>;
}

export async function startServer(file: string, core: number): Promise<ServerProcess> {
  const child = start(file, core);
  const first = await next<ServerReport>(child);
  if (first.is !== 'listening') throw new Error(`${file} did not start`);
  return {
    target: first.target,
    async memory() {
      const report = await ask<ServerCommand, ServerReport>(child, { do: 'measure memory' });
      if (report.is !== 'memory') throw new Error(`${file} did not say what it holds`);
      return report;
    },
    [Symbol.asyncDispose]: () => end(child),
  };
}

export interface ClientProcess extends AsyncDisposable {
  /** Opens connections, of visitors all but one in the middle: the other browser, which is signed in. */
  connect(target: Target, count: number): Promise<void>;
  /** Sends likes one after the other, each when everybody has got the one before. */
  like(target: Target, times: number): Promise<Arrivals>;
  disconnect(target: Target): Promise<void>;
}

export function startClients(core: number): ClientProcess {
  const child = start('clients.ts', core);
  const obey = (command: ClientCommand) => ask<ClientCommand, ClientReport>(child, command);
  return {
    async connect(target, count) {
      await obey({ do: 'connect', target, count });
    },
    async like(target, times) {
      const report = await obey({ do: 'like', target, times });
      if (report.is !== 'arrived') throw new Error('The clients did not say what arrived');
      return report.arrivals;
    },
    async disconnect(target) {
      await obey({ do: 'disconnect', target });
    },
    [Symbol.asyncDispose]: () => end(child),
  };
}

function start(file: string, core: number): ChildProcess {
  const node = [process.execPath, '--expose-gc', join(import.meta.dirname, file)];
  const [program = '', ...args] = canPin ? ['taskset', '-c', String(core), ...node] : node;
  return spawn(program, args, { stdio: ['ignore', 'inherit', 'inherit', 'ipc'], serialization: 'advanced' });
}

async function ask<Command extends object, Report>(child: ChildProcess, command: Command): Promise<Report> {
  const report = next<Report>(child);
  child.send(command);
  return await report;
}

async function next<Report>(child: ChildProcess): Promise<Report> {
  const given = new AbortController();
  const ended = once(child, 'exit', { signal: given.signal }).then(([code]) => {
    throw new Error(`A process of the bench ended with code ${code}`);
  });
  try {
    const [report] = await Promise.race([
      once(child, 'message', { signal: AbortSignal.any([given.signal, AbortSignal.timeout(patienceMs)]) }),
      ended,
    ]);
    return report;
  } finally {
    given.abort();
  }
}

/** Lets it clean up after itself, but not for long. */
async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = once(child, 'exit');
  const tooLate = setTimeout(() => child.kill('SIGKILL'), endMs);
  child.disconnect();
  await ended;
  clearTimeout(tooLate);
}
