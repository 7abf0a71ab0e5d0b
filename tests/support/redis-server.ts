/** A real redis-server for one test, with a free port and a temporary folder. */
import { type ChildProcess, spawn } from 'node:child_process';
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from './free-port.ts';
import { until } from './until.ts';

export interface RedisServer {
  readonly port: number;
  readonly url: string;
  /** `kill -9`. Without other options, acknowledged writes survive it. */
  kill(): Promise<void>;
  /** Restarts it on the same port and folder. */
  start(): Promise<void>;
  /** The same after it has lost its files. */
  startEmpty(): Promise<void>;
  /** Suspends it with its connections open, until `thaw`. */
  freeze(): void;
  thaw(): void;
  /** Stops it for good and removes its folder. */
  remove(): Promise<void>;
}

/** @param options arguments of the command line instead of `durable`, such as `--maxmemory 64mb` */
export async function startRedis(program: string, options: readonly string[] = []): Promise<RedisServer> {
  const folder = await mkdtemp(join(tmpdir(), 'potluck-redis-'));
  const port = await freePort();
  const chosen = options.length > 0 ? options : durable;
  // A Sentinel stores no data and rejects the option.
  const snapshots = chosen.includes('--sentinel') ? [] : ['--save', ''];
  const args = [...chosen, '--port', String(port), '--bind', '127.0.0.1', '--dir', folder, ...snapshots];
  let child: ChildProcess | undefined;

  const start = async () => {
    const started = spawn(program, args, { stdio: 'ignore' });
    child = started;
    await until(async () => {
      if (started.exitCode !== null) throw new Error(`redis-server ended with code ${started.exitCode}`);
      return acceptsConnections(port);
    });
  };
  const kill = async () => {
    const running = child;
    child = undefined;
    if (running === undefined || running.exitCode !== null) return;
    const ended = new Promise((resolve) => running.once('exit', resolve));
    running.kill('SIGKILL');
    await ended;
  };
  await start();
  return {
    port,
    url: `redis://127.0.0.1:${port}`,
    start,
    startEmpty: async () => {
      await rm(folder, { recursive: true });
      await mkdir(folder);
      await start();
    },
    kill,
    freeze: () => void child?.kill('SIGSTOP'),
    thaw: () => void child?.kill('SIGCONT'),
    remove: async () => {
      await kill();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** Every write is on disk before it is acknowledged, so that it survives a kill. */
const durable = ['--appendonly', 'yes', '--appendfsync', 'always'];

function acceptsConnections(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1');
    const end = (open: boolean) => () => {
      socket.destroy();
      resolve(open);
    };
    socket.once('connect', end(true));
    socket.once('error', end(false));
  });
}
