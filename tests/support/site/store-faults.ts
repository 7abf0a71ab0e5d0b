/** Faults of Redis and EventStoreDB, and of the connections to them. */
import { setTimeout as sleep } from 'node:timers/promises';
import { Redis } from 'ioredis';
import type { Line } from '../line.ts';
import { type Fault, now, reconnectMs, second } from './fault.ts';
import type { ServerProcess } from './server-process.ts';
import type { Site } from './site.ts';

interface Store {
  readonly name: 'EventStoreDB' | 'Redis';
  readonly lineOf: (process: ServerProcess) => Line | undefined;
  readonly server: (site: Site) => { kill(): Promise<void>; start(): Promise<void>; freeze(): void; thaw(): void };
}

export const redis: Store = { name: 'Redis', lineOf: (process) => process.redisLine, server: (site) => site.redis };
export const eventStore: Store = {
  name: 'EventStoreDB',
  lineOf: (process) => process.eventStoreLine,
  server: (site) => {
    if (site.eventStore === undefined) throw new Error('A real EventStoreDB cannot be disturbed');
    return site.eventStore;
  },
};

export const faultsOf = (store: Store): Fault[] => {
  const linesOf = (site: Site) => site.processes.flatMap((process) => store.lineOf(process) ?? []);
  const onServer = store === eventStore ? ({ needs: 'own EventStoreDB' } as const) : {};
  const onLine = store === eventStore ? ({ needs: 'line to EventStoreDB' } as const) : {};
  return [
    {
      name: `kill -9 of ${store.name}`,
      ...onServer,
      boundMs: reconnectMs,
      inflict: async (site) => {
        await store.server(site).kill();
        await sleep(second);
        await store.server(site).start();
        return site.recoveredAfter(now());
      },
    },
    {
      name: `stop of ${store.name} (SIGSTOP)`,
      short: true,
      ...onServer,
      boundMs: reconnectMs,
      inflict: async (site, { freezeMs }) => {
        store.server(site).freeze();
        await sleep(freezeMs);
        store.server(site).thaw();
        return site.recoveredAfter(now());
      },
    },
    {
      name: `no packets to and from ${store.name}`,
      ...onLine,
      boundMs: reconnectMs,
      inflict: async (site, { freezeMs }) => {
        for (const line of linesOf(site)) line.hold();
        await sleep(freezeMs);
        // What was sent meanwhile is lost, and so are the connections.
        for (const line of linesOf(site)) await line.cut();
        for (const line of linesOf(site)) line.release();
        for (const line of linesOf(site)) await line.restore();
        return site.recoveredAfter(now());
      },
    },
    {
      name: `${store.name} refuses connections`,
      ...(store === eventStore && { short: true }),
      ...onLine,
      boundMs: reconnectMs,
      inflict: async (site) => {
        for (const line of linesOf(site)) await line.cut();
        await sleep(second);
        for (const line of linesOf(site)) await line.restore();
        return site.recoveredAfter(now());
      },
    },
    {
      name: `200 ms to and from ${store.name}`,
      ...onLine,
      boundMs: reconnectMs,
      inflict: async (site, { freezeMs }) => {
        for (const line of linesOf(site)) line.delay(100);
        await sleep(freezeMs);
        for (const line of linesOf(site)) line.delay(0);
        return site.recoveredAfter(now());
      },
    },
    {
      name: `connections to ${store.name} cut in the middle of a frame, again and again`,
      short: true,
      ...onLine,
      boundMs: reconnectMs,
      inflict: async (site, { cuts }) => {
        for (let n = 0; n < cuts; n++) {
          for (const line of linesOf(site)) line.cutInFrame();
          await sleep(200);
        }
        return site.recoveredAfter(now());
      },
    },
  ];
};

export const flush: Fault = {
  name: 'Redis emptied (FLUSHALL)',
  short: true,
  boundMs: 10 * second,
  inflict: async (site) => {
    const client = new Redis(site.redis.url);
    const since = now();
    await client.flushall().finally(() => client.disconnect());
    return site.recoveredAfter(since);
  },
};

export const restartEmpty: Fault = {
  name: 'Redis killed and started without its files',
  boundMs: 10 * second,
  inflict: async (site) => {
    await site.redis.kill();
    await site.redis.startEmpty();
    return site.recoveredAfter(now());
  },
};
