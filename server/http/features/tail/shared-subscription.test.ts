import { setImmediate } from 'node:timers/promises';
import fc from 'fast-check';
import { afterEach, expect, test } from 'vitest';
import type { ReadAllOptions, RecordedEvent, SubscribeOptions } from '../../../core/event-log.ts';
import { SharedSubscription } from './shared-subscription.ts';

let stopping = new AbortController();
afterEach(() => {
  stopping.abort();
  stopping = new AbortController();
});

/** Its subscriptions are behind its reads, as those of EventStoreDB are. */
class Log {
  readonly events: RecordedEvent[] = [];
  subscriptions = 0;
  failure: Error | undefined;
  /** Positions of events of another application, which nobody reads. */
  readonly others = new Set<bigint>();

  append(count: number): void {
    for (let n = 0; n < count; n++) {
      const position = BigInt(10 * (this.events.length + 1));
      const meta = { actor: 'mia', commandId: 'c', correlationId: 'r', at: '2026-11-18T17:30:00.000Z', schema: 1 };
      const type = position % 20n === 0n ? 'PostLiked' : 'PostUnliked';
      this.events.push({ ...{ position, revision: 0n, stream: 'post-1', id: `${position}`, type, data: {} }, meta });
    }
  }
  isOurs = ({ position }: RecordedEvent): boolean => !this.others.has(position);

  async head(): Promise<bigint | undefined> {
    await setImmediate();
    return this.events.at(-1)?.position;
  }
  async *readAll({ after = 0n }: ReadAllOptions = {}) {
    await setImmediate();
    for (const event of [...this.events]) if (event.position > after && this.isOurs(event)) yield event;
  }
  async *subscribe({ after = 0n, signal }: SubscribeOptions) {
    this.subscriptions += 1;
    try {
      for (let next = Number(after) / 10; !signal.aborted; ) {
        await setImmediate();
        if (this.failure) throw this.failure;
        const events = this.events.slice(next, next + 300);
        next += events.length;
        const ours = events.filter((event) => this.isOurs(event));
        if (events.length > 0)
          yield { events: ours, position: BigInt(10 * next), caughtUp: next === this.events.length };
      }
    } finally {
      this.subscriptions -= 1;
    }
  }
}

/** What a subscriber gets. */
function follow(shared: SharedSubscription, options: Partial<SubscribeOptions> = {}) {
  const got = { positions: [] as number[], position: 0n, caughtUp: 0, ended: Promise.resolve() };
  const run = async () => {
    for await (const batch of shared.subscribe({ signal: stopping.signal, ...options })) {
      got.positions.push(...batch.events.map(({ position }) => Number(position)));
      expect(batch.position).toBeGreaterThanOrEqual(got.position);
      got.position = batch.position;
      if (batch.caughtUp) got.caughtUp += 1;
    }
  };
  got.ended = run();
  return got;
}

async function eventually(isTrue: () => boolean): Promise<void> {
  for (let turn = 0; turn < 5_000 && !isTrue(); turn++) await setImmediate();
  expect(isTrue()).toBe(true);
}

test('a hundred subscribers take one subscription of the log, and none when they have gone', async () => {
  const log = new Log();
  log.append(50);
  const shared = new SharedSubscription(log);
  const all = Array.from({ length: 100 }, (_, n) => follow(shared, { after: BigInt(10 * (n % 50)) }));
  await eventually(() => all.every(({ caughtUp }) => caughtUp > 0));
  log.append(1);
  await eventually(() => all.every(({ positions }) => positions.at(-1) === 510));
  expect(log.subscriptions).toBe(1);
  stopping.abort();
  await Promise.all(all.map(({ ended }) => ended));
  await eventually(() => log.subscriptions === 0);
});

test('each subscriber gets every event behind its start once, in order, whenever it begins', async () => {
  const step = fc.oneof(
    fc.record({ append: fc.integer({ min: 1, max: 1_200 }) }),
    fc.record({ after: fc.double({ min: 0, max: 1, noNaN: true }) }),
    fc.record({ turns: fc.integer({ min: 1, max: 5 }) }),
  );
  await fc.assert(
    fc.asyncProperty(fc.array(step, { size: 'max', minLength: 6, maxLength: 20 }), async (steps) => {
      const log = new Log();
      const shared = new SharedSubscription(log);
      const followers = [{ got: follow(shared), after: 0 }];
      for (const one of steps) {
        if ('append' in one) log.append(one.append);
        else if ('turns' in one) for (let n = 0; n < one.turns; n++) await setImmediate();
        else {
          const after = 10 * Math.floor(one.after * log.events.length);
          followers.push({ got: follow(shared, { after: BigInt(after) }), after });
        }
      }
      const head = 10 * log.events.length;
      await eventually(() => followers.every(({ got }) => got.caughtUp > 0 && Number(got.position) === head));
      for (const { got, after } of followers) {
        expect(got.positions).toEqual(Array.from({ length: (head - after) / 10 }, (_, n) => after + 10 * (n + 1)));
      }
      stopping.abort();
      stopping = new AbortController();
    }),
    { numRuns: 12 },
  );
});

test('a filter leaves out events, and the position goes on', async () => {
  const log = new Log();
  const got = follow(new SharedSubscription(log), { filter: { types: ['PostLiked'] } });
  log.append(3);
  await eventually(() => got.position === 30n);
  log.append(2);
  await eventually(() => got.position === 50n);
  expect(got.positions).toEqual([20, 40]);
});

test('a log that ends with events of another application is caught up with', async () => {
  const log = new Log();
  log.append(3);
  log.others.add(20n).add(30n);
  const got = follow(new SharedSubscription(log));
  await eventually(() => got.caughtUp === 1);
  expect([got.positions, got.position]).toEqual([[10], 30n]);
});

test('a failure ends all, and the next subscriber begins anew', async () => {
  const log = new Log();
  const shared = new SharedSubscription(log);
  const all = [follow(shared), follow(shared)];
  await eventually(() => log.subscriptions === 1);
  log.failure = new Error('The server is gone');
  for (const { ended } of all) await expect(ended).rejects.toThrow('The server is gone');
  log.failure = undefined;
  log.append(1);
  const next = follow(shared);
  await eventually(() => next.positions.length === 1);
});
