import { setImmediate as turn } from 'node:timers/promises';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { barrier, eventually, followLog } from '../../../tests/support/log-follower.ts';
import { eventBytes, positions, UpstreamLog } from '../../../tests/support/upstream-log.ts';
import { LogBehindCheckpoint, type SubscribeOptions } from '../../core/event-log.ts';
import { SharedSubscriptions, type SharingLimits } from './shared-subscriptions.ts';

let stopping = new AbortController();
beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] }));
afterEach(() => {
  stopping.abort();
  stopping = new AbortController();
  vi.useRealTimers();
});

const maxEvents = 100;

function open(log: UpstreamLog, limits: Partial<SharingLimits> = {}): SharedSubscriptions {
  const { upstream, head } = log;
  return new SharedSubscriptions({
    upstream,
    head,
    closed: new AbortController().signal,
    limits: { maxEvents, ...limits },
  });
}

const follow = (shared: SharedSubscriptions, options: Partial<SubscribeOptions> = {}, hold?: () => Promise<void>) =>
  followLog(shared, { signal: stopping.signal, ...options }, hold);

test('subscribers that start at one place share a subscription, which decodes each event once', async () => {
  const log = new UpstreamLog();
  log.append(1_000);
  const shared = open(log);
  const all = Array.from({ length: 10 }, (_, n) => follow(shared, n === 0 ? {} : { filter: { types: ['PostLiked'] } }));
  await eventually(() => all.every(({ caughtUp }) => caughtUp > 0));
  expect([log.opened, log.delivered]).toEqual([1, 1_000]);
  expect(all[0]?.positions).toEqual(positions(1, 1_000));
  expect(all[1]?.positions).toHaveLength(333);
});

test('the server call ends with the last subscriber', async () => {
  const log = new UpstreamLog();
  log.append(10);
  const shared = open(log);
  const [one, other] = [new AbortController(), new AbortController()];
  const followers = [follow(shared, { signal: one.signal }), follow(shared, { signal: other.signal })];
  await eventually(() => followers.every(({ caughtUp }) => caughtUp === 1));
  one.abort();
  await followers[0]?.ended;
  log.append(1);
  await eventually(() => followers[1]?.position === 110);
  expect(log.open).toBe(1);
  other.abort();
  await eventually(() => log.open === 0);
});

test('who is behind reads alone until an older subscription covers its place', async () => {
  const log = new UpstreamLog();
  log.append(1_000);
  const shared = open(log);
  const ahead = follow(shared, { after: 10_000n });
  await eventually(() => ahead.caughtUp === 1);
  const { hold, release } = barrier();
  const behind = follow(shared, {}, hold);
  await eventually(() => log.open === 2);
  release();
  // At rest, without another event.
  await eventually(() => behind.caughtUp === 1 && log.open === 1);
  log.append(1);
  await eventually(() => ahead.position === 10_010 && behind.position === 10_010);
  expect([ahead.positions, behind.positions]).toEqual([positions(1_001, 1_001), positions(1, 1_001)]);
  expect(log.opened).toBe(2);
});

test('a slow subscriber alone bounds what is received', async () => {
  const log = new UpstreamLog();
  log.append(1_000);
  const { hold, release } = barrier();
  const slow = follow(open(log), {}, hold);
  await eventually(() => log.delivered >= maxEvents);
  await vi.advanceTimersByTimeAsync(60_000);
  expect(log.delivered).toBeLessThan(2 * maxEvents);
  release();
  await eventually(() => slow.caughtUp === 1);
  expect(slow.positions).toEqual(positions(1, 1_000));
});

test('bounds the window by its part of the log, too', async () => {
  const log = new UpstreamLog();
  log.append(1_000);
  const { hold } = barrier();
  follow(open(log, { maxEvents: 1_000, maxBytes: 500 }), {}, hold);
  await eventually(() => log.delivered >= 50);
  await vi.advanceTimersByTimeAsync(1_000);
  expect(log.delivered).toBeLessThan(100);
});

test('a subscriber that takes nothing for a second is left behind, and later catches up by itself', async () => {
  const log = new UpstreamLog();
  log.append(1_000);
  const shared = open(log);
  const { hold, release } = barrier();
  const stalled = follow(shared, {}, hold);
  const others = [follow(shared), follow(shared)];
  await eventually(() => others.every(({ position }) => position >= eventBytes * maxEvents));
  expect(others.every(({ caughtUp }) => caughtUp === 0)).toBe(true);
  await vi.advanceTimersByTimeAsync(1_100);
  await eventually(() => others.every(({ caughtUp }) => caughtUp === 1));
  expect(log.opened).toBe(1);
  release();
  await eventually(() => stalled.caughtUp === 1);
  for (const { positions: got } of [stalled, ...others]) expect(got).toEqual(positions(1, 1_000));
  log.append(1);
  await eventually(() => [stalled, ...others].every(({ position }) => position === 10_010) && log.open === 1);
});

test('a subscriber that was left behind after it had caught up reports again that it has', async () => {
  const log = new UpstreamLog();
  log.append(10);
  const shared = open(log);
  const first = follow(shared);
  const { hold, release } = barrier();
  const stalled = follow(shared, {}, hold);
  await eventually(() => first.isCaughtUp && stalled.isCaughtUp);
  log.append(1_000);
  await eventually(() => first.position > 1_000);
  await vi.advanceTimersByTimeAsync(1_100);
  await eventually(() => first.position === 10_100);
  release();
  await eventually(() => stalled.position === 10_100 && stalled.isCaughtUp && log.open === 1);
});

