/**
 * The process that owns the log, to be killed: the whole HTTP application on the data folder that its one argument names
 * (a `KillServerStart` as JSON). It loads its code, says so, and touches the data only when it is told to.
 */
import { flushCompileCache } from 'node:module';
import { openEmbeddedApp } from './embedded-app.ts';
import type { FromKillServer, KillServerStart } from './killable-server.ts';

const { folder, users }: KillServerStart = JSON.parse(process.argv[2] ?? '');

const tell = (message: FromKillServer): void => void process.send?.(message);

process.once('disconnect', () => process.exit());
process.once('message', async () => {
  const told = performance.now();
  const before = process.cpuUsage();
  const { app } = await openEmbeddedApp(folder, users, { snapshots: true });
  const address = await app.listen({ host: '127.0.0.1', port: 0 });
  const { user, system } = process.cpuUsage(before);
  tell({ kind: 'answering', address, openedInMs: performance.now() - told, openedCpuMs: (user + system) / 1_000 });
  // For those that come after, since this one will have no time for it.
  flushCompileCache();
});
tell({ kind: 'loaded' });
