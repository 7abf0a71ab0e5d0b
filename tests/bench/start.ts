import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { canPin, serverCore } from './pinned.ts';

/** Starts the server on a data folder and stops it again. @returns ms until its first line */
export async function measureStart(dataDir: string, cores: 'any core' | 'one core'): Promise<number> {
  const pinned = cores === 'one core' && canPin ? ['taskset', '-c', String(serverCore)] : [];
  const [program = '', ...args] = [...pinned, process.execPath, 'server/main.ts'];
  const started = performance.now();
  const server = spawn(program, args, {
    cwd: new URL('../..', import.meta.url),
    env: { ...process.env, PORT: '0', DATA_DIR: dataDir },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const ended = once(server, 'exit');
  try {
    const line = await Promise.race([once(createInterface(server.stdout), 'line'), ended.then(() => undefined)]);
    if (line === undefined) throw new Error('The server did not start');
    return performance.now() - started;
  } finally {
    server.kill('SIGINT');
    await ended;
  }
}
