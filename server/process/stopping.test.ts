import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { Stopped, type Stopping, stopInOrder } from './stopping.ts';

const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;
const listening = new Map(signals.map((signal) => [signal, process.listeners(signal)]));
let exited: (string | number | null | undefined)[];
let stopping: Stopping;
let problems: string[];

beforeEach(() => {
  // A real timer would end the process during a later test file.
  vi.useFakeTimers({ toFake: ['setTimeout'] });
  exited = [];
  problems = [];
  vi.spyOn(process, 'exit').mockImplementation((code) => {
    exited.push(code);
    throw new Error('The process has ended');
  });
  stopping = stopInOrder((line) => problems.push(line));
});
afterEach(() => {
  vi.useRealTimers();
  for (const signal of signals) {
    for (const listener of process.listeners(signal)) {
      if (!listening.get(signal)?.includes(listener)) process.off(signal, listener);
    }
  }
});

const stop = () => stopping.stop(0, 'a test').catch(() => undefined);

test('stops the parts in reverse order of their start', async () => {
  const stopped: string[] = [];
  for (const name of ['log', 'projections', 'requests']) {
    await stopping.open(name, () => ({ stop: async () => stopped.push(name) }));
  }
  await stop();
  expect(stopped).toEqual(['requests', 'projections', 'log']);
  expect(exited).toEqual([0]);
});

test('skips later start-up steps once it stops, and stops the part that was being opened', async () => {
  const steps: string[] = [];
  const opened = Promise.withResolvers<{ close(): Promise<unknown> }>();
  const snapshots = stopping.open('snapshots', () => opened.promise);
  const start = (async () => {
    await snapshots;
    await stopping.runStep(() => steps.push('starts projections'));
  })();
  await stop();
  opened.resolve({ close: async () => steps.push('closes snapshots') });
  await expect(start).rejects.toBeInstanceOf(Stopped);
  await expect(stopping.runStep(() => steps.push('starts projections'))).rejects.toBeInstanceOf(Stopped);
  expect(steps).toEqual(['closes snapshots']);
  expect(problems).toEqual([]);
});

test('exits after 4.5 s when a part hangs, and names it', async () => {
  stopping.push('event log', () => new Promise(() => undefined));
  void stop();
  expect(() => vi.advanceTimersByTime(4_500)).toThrow('The process has ended');
  expect(exited).toEqual([1]);
  expect(problems).toEqual(['Potluck exits before it has stopped: after 4500 ms it still waits for event log']);
});
