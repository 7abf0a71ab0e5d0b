import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { RecordedEvent, SubscriptionBatch } from '../../server/core/event-log.ts';
import { gatherIdleBatches } from './gather-idle-batches.ts';

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] });
});
afterEach(() => {
  vi.useRealTimers();
});

const event: RecordedEvent = {
  ...{ id: 'one', stream: 'dish-1', type: 'DishAdded', data: {}, revision: 0n, position: 1n },
  meta: { actor: 'mia', commandId: 'one', correlationId: 'one', at: '2026-11-20T12:00:00.000Z', schema: 1 },
};
const idle = (position: bigint): SubscriptionBatch => ({ events: [], position, caughtUp: true });
const busy = (position: bigint): SubscriptionBatch => ({ events: [{ ...event, position }], position, caughtUp: true });

/** A subscription to which the test pushes batches. */
class Pushed {
  readonly #batches: SubscriptionBatch[] = [];
  #pushed = Promise.withResolvers<void>();
  hasEnded = false;
  error: Error | undefined;

  push(...batches: SubscriptionBatch[]): void {
    this.#batches.push(...batches);
    this.#pushed.resolve();
  }

  fail(error: Error): void {
    this.error = error;
    this.#pushed.resolve();
  }

  async *subscribe(signal: AbortSignal): AsyncGenerator<SubscriptionBatch> {
    const { promise: aborted, resolve } = Promise.withResolvers<void>();
    signal.addEventListener('abort', () => resolve());
    try {
      while (!signal.aborted) {
        const next = this.#batches.shift();
        if (next !== undefined) yield next;
        else if (this.error !== undefined) throw this.error;
        else {
          await Promise.race([this.#pushed.promise, aborted]);
          this.#pushed = Promise.withResolvers();
        }
      }
    } finally {
      this.hasEnded = true;
    }
  }
}

function start() {
  const pushed = new Pushed();
  const stop = new AbortController();
  const positions: bigint[] = [];
  const ended = (async () => {
    for await (const { position } of gatherIdleBatches((signal) => pushed.subscribe(signal), stop.signal)) {
      positions.push(position);
    }
  })();
  return { pushed, stop, positions, ended };
}

const advance = (ms: number) => vi.advanceTimersByTimeAsync(ms);

test('passes on the first idle batch at once, and the last of those that follow within 10 ms', async () => {
  const { pushed, positions, stop, ended } = start();
  pushed.push(idle(1n));
  await advance(0);
  expect(positions).toEqual([1n]);
  for (const position of [2n, 3n, 4n]) {
    pushed.push(idle(position));
    await advance(2);
  }
  expect(positions).toEqual([1n]);
  await advance(4);
  expect(positions).toEqual([1n, 4n]);
  stop.abort();
  await ended;
  expect(pushed.hasEnded).toBe(true);
});

test('never delays a batch with events, which covers the idle ones before it', async () => {
  const { pushed, positions, stop, ended } = start();
  pushed.push(busy(1n), idle(2n), busy(3n), busy(4n));
  await advance(0);
  expect(positions).toEqual([1n, 3n, 4n]);
  stop.abort();
  await ended;
});

test('passes on each idle batch of a quiet log at once', async () => {
  const { pushed, positions, stop, ended } = start();
  for (const position of [1n, 2n, 3n]) {
    pushed.push(idle(position));
    await advance(0);
    expect(positions.at(-1)).toBe(position);
    await advance(10);
  }
  stop.abort();
  await ended;
});

test('ends with the failure of the subscription, also while it holds an idle batch', async () => {
  const { pushed, positions, ended } = start();
  pushed.push(idle(1n), idle(2n));
  await advance(0);
  const failed = expect(ended).rejects.toThrow('The connection broke');
  pushed.fail(new Error('The connection broke'));
  await advance(0);
  await failed;
  expect(positions).toEqual([1n]);
});

test('ends the subscription when its consumer ends, also while that waits for an event', async () => {
  const pushed = new Pushed();
  pushed.push(idle(1n), idle(2n));
  const batches = gatherIdleBatches((signal) => pushed.subscribe(signal), new AbortController().signal);
  await batches.next();
  const second = batches.next();
  await advance(10);
  expect((await second).value).toMatchObject({ position: 2n });
  await batches.return();
  expect(pushed.hasEnded).toBe(true);
});
