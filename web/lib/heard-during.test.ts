import { expect, test } from 'vitest';
import { heardDuring } from './heard-during.ts';

function wire() {
  const listeners = new Set<(message: number) => void>();
  return {
    listeners,
    listen: (listener: (message: number) => void) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    tell: (message: number) => {
      for (const listener of listeners) listener(message);
    },
  };
}

test('what is told while an answer is on its way is kept, in its order', async () => {
  const { listen, tell, listeners } = wire();
  const answer = Promise.withResolvers<string>();
  tell(5);
  const reading = heardDuring(listen, () => answer.promise);
  tell(6);
  tell(7);
  answer.resolve('as of 5');
  expect(await reading).toEqual({ answer: 'as of 5', heard: [6, 7] });
  expect(listeners.size).toBe(0);
});

test('nobody listens on after a failure', async () => {
  const { listen, listeners } = wire();
  await expect(heardDuring(listen, () => Promise.reject(new Error('lost')))).rejects.toThrow('lost');
  expect(listeners.size).toBe(0);
});

test('only so many messages are kept, the newest', async () => {
  const { listen, tell } = wire();
  const { heard } = await heardDuring(listen, async () => {
    for (let message = 1; message <= 1_500; message++) tell(message);
  });
  expect(heard).toHaveLength(1_000);
  expect(heard.at(-1)).toBe(1_500);
});
