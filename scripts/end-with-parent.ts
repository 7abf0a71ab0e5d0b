/**
 * Loaded before the server by `npm run dev`: what it has for its standard input is a pipe from there, which closes
 * however that process ends, also by `kill -9`. The server then ends too.
 */
import { isMainThread } from 'node:worker_threads';

if (isMainThread) {
  const watcher = process.ppid;
  process.stdin.resume().once('end', () => {
    // Left alone, `node --watch` would start it again on a change.
    if (process.ppid === watcher) process.kill(watcher, 'SIGTERM');
    process.kill(process.pid, 'SIGTERM');
  });
  process.stdin.unref();
}
