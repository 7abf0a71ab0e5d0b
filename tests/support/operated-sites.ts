/** The two compositions that operators meet: one server with everything, and servers that share EventStoreDB and Redis. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { EventLog } from '../../server/core/event-log.ts';
import { openEmbeddedApp } from './embedded-app.ts';
import { sealLog } from './seal-log.ts';
import { startInProcess } from './server-in-process.ts';
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

/** One server serves the API and another runs the projections. @param program of `redis-server` */
export async function openSharedSite(program: string): Promise<OperatedSite> {
  const cleanUp = new AsyncDisposableStack();
  const parts = await openSharedParts(program, cleanUp);
  const startWorker = () => {
    const { eventStore, redis, folder } = parts;
    const env = { PORT: '0', DATA_DIR: folder, EVENTSTORE_URL: eventStore.connectionString, REDIS_URL: redis.url };
    return startInProcess(env, '--services=projections');
  };
  let worker = startWorker();
  cleanUp.defer(async () => void (await worker.stop()));
  const node = await openNode(parts, { users: siteUsers, runsProjections: false }, cleanUp);
  return {
    ...node,
    // A server seals what it has read before it ends.
    seal: async () => {
      await worker.stop();
      worker = startWorker();
    },
    [Symbol.asyncDispose]: () => cleanUp.disposeAsync(),
  };
}
