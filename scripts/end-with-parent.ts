/**
 * `npm run dev` loads this before the server. The server's standard input is a pipe from that process, which closes
 * however the process ends, even by `kill -9`. The server then ends too.
 */
import { isMainThread } from 'node:worker_threads';

if (isMainThread) {
  const watcher = process.ppid;
  process.stdin.resume().once('end', () => {
    // Otherwise `node --watch` would restart the server on the next change.
    if (process.ppid === watcher) process.kill(watcher, 'SIGTERM');
    process.kill(process.pid, 'SIGTERM');
  });
  process.stdin.unref();
}