test('a subscriber that was left behind, and whose place is still covered, gets the rest without another event', async () => {
  const log = new UpstreamLog();
  log.append(20);
  const shared = open(log);
  const { hold, release } = barrier();
  const [slowest, ahead] = [follow(shared, {}, hold), follow(shared)];
  await eventually(() => slowest.position === 200);
  log.append(60);
  await eventually(() => ahead.position === 800);
  const slow = follow(shared, {}, hold);
  await eventually(() => slow.position === 800);
  log.append(50);
  await eventually(() => ahead.position > 1_100);
  await vi.advanceTimersByTimeAsync(1_100);
  await eventually(() => ahead.position === 1_300);
  release();
  await eventually(() => [slowest, slow].every(({ position, isCaughtUp }) => position === 1_300 && isCaughtUp));
  for (const { positions: got } of [slowest, slow]) expect(got).toEqual(positions(1, 130));
});

test('a subscriber that only now and then takes a batch is left behind', async () => {
  const log = new UpstreamLog();
  log.append(10_000);
  const shared = open(log, { maxEvents: 2_000 });
  // Each batch is held for 900 ms of the simulated clock: that adds three delays of 250 ms, and taking it subtracts one.
  const slow = follow(shared, {}, () => new Promise((resolve) => setTimeout(resolve, 900)));
  const other = follow(shared);
  for (let ms = 0; ms < 4_000; ms += 50) await vi.advanceTimersByTimeAsync(50);
  await eventually(() => other.caughtUp === 1);
  expect(slow.position).toBeLessThan(30_000);
});

test('a subscriber that begins reports the end only with what was recorded before', async () => {
  const log = new UpstreamLog();
  log.append(3);
  const shared = open(log);
  const early = follow(shared);
  await eventually(() => early.caughtUp === 1);
  log.append(1, { isDelayed: true });
  const late = follow(shared, { after: 30n });
  for (let turns = 0; turns < 20; turns++) await turn();
  expect(late.caughtUp).toBe(0);
  log.notify();
  await eventually(() => late.caughtUp === 1);
  expect(late.positions).toEqual([40]);
  expect(log.opened).toBe(1);
});

test('another id at the start concerns only who has it', async () => {
  const log = new UpstreamLog();
  log.append(100);
  const shared = open(log);
  const follower = follow(shared, { after: 500n, afterId: 'id-500' });
  await eventually(() => follower.caughtUp === 1);
  const joined = follow(shared, { after: 700n, afterId: 'id-700' });
  await eventually(() => joined.caughtUp === 1);
  expect(log.opened).toBe(1);
  await expect(follow(shared, { after: 600n, afterId: 'id-other' }).ended).rejects.toThrow(LogBehindCheckpoint);
  log.append(1);
  await eventually(() => follower.position === 1_010 && joined.position === 1_010);
});

test('a failure reaches each subscriber after what it had received, and the next one begins anew', async () => {
  const log = new UpstreamLog();
  log.append(60);
  const shared = open(log);
  const { hold, release } = barrier();
  const all = [follow(shared), follow(shared, {}, hold)];
  await eventually(() => all[0]?.caughtUp === 1);
  log.failure = new Error('The server is gone');
  log.notify();
  await expect(all[0]?.ended).rejects.toThrow('The server is gone');
  release();
  await expect(all[1]?.ended).rejects.toThrow('The server is gone');
  expect(all[1]?.positions).toEqual(positions(1, 60));
  log.failure = undefined;
  const next = follow(shared);
  await eventually(() => next.caughtUp === 1);
});

test('many that begin at different places take turns, and all catch up', async () => {
  const log = new UpstreamLog();
  log.append(2_000);
  const shared = open(log, { maxOpen: 4, turnMs: 20 });
  const { hold } = barrier();
  // Four that take nothing would hold all subscriptions.
  for (let n = 0; n < 4; n++) follow(shared, { after: BigInt(10 + 10 * n) }, hold);
  await eventually(() => log.open === 4);
  const all = Array.from({ length: 60 }, (_, n) => follow(shared, { after: BigInt(300 * n + 1_000) }));
  let most = 0;
  for (let ms = 0; ms < 20_000 && all.some(({ caughtUp }) => caughtUp === 0); ms += 25) {
    await vi.advanceTimersByTimeAsync(25);
    for (let turns = 0; turns < 5; turns++) await turn();
    most = Math.max(most, log.open);
  }
  expect(all.map(({ positions: got }, n) => got.length === 2_000 - 30 * n - 100)).toEqual(all.map(() => true));
  expect(most).toBeLessThanOrEqual(5);
  log.append(1);
  await eventually(() => all.every(({ position }) => position === 20_010));
});

test('a subscriber that ends while it waits for its turn holds up no other', async () => {
  const log = new UpstreamLog();
  log.append(1_000);
  const shared = open(log, { maxOpen: 1, turnMs: 20 });
  const { hold } = barrier();
  follow(shared, { after: 10n }, hold);
  await eventually(() => log.open === 1);
  const leaving = new AbortController();
  const { ended } = follow(shared, { after: 5_000n, signal: leaving.signal });
  const waiting = follow(shared, { after: 7_000n });
  leaving.abort();
  await ended;
  await vi.advanceTimersByTimeAsync(1_000);
  await eventually(() => waiting.caughtUp === 1);
  expect(waiting.positions).toEqual(positions(701, 1_000));
});
