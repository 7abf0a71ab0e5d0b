/**
 * `npm run dev`: the client by Vite, which reloads on a change, and the server under `node --watch`, which restarts.
 * Vite passes on what is the server's, so the one address to open is Vite's. Ctrl-C stops both, and neither outlives
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
const stopWithinMs = 5000;

const host = process.env.HOST || '127.0.0.1';
const given = process.env.PORT || '5000';
// Where any free one will do, the same after each restart: Vite has to know it.
const port = Number(given) === 0 ? String(await freePort()) : given;
// vite.config.ts reads it: what is not the client's is passed on to there.
process.env.POTLUCK_API = `http://${isIPv6(host) ? `[${host}]` : host}:${port}`;

// A process group of its own: the terminal's Ctrl-C then reaches this process only, which stops the others in order.
const endWithThis = ['--import', './scripts/end-with-parent.ts'];
const watched = spawn(process.execPath, ['--watch', '--watch-preserve-output', ...endWithThis, 'server/main.ts'], {
  cwd: repository,
  env: { ...process.env, PORT: port },
  stdio: ['pipe', 'pipe', 'inherit'],
  detached: true,
});
const ended = once(watched, 'exit');
const asked = new Promise<void>((stop) => {
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => stop());
});

const killGroup = (): void => {
  try {
    if (watched.pid !== undefined) process.kill(-watched.pid, 'SIGKILL');
  } catch {
    // Nobody of the group is left.
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
  await Promise.race([asked, ended]);
  await vite.close();
} finally {
  watched.kill('SIGTERM');
  const deadline = setTimeout(killGroup, stopWithinMs);
  await ended;
  clearTimeout(deadline);
}
process.exit(0);
