import { setImmediate as turn } from 'node:timers/promises';
import { expect, onTestFinished, test } from 'vitest';
import { UpstreamLog } from '../../../tests/support/upstream-log.ts';
import type { LogPlace } from './event-window.ts';
import { SharedSubscription, type Upstream } from './shared-subscription.ts';
import { Subscriber } from './subscriber.ts';

function open(upstream: Upstream, start: LogPlace): SharedSubscription {
  const closed = new AbortController();
  onTestFinished(() => closed.abort());
  return new SharedSubscription(start, {
    upstream,
    limits: { maxEvents: 100, maxBytes: 1_000 },
    onChange: () => {},
    closed: closed.signal,
  });
}

test('a subscriber that comes behind, and joins exactly at the end, reports again that it has caught up', async () => {
  const place = { position: 10n, positionId: 'id-10' };
  const shared = open(async function* (start, signal) {
    yield { events: [], ...start, caughtUp: true };
    await new Promise((resolve) => signal.addEventListener('abort', resolve));
  }, place);
  await turn();
  const subscriber = new Subscriber(place, {});
  subscriber.receive([], place, true);
  subscriber.receive([], place, false);
  expect(shared.covers(subscriber)).toBe(true);
  shared.join(subscriber);
  expect(shared.take(subscriber)).toMatchObject({ events: [], position: 10n, caughtUp: true });
  expect(shared.take(subscriber)).toBeUndefined();
});

test('a subscriber that joins while the connection is interrupted has not caught up', async () => {
  const place = { position: 10n, positionId: 'id-10' };
  let interrupt = () => {};
  const shared = open(async function* (start, signal, onInterruption) {
    interrupt = onInterruption;
    yield { events: [], ...start, caughtUp: true };
    await new Promise((resolve) => signal.addEventListener('abort', resolve));
  }, place);
  await turn();
  interrupt();
  const subscriber = new Subscriber(place, {});
  shared.join(subscriber);
  expect(shared.take(subscriber)).toBeUndefined();
});

test.each([
  { place: { position: 50n, positionId: 'id-50' }, atStart: true, later: true },
  { place: { position: 50n, positionId: undefined }, atStart: true, later: true },
  { place: { position: 50n, positionId: 'id-of-another-log' }, atStart: false, later: false },
  // Between two events; later, it can be the place of another application's event.
  { place: { position: 55n, positionId: undefined }, atStart: false, later: true },
  { place: { position: 110n, positionId: undefined }, atStart: false, later: false },
])(
  'covers $place: $atStart for a subscriber that starts there, $later for one that was read up to there',
  async (row) => {
    const log = new UpstreamLog();
    log.append(10);
    const shared = open(log.upstream, { position: 0n, positionId: undefined });
    await turn();
    expect(shared.end.position).toBe(100n);
    const { place, atStart, later } = row;
    const subscriber = new Subscriber(place, {});
    expect(shared.covers(subscriber)).toBe(atStart);
    subscriber.receive([], place, false);
    expect(shared.covers(subscriber)).toBe(later);
  },
);
