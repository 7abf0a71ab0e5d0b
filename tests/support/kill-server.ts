/**
 * The process that owns the log, for tests that kill it: the whole HTTP application on a data folder. Its only argument is
 * a `KillServerStart` as JSON. It loads its code, reports that, and opens the data when it receives a message.
 */
import { flushCompileCache } from 'node:module';
import { openEmbeddedApp } from './embedded-app.ts';
import type { FromKillServer, KillServerStart } from './killable-server.ts';

const { folder, users }: KillServerStart = JSON.parse(process.argv[2] ?? '');

const send = (message: FromKillServer): void => void process.send?.(message);

process.once('disconnect', () => process.exit());
process.once('message', async () => {
  const openingAt = performance.now();
  const cpuBefore = process.cpuUsage();
  const { app } = await openEmbeddedApp(folder, users, { snapshots: true });
  const address = await app.listen({ host: '127.0.0.1', port: 0 });
  const { user, system } = process.cpuUsage(cpuBefore);
  send({ kind: 'listening', address, openedMs: performance.now() - openingAt, openedCpuMs: (user + system) / 1_000 });
  // Node would save the compile cache at its exit, but this process is killed.
  flushCompileCache();
});
send({ kind: 'loaded' });
