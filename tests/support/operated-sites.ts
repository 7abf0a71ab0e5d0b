/** The two compositions that operators meet: one process with everything, and processes that share EventStoreDB and Redis. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { EventLog } from '../../server/core/event-log.ts';
import { runProgram } from './command.ts';
import { openEmbeddedApp } from './embedded-app.ts';
import { sealLog } from './seal-log.ts';
import { serverEnvironment } from './server-environment.ts';
import { callsTo, type Node, openNode, openSharedParts } from './two-nodes.ts';

export interface OperatedSite extends Node, AsyncDisposable {
  /** Seals all events. */
  seal(): Promise<void>;
}

const siteUsers = ['mia', 'tom', 'eve'];

export async function openEmbeddedSite(): Promise<OperatedSite> {
  const folder = await mkdtemp(join(tmpdir(), 'potluck-site-'));
  let opened: EventLog | undefined;
  const wrapCommandLog = (log: EventLog) => {
    opened = log;
    return log;
  };
  const { app, makeOperator, close } = await openEmbeddedApp(folder, siteUsers, { wrapCommandLog });
  const address = await app.listen({ host: '127.0.0.1', port: 0 });
  if (opened === undefined) throw new Error('The application has not opened the log');
  const log = opened;
  return {
    ...{ address, log, makeOperator, call: callsTo(address) },
    seal: () => sealLog(folder),
    [Symbol.asyncDispose]: async () => {
      await close();
      await rm(folder, { recursive: true });
    },
  };
}

/** One process serves the API and another runs the projections. @param program of `redis-server` */
export async function openSharedSite(program: string): Promise<OperatedSite> {
  const cleanUp = new AsyncDisposableStack();
  const parts = await openSharedParts(program, cleanUp);
  const startWorker = () => {
    const { eventStore, redis, folder } = parts;
    const env = { PORT: '0', DATA_DIR: folder, EVENTSTORE_URL: eventStore.connectionString, REDIS_URL: redis.url };
    return runProgram(process.execPath, ['server/main.ts', '--services=projections'], serverEnvironment(env));
  };
  let worker = startWorker();
  cleanUp.defer(() => worker.killAll());
  const node = await openNode(parts, { users: siteUsers, runsProjections: false }, cleanUp);
  return {
    ...node,
    // A process seals what it has read before it ends.
    seal: async () => {
      worker.kill('SIGTERM');
      await worker.exit;
      worker = startWorker();
    },
    [Symbol.asyncDispose]: () => cleanUp.disposeAsync(),
  };
}
