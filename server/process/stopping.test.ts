import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { Stopped, type Stopping, stopInOrder } from './stopping.ts';

const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;
const listening = new Map(signals.map((signal) => [signal, process.listeners(signal)]));
let exited: (string | number | null | undefined)[];
let stopping: Stopping;
let complaints: string[];

beforeEach(() => {
  exited = [];
  complaints = [];
  vi.spyOn(process, 'exit').mockImplementation((code) => {
    exited.push(code);
    throw new Error('The process has ended');
  });
  stopping = stopInOrder((line) => complaints.push(line));
});
afterEach(() => {
  for (const signal of signals) {
    for (const listener of process.listeners(signal)) {
      if (!listening.get(signal)?.includes(listener)) process.off(signal, listener);
    }
  }
});

const stop = () => stopping.stop(0, 'a test').catch(() => undefined);

test('stops what was opened in the opposite order', async () => {
  const stopped: string[] = [];
  for (const name of ['log', 'projections', 'requests']) {
    await stopping.begin(
      name,
      () => name,
      async (part) => stopped.push(part),
    );
  }
  await stop();
  expect(stopped).toEqual(['requests', 'projections', 'log']);
  expect(exited).toEqual([0]);
});

test('takes no further step of a start once it stops, and stops the part that was being opened', async () => {
  const taken: string[] = [];
  const opened = Promise.withResolvers<string>();
  const snapshots = stopping.begin(
    'snapshots',
    () => opened.promise,
    async (part) => taken.push(`stops ${part}`),
  );
  const start = (async () => {
    await snapshots;
    await stopping.begin('projections', () => taken.push('starts projections'));
  })();
  await stop();
  opened.resolve('snapshots');
  await expect(start).rejects.toBeInstanceOf(Stopped);
  await expect(stopping.begin('projections', () => taken.push('starts projections'))).rejects.toBeInstanceOf(Stopped);
  expect(taken).toEqual(['stops snapshots']);
  expect(complaints).toEqual([]);
});
