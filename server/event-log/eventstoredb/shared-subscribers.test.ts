/** Many subscribers at once receive what each would receive alone. */
import { setImmediate as turn } from 'node:timers/promises';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { eventBytes, UpstreamLog } from '../../../tests/support/upstream-log.ts';
import { SharedSubscriptions } from './shared-subscriptions.ts';

interface Consumer {
  /** In events. */
  readonly start: number;
  readonly types: readonly string[] | undefined;
  /** Turns of the event loop that it takes for a batch. */
  readonly pace: number;
  /** It fails at each nth batch, and subscribes again after the one before it. */
  readonly failsAt: number;
}

/** What a consumer has received when it has caught up for the last time. */
class Received {
  readonly positions: number[] = [];
  position: bigint;
  positionId: string | undefined;
  caughtUp = false;
  ended: Promise<void> = Promise.resolve();
  #batches = 0;

  constructor({ start }: Consumer) {
    this.position = BigInt(start * eventBytes);
  }

  async follow(shared: SharedSubscriptions, consumer: Consumer, signal: AbortSignal): Promise<void> {
    while (!signal.aborted) await this.#subscribe(shared, consumer, signal).catch(() => turn());
  }

  async #subscribe(
    shared: SharedSubscriptions,
    { types, pace, failsAt }: Consumer,
    signal: AbortSignal,
  ): Promise<void> {
    const { position: after, positionId: afterId } = this;
    const filter = types ? { types } : {};
    for await (const batch of shared.subscribe({ after, afterId, filter, signal })) {
      this.#batches += 1;
      if (this.#batches % failsAt === 0) throw new Error('The consumer failed');
      for (let turns = 0; turns < pace; turns++) await turn();
      this.positions.push(...batch.events.map(({ position }) => Number(position)));
      ({ position: this.position, positionId: this.positionId, caughtUp: this.caughtUp } = batch);
    }
  }
}

const consumers = fc.record({
  start: fc.oneof(fc.nat(400), fc.constantFrom(0, 400)),
  types: fc.constantFrom(undefined, ['PostLiked'], ['PostUnliked'], ['PostLiked', 'PostUnliked'], []),
  pace: fc.constantFrom(0, 0, 1, 5),
  failsAt: fc.constantFrom(4, 11, Number.POSITIVE_INFINITY),
});
const steps = fc.oneof(
  { weight: 4, arbitrary: fc.record({ append: fc.integer({ min: 1, max: 400 }) }) },
  { weight: 6, arbitrary: fc.record({ consumer: consumers }) },
  { weight: 3, arbitrary: fc.record({ turns: fc.integer({ min: 1, max: 40 }) }) },
  { weight: 1, arbitrary: fc.constantFrom({ interrupt: true }, { fail: true }) },
);

test('each receives every matching event after its start once, in order, and all end up on one subscription', async () => {
  const spread = { shared: 0, alone: 0, most: 0 };
  await fc.assert(
    fc.asyncProperty(fc.array(steps, { size: 'max', minLength: 10, maxLength: 30 }), async (script) => {
      const log = new UpstreamLog();
      log.append(400);
      const stop = new AbortController();
      const { upstream, head } = log;
      const limits = { maxEvents: 60, maxOpen: 4, turnMs: 2 };
      const shared = new SharedSubscriptions({ upstream, head, closed: stop.signal, limits });
      const all: { consumer: Consumer; received: Received }[] = [];
      for (const step of script) {
        if ('append' in step) log.append(step.append);
        else if ('turns' in step) for (let turns = 0; turns < step.turns; turns++) await turn();
        else if ('interrupt' in step) log.interrupt();
        else if ('fail' in step) {
          log.failure = new Error('The server is gone');
          log.notify();
          await turn();
          log.failure = undefined;
        } else {
          const received = new Received(step.consumer);
          received.ended = received.follow(shared, step.consumer, stop.signal);
          all.push({ consumer: step.consumer, received });
        }
        spread.most = Math.max(spread.most, log.open);
      }
      const end = log.events.length;
      const isDone = () =>
        all.every(({ received: { position, caughtUp } }) => Number(position) === end * eventBytes && caughtUp);
      const until = performance.now() + 20_000;
      // After a failure, they may have caught up earlier and not have subscribed again yet.
      const open = all.length === 0 ? 0 : 1;
      while (!(isDone() && log.open === open) && performance.now() < until) await turn();
      for (const { consumer, received } of all) {
        const expected = log.events.slice(consumer.start).filter(({ type }) => consumer.types?.includes(type) ?? true);
        expect(received.positions).toEqual(expected.map(({ position }) => Number(position)));
      }
      expect(log.open).toBe(open);
      const each = all.reduce((sum, { consumer }) => sum + end - consumer.start, 0);
      if (log.delivered < each) spread.shared += 1;
      if (log.opened > 1) spread.alone += 1;
      stop.abort();
      await Promise.all(all.map(({ received }) => received.ended));
      expect(log.open).toBe(0);
    }),
    { numRuns: 25 },
  );
  expect(spread.shared).toBeGreaterThan(5);
  expect(spread.alone).toBeGreaterThan(10);
  expect(spread.most).toBeGreaterThanOrEqual(3);
  // Some that have ended are still open for a moment.
  expect(spread.most).toBeLessThanOrEqual(8);
});
