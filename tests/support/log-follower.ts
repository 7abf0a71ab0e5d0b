import { setImmediate as turn } from 'node:timers/promises';
import { expect } from 'vitest';
import type { EventLog, SubscribeOptions } from '../../server/core/event-log.ts';

/** Subscribes, and takes each batch after `hold`. */
export function followLog(log: Pick<EventLog, 'subscribe'>, options: SubscribeOptions, hold = async () => {}) {
  const got = { positions: [] as number[], position: 0, caughtUp: 0, isCaughtUp: false, ended: Promise.resolve() };
  const run = async () => {
    for await (const batch of log.subscribe(options)) {
      got.positions.push(...batch.events.map(({ position }) => Number(position)));
      got.position = Number(batch.position);
      if (batch.caughtUp) got.caughtUp += 1;
      got.isCaughtUp = batch.caughtUp;
      await hold();
    }
  };
  got.ended = run();
  got.ended.catch(() => {});
  return got;
}

export async function eventually(isTrue: () => boolean): Promise<void> {
  for (let turns = 0; turns < 2_000 && !isTrue(); turns++) await turn();
  expect(isTrue()).toBe(true);
}

/** Holds a consumer back until it is called. */
export function barrier() {
  const { promise, resolve } = Promise.withResolvers<void>();
  return { hold: () => promise, release: resolve };
}
