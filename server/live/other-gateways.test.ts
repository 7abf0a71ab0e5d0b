import { Server } from 'socket.io';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { LiveServer } from './connection.ts';
import { joinOtherGateways } from './other-gateways.ts';
import { community } from './rooms.ts';

const messages = [{ room: community, message: { kind: 'post.deleted', position: '1', postId: 'p1' } }] as const;
/** Several times as long as it takes to detect that a gateway has died. */
const longMs = 150_000;

let joined: { readonly io: LiveServer; isRunning: boolean }[];

beforeEach(() => {
  vi.useFakeTimers();
  joined = [];
});
afterEach(() => {
  vi.useRealTimers();
});

/** A gateway whose deliveries reach the others at once, until it is killed. */
function join() {
  const io: LiveServer = new Server();
  const own = { io, isRunning: true };
  joined.push(own);
  vi.spyOn(io, 'serverSideEmit').mockImplementation((event, delivery) => {
    const others = own.isRunning ? joined.filter((each) => each !== own) : [];
    for (const other of others) for (const listener of other.io.listeners(event)) listener(delivery);
    return true;
  });
  const seen = { refetches: 0 };
  const gateway = joinOtherGateways(io, {
    deliver: () => {},
    requestRefetch: () => {
      seen.refetches += 1;
    },
  });
  const kill = () => {
    own.isRunning = false;
  };
  return { seen, gateway, kill };
}

/** A node, and two workers that it knows, because both have sent something. */
function joinAll() {
  const [node, worker, otherWorker] = [join(), join(), join()];
  worker.gateway.deliver(messages);
  otherWorker.gateway.deliver(messages);
  node.seen.refetches = 0;
  vi.advanceTimersByTime(longMs);
  expect(node.seen.refetches).toBe(0);
  return { node, worker, otherWorker };
}

test('browsers fetch once when a worker dies, since it may have committed what it has not sent', () => {
  const { node, worker, otherWorker } = joinAll();
  worker.kill();
  otherWorker.gateway.deliver(messages);
  expect(node.seen.refetches).toBe(0);
  vi.advanceTimersByTime(35_000);
  expect(node.seen.refetches).toBe(1);
  vi.advanceTimersByTime(longMs);
  expect(node.seen.refetches).toBe(1);
});

test('browsers do not fetch when a worker closes, nor when the clock is set', () => {
  const { node, worker } = joinAll();
  worker.gateway.leave();
  vi.advanceTimersByTime(longMs);
  vi.setSystemTime(Date.now() + 3_600_000);
  vi.advanceTimersByTime(longMs);
  expect(node.seen.refetches).toBe(0);
});
