import { setImmediate as turn } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { SharedSubscription } from './shared-subscription.ts';
import { Subscriber } from './subscriber.ts';

test('a subscriber that comes behind, and joins exactly at the end, reports again that it has caught up', async () => {
  const place = { position: 10n, positionId: 'id-10' };
  const closed = new AbortController();
  const shared = new SharedSubscription(place, {
    upstream: async function* (start, signal) {
      yield { events: [], ...start, caughtUp: true };
      await new Promise((resolve) => signal.addEventListener('abort', resolve));
    },
    limits: { maxEvents: 100, maxBytes: 1_000 },
    onChange: () => {},
    closed: closed.signal,
  });
  await turn();
  const subscriber = new Subscriber(place, {});
  subscriber.receive([], place, true);
  subscriber.receive([], place, false);
  expect(shared.covers(subscriber)).toBe(true);
  shared.join(subscriber);
  expect(shared.take(subscriber)).toMatchObject({ events: [], position: 10n, caughtUp: true });
  expect(shared.take(subscriber)).toBeUndefined();
  closed.abort();
});
