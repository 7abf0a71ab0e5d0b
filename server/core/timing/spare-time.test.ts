import { availableParallelism } from 'node:os';
import { expect, test } from 'vitest';
import { eventLoop, SpareTime } from './spare-time.ts';

/**
 * A simulated event loop, which spends a share of its time on other work, and runs that while this work pauses.
 * @param threads how many other threads of the process work all the time
 */
function simulatedLoop(others: number, threads = 0, cores = 2) {
  let [active, idle] = [0, 0];
  const pass = (ms: number) => {
    active += others * ms;
    idle += (1 - others) * ms;
  };
  const loop = {
    now: () => active + idle,
    activeMs: () => active,
    processorMs: () => active + threads * (active + idle),
    cores: () => cores,
    pause: async (ms: number) => pass(ms),
    turn: async () => pass(others),
  };
  const worked = (ms: number) => {
    active += ms;
  };
  /** Works in pieces of 1 ms. @returns the share of the time that the work got */
  const work = async (spare: SpareTime, ms: number): Promise<number> => {
    const startedAt = loop.now();
    for (let n = 0; n < ms; n++) {
      worked(1);
      await spare.yieldIfUsedUp();
    }
    return ms / (loop.now() - startedAt);
  };
  return { loop, pass, work, worked };
}

async function shareOf(others: number, maxLagMs = 1e9, threads = 0, cores = 2): Promise<number> {
  const { loop, work } = simulatedLoop(others, threads, cores);
  return work(new SpareTime(loop, maxLagMs), 5_000);
}

test('takes the whole event loop while that is idle otherwise', async () => {
  expect(await shareOf(0)).toBeGreaterThan(0.95);
  expect(await shareOf(0.1)).toBeGreaterThan(0.9);
});

test('takes 3 % of a busy event loop', async () => {
  expect(await shareOf(1)).toBeLessThan(0.032);
  expect(await shareOf(1)).toBeGreaterThan(0.025);
});

test('takes a quarter of a busy event loop when it has been behind for too long', async () => {
  expect(await shareOf(1, 0)).toBeLessThan(0.27);
  expect(await shareOf(1, 0)).toBeGreaterThan(0.23);
  expect(await shareOf(0, 0)).toBeGreaterThan(0.95);
});

test('counts a wait for work neither as work nor as being behind', async () => {
  const { loop, pass, work } = simulatedLoop(1);
  const spare = new SpareTime(loop, 1_000);
  expect(await work(spare, 1_000)).toBeGreaterThan(0.2);
  pass(60_000);
  spare.begin();
  const share = await work(spare, 20);
  expect(share).toBeLessThan(0.035);
  expect(share).toBeGreaterThan(0.025);
});

test('takes 3 % of the only core that another thread of the process needs, and all of a core of its own', async () => {
  expect(await shareOf(0, 1e9, 1, 1)).toBeLessThan(0.032);
  expect(await shareOf(0, 1e9, 1, 2)).toBeGreaterThan(0.9);
});

test('does not take other work of its kind for a busy event loop', async () => {
  const { loop, work, worked } = simulatedLoop(0, 0, 1);
  const other = new SpareTime({ ...loop, pause: async () => {}, turn: async () => {} }, 1e9);
  const pause = async (ms: number) => {
    for (let n = 0; n < ms; n++) {
      worked(1);
      await other.yieldIfUsedUp();
    }
  };
  expect(await work(new SpareTime({ ...loop, pause }, 1e9), 5_000)).toBeGreaterThan(0.9);
});

test('measures the processor time of the process in ms', () => {
  const loop = eventLoop(new AbortController().signal);
  const cpuMs = () => process.cpuUsage().user / 1_000 + process.cpuUsage().system / 1_000;
  const least = cpuMs();
  expect(loop.processorMs()).toBeGreaterThanOrEqual(least);
  expect(loop.processorMs()).toBeLessThanOrEqual(cpuMs());
  expect(loop.cores()).toBe(availableParallelism());
});
