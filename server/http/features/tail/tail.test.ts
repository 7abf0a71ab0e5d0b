import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { TailFrame } from '../../../core/contracts/tail.ts';
import type { RecordedEvent, SubscribeOptions, SubscriptionBatch } from '../../../core/event-log.ts';
import { Tail, type TailLimits } from './tail.ts';

beforeEach(() => void vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'setTimeout'] }));
afterEach(() => void vi.useRealTimers());

const eventAt = (position: number): RecordedEvent => ({
  ...{ position: BigInt(position), revision: 0n, stream: `post-${position}`, id: `${position}` },
  ...{ type: 'PostLiked', data: {} },
  meta: { actor: 'mia', commandId: 'c', correlationId: 'r', at: '2026-11-18T17:30:00.000Z', schema: 1 },
});

/** A socket whose reader takes frames only when the test says so. */
class Reader {
  readonly frames: TailFrame[] = [];
  readonly #waiting: (() => void)[] = [];
  takesAll = false;
  pings = 0;
  closed: [code: number, reason: string] | undefined;
  isTerminated = false;
  bufferedAmount = 0;

  send(text: string, sent: () => void): void {
    this.frames.push(JSON.parse(text));
    if (this.takesAll) queueMicrotask(sent);
    else this.#waiting.push(sent);
  }
  take(count: number): void {
    for (const sent of this.#waiting.splice(0, count)) sent();
  }
  ping(): void {
    this.pings += 1;
  }
  close(code: number, reason: string): void {
    this.closed ??= [code, reason];
  }
  terminate(): void {
    this.isTerminated = true;
  }
  get positions(): string[] {
    return this.frames.flatMap((frame) => (frame.kind === 'event' ? [frame.event.position] : []));
  }
}

/** Delivers these batches, and then those that are pushed. */
class Log {
  readonly batches: SubscriptionBatch[] = [];
  #wake = Promise.withResolvers<void>();
  #error: Error | undefined;
  push(first: number, count: number, caughtUp = true): void {
    const events = Array.from({ length: count }, (_, n) => eventAt(first + n));
    this.batches.push({ events, position: BigInt(first + count - 1), caughtUp });
    this.#wake.resolve();
  }
  fail(): void {
    this.#error = new Error('The disk is gone');
    this.#wake.resolve();
  }
  async *subscribe({ signal }: SubscribeOptions) {
    signal.addEventListener('abort', () => this.#wake.resolve());
    while (!signal.aborted) {
      if (this.#error) throw this.#error;
      const batch = this.batches.shift();
      if (batch) yield batch;
      else {
        await this.#wake.promise;
        this.#wake = Promise.withResolvers();
      }
    }
  }
}

interface OpenOptions {
  readonly until?: Date;
  readonly record?: () => Promise<void>;
}

function open(limits: Partial<TailLimits> = {}, { until, record = async () => {} }: OpenOptions = {}) {
  const [log, reader, shown] = [new Log(), new Reader(), new Set<string>()];
  const onFailure = vi.fn();
  const tail = new Tail({
    ...{ log, socket: reader, after: 0n, filter: {}, until, limits, onFailure },
    matches: ({ position }) => position % 2n === 0n,
    onShown: async (events) => {
      await record();
      for (const { position } of events) shown.add(String(position));
    },
  });
  return { log, reader, tail, shown, onFailure, ended: tail.run() };
}

test('a reader that falls 1,000 frames behind is told where to resume, and closed', async () => {
  const { log, reader, ended } = open();
  log.push(1, 2);
  await vi.waitFor(() => expect(reader.positions).toEqual(['2']));
  log.push(3, 5_000);
  await ended;
  const last = reader.positions.at(-1);
  expect(reader.positions).toHaveLength(1_000);
  expect(reader.frames.at(-1)).toEqual({ kind: 'end', reason: 'too-slow', after: last });
  expect(reader.closed).toEqual([1013, `too-slow: resume after ${last}`]);
  await vi.advanceTimersByTimeAsync(5_000);
  expect(reader.isTerminated).toBe(true);
});

test('while it catches up, a slow reader gets everything, and no more than 1,000 frames wait', async () => {
  const { log, reader, tail, ended } = open();
  log.push(1, 6_000, false);
  for (let taken = 0; taken < 3_000; taken += 500) {
    await vi.waitFor(() => expect(reader.frames).toHaveLength(Math.min(taken + 1_000, 3_000)));
    reader.take(500);
    await vi.advanceTimersByTimeAsync(20);
  }
  expect(reader.positions).toEqual(Array.from({ length: 3_000 }, (_, n) => String(2 * n + 2)));
  expect(reader.closed).toBeUndefined();
  tail.closed();
  await ended;
});

test('a reader that takes nothing while it catches up is closed, too', async () => {
  const { log, reader, ended } = open({ maxFrames: 10, maxStallMs: 0 });
  log.push(1, 100, false);
  await vi.waitFor(async () => {
    await vi.advanceTimersByTimeAsync(10);
    expect(reader.closed?.[0]).toBe(1013);
  });
  await ended;
  expect(reader.frames.at(-1)).toEqual({ kind: 'end', reason: 'too-slow', after: '20' });
});

test('only matching events are sent, after their access is recorded, and the position of the others', async () => {
  const { log, reader, tail, shown } = open();
  reader.takesAll = true;
  log.push(1, 5);
  await vi.waitFor(() => expect(reader.frames).toHaveLength(3));
  expect(reader.frames.map((frame) => frame.kind)).toEqual(['event', 'event', 'position']);
  expect(reader.frames.at(-1)).toEqual({ kind: 'position', position: '5' });
  expect([...shown]).toEqual(['2', '4']);
  tail.closed();
});

test('a reader gets no event whose access cannot be recorded', async () => {
  const { log, reader, tail } = open({}, { record: () => Promise.reject(new Error('The disk is full')) });
  reader.takesAll = true;
  log.push(1, 4);
  await vi.waitFor(() => expect(reader.frames).toEqual([{ kind: 'end', reason: 'unavailable', after: '0' }]));
  tail.closed();
});

test('a reader without a pong since the last ping is gone', async () => {
  const { reader, tail } = open();
  await vi.advanceTimersByTimeAsync(15_000);
  tail.pong();
  await vi.advanceTimersByTimeAsync(15_000);
  expect([reader.pings, reader.isTerminated]).toEqual([2, false]);
  await vi.advanceTimersByTimeAsync(15_000);
  expect([reader.pings, reader.isTerminated]).toEqual([2, true]);
});

test('a tail of past events ends after the last of them', async () => {
  const { log, reader, ended } = open({}, { until: new Date('2026-11-18T17:30:00.000Z') });
  reader.takesAll = true;
  log.push(1, 4, false);
  await vi.waitFor(() => expect(reader.positions).toEqual(['2', '4']));
  expect(reader.closed).toBeUndefined();
  log.push(5, 3);
  await ended;
  expect(reader.positions).toEqual(['2', '4', '6']);
  expect(reader.frames.at(-1)).toEqual({ kind: 'end', reason: 'until', after: '7' });
  expect(reader.closed?.[0]).toBe(1000);
});

test('a reader is told where to resume when the log cannot be read', async () => {
  const { log, reader, onFailure, ended } = open();
  reader.takesAll = true;
  log.push(1, 4);
  await vi.waitFor(() => expect(reader.positions).toEqual(['2', '4']));
  log.fail();
  await ended;
  expect(reader.frames.at(-1)).toEqual({ kind: 'end', reason: 'unavailable', after: '4' });
  expect(reader.closed?.[0]).toBe(1013);
  expect(onFailure).toHaveBeenCalledOnce();
});
