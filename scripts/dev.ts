/**
 * `npm run dev`: the client under Vite, which reloads on a change, and the server under `node --watch`, which restarts.
 * Vite proxies requests for the server, so the only address to open is Vite's. Ctrl-C stops both, and neither outlives
 * this process.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { isIPv6 } from 'node:net';
import { resolve } from 'node:path';
import { createInterface } from 'node:readline';
import { createServer } from 'vite';
import { freePort } from '../tests/support/free-port.ts';

const repository = resolve(import.meta.dirname, '..');
const stopTimeoutMs = 5000;

const host = process.env.HOST || '127.0.0.1';
const requestedPort = process.env.PORT || '5000';
// Port 0 means any free port, but Vite must know it: chosen once, so that it is the same after each restart.
const port = Number(requestedPort) === 0 ? String(await freePort()) : requestedPort;
// vite.config.ts reads it and proxies the server's paths to it.
process.env.POTLUCK_API = `http://${isIPv6(host) ? `[${host}]` : host}:${port}`;

// A separate process group: the terminal's Ctrl-C then reaches only this process, which stops the others in order.
const endWithThis = ['--import', './scripts/end-with-parent.ts'];
const watched = spawn(process.execPath, ['--watch', '--watch-preserve-output', ...endWithThis, 'server/main.ts'], {
  cwd: repository,
  env: { ...process.env, PORT: port },
  stdio: ['pipe', 'pipe', 'inherit'],
  detached: true,
});
const ended = once(watched, 'exit');
const signalled = new Promise<void>((resolve) => {
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => resolve());
});

const killGroup = (): void => {
  try {
    if (watched.pid !== undefined) process.kill(-watched.pid, 'SIGKILL');
  } catch {
    // The group has already ended.
  }
};
process.on('exit', killGroup);

try {
  const vite = await createServer({ configFile: resolve(repository, 'vite.config.ts') });
  await vite.listen();
  const [address = ''] = vite.resolvedUrls?.local ?? [];
  createInterface({ input: watched.stdout }).on('line', (line) => {
    console.log(line.replace(/(?<=^Potluck is ready: open )\S+/, address.replace(/\/$/, '')));
  });
  await Promise.race([signalled, ended]);
  await vite.close();
} finally {
  watched.kill('SIGTERM');
  const deadline = setTimeout(killGroup, stopTimeoutMs);
  await ended;
  clearTimeout(deadline);
}
process.exit(0);
