import { expect, test } from 'vitest';
import { fetchWhileBuffering } from './fetch-while-buffering.ts';

function createSource() {
  const listeners = new Set<(message: number) => void>();
  return {
    listeners,
    subscribe: (listener: (message: number) => void) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    push: (message: number) => {
      for (const listener of listeners) listener(message);
    },
  };
}

const nextTask = () => new Promise((resolve) => setTimeout(resolve));

test('buffers messages that are pushed before the response is cached, in order', async () => {
  const { subscribe, push, listeners } = createSource();
  const response = Promise.withResolvers<string>();
  push(5);
  const fetched = fetchWhileBuffering(subscribe, () => response.promise);
  push(6);
  push(7);
  response.resolve('as of 5');
  const { buffered } = await fetched;
  push(8);
  expect(await fetched).toEqual({ response: 'as of 5', buffered: [6, 7, 8] });
  await nextTask();
  push(9);
  expect([buffered, listeners.size]).toEqual([[6, 7, 8], 0]);
});

test('unsubscribes after a failure', async () => {
  const { subscribe, listeners } = createSource();
  await expect(fetchWhileBuffering(subscribe, () => Promise.reject(new Error('lost')))).rejects.toThrow('lost');
  await nextTask();
  expect(listeners.size).toBe(0);
});

test('keeps the newest 1,000 messages', async () => {
  const { subscribe, push } = createSource();
  const { buffered } = await fetchWhileBuffering(subscribe, async () => {
    for (let message = 1; message <= 1_500; message++) push(message);
  });
  expect(buffered).toHaveLength(1_000);
  expect(buffered.at(-1)).toBe(1_500);
});
