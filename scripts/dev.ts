/**
 * `npm run dev`: the client by Vite, which reloads on a change, and the server under `node --watch`, which restarts.
 * Vite passes on what is the server's. Ctrl-C stops both, and neither outlives this process.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { isIPv6 } from 'node:net';
import { resolve } from 'node:path';
import { createServer } from 'vite';

const repository = resolve(import.meta.dirname, '..');
const stopWithinMs = 5000;

// vite.config.ts reads it: what is not the client's is passed on to there.
const { HOST: host = '127.0.0.1', PORT: port = '5000' } = process.env;
process.env.POTLUCK_API = `http://${isIPv6(host) ? `[${host}]` : host}:${port}`;

// A process group of its own: the terminal's Ctrl-C then reaches this process only, which stops the others in order.
const endWithThis = ['--import', './scripts/end-with-parent.ts'];
const watched = spawn(process.execPath, ['--watch', '--watch-preserve-output', ...endWithThis, 'server/main.ts'], {
  cwd: repository,
  stdio: ['pipe', 'inherit', 'inherit'],
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
  vite.printUrls();
  await Promise.race([asked, ended]);
  await vite.close();
} finally {
  watched.kill('SIGTERM');
  const deadline = setTimeout(killGroup, stopWithinMs);
  await ended;
  clearTimeout(deadline);
}
process.exit(0);
