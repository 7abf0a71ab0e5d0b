/** Faults of Potluck's processes and of the browsers that are connected to them. */
import { setTimeout as sleep } from 'node:timers/promises';
import { until } from '../until.ts';
import { Crowd } from './crowd.ts';
import { type Fault, now, reconnectMs, second, startMs, takeOverMs, waitMs } from './fault.ts';
import type { ServerProcess } from './server-process.ts';
import type { Site } from './site.ts';

function named(site: Site, name: string): ServerProcess {
  const found = site.processes.find((process) => process.name === name);
  if (found === undefined) throw new Error(`No process is named ${name}`);
  return found;
}

/** The others take over; then it comes back. */
export const kill = (name: string): Fault => ({
  name: `kill -9 of ${name}`,
  boundMs: takeOverMs,
  inflict: async (site) => {
    const killed = named(site, name);
    const since = now();
    await killed.kill();
    const recoveredMs = await site.recoveredAfter(since, killed);
    await killed.start();
    await site.recoveredAfter(since);
    return recoveredMs;
  },
});

export const freeze = (name: string): Fault => ({
  name: `stop of ${name} (SIGSTOP)`,
  boundMs: takeOverMs,
  inflict: async (site, { freezeMs }) => {
    const frozen = named(site, name);
    const since = now();
    frozen.freeze();
    const recoveredMs = await site.recoveredAfter(since, frozen);
    await sleep(Math.max(0, freezeMs - recoveredMs));
    frozen.thaw();
    await site.recoveredAfter(now());
    return recoveredMs;
  },
});

/** All processes at once. */
export const restart: Fault = {
  name: 'kill -9 of all processes, whose sockets come back at once',
  short: true,
  boundMs: startMs,
  isBoundPerProcess: true,
  inflict: async (site, { sockets }) => {
    const crowd = new Crowd(sockets, () => site.nodes.map(({ address }) => address));
    try {
      await until(() => crowd.updated === sockets, waitMs, 50);
      const since = now();
      await Promise.all(site.processes.map((process) => process.kill()));
      await Promise.all(site.processes.map((process) => process.start()));
      const recoveredMs = await site.recoveredAfter(since);
      await until(() => crowd.updated === sockets, waitMs, 50);
      return recoveredMs;
    } finally {
      crowd.close();
    }
  },
};

export const slowReaders: Fault = {
  name: 'browsers that stop reading',
  boundMs: reconnectMs,
  inflict: async (site, { freezeMs }) => {
    const count = 100;
    const crowd = new Crowd(count, () => site.nodes.map(({ address }) => address));
    try {
      await until(() => crowd.updated === count, waitMs, 50);
      crowd.stopReading();
      await sleep(freezeMs);
      return await site.recoveredAfter(now());
    } finally {
      crowd.close();
    }
  },
};

export const clock = (aheadMs: number): Fault => ({
  name: `clocks set ${aheadMs > 0 ? 'forward' : 'back'} by an hour, and right again`,
  short: true,
  boundMs: reconnectMs,
  inflict: async (site) => {
    const since = now();
    await Promise.all(site.processes.map((process) => process.setClock(aheadMs)));
    const recoveredMs = await site.recoveredAfter(since);
    await sleep(second);
    const setRight = now();
    await Promise.all(site.processes.map((process) => process.setClock(0)));
    return Math.max(recoveredMs, await site.recoveredAfter(setRight));
  },
});
