/**
 * `npm run dev`: the client by Vite, which reloads on a change, and the server under `node --watch`, which restarts.
 * Vite passes on what is the server's. Ctrl-C stops both.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { resolve } from 'node:path';
import { createServer } from 'vite';

const repository = resolve(import.meta.dirname, '..');
const stopWithinMs = 5000;

// vite.config.ts reads it: what is not the client's is passed on to there.
process.env.POTLUCK_API = `http://${process.env.HOST ?? '127.0.0.1'}:${process.env.PORT ?? '5000'}`;

// A process group of its own: the terminal's Ctrl-C then reaches this process only, which stops the others in order.
const watched = spawn(process.execPath, ['--watch', '--watch-preserve-output', 'server/main.ts'], {
  cwd: repository,
  stdio: ['ignore', 'inherit', 'inherit'],
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
  killGroup();
}
process.exit(0);
