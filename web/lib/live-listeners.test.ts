/** What the parts of the page learn from the live connection. */
import { beforeEach, expect, test, vi } from 'vitest';
import type { LiveMessage } from '../../server/core/contracts/live.ts';
import { lastLiveTime } from './last-live.ts';
import { onLive } from './live.ts';

type Listener = (...args: unknown[]) => void;

const socket = vi.hoisted(() => {
  vi.stubGlobal('addEventListener', () => undefined);
  const listeners = new Map<string, Listener>();
  return {
    emits: (event: string, ...args: unknown[]) => listeners.get(event)?.(...args),
    hasConnected: () => listeners.has('live'),
    connected: false,
    io: { engine: { transport: { name: 'websocket' } }, opts: {} },
    on: (event: string, listener: Listener) => listeners.set(event, listener),
  };
});
vi.mock('socket.io-client', () => ({ io: () => socket }));
vi.mock('./after-first-paint.ts', () => ({ afterFirstPaint: (task: () => void) => task() }));
vi.mock('./identity/session.ts', () => ({
  currentToken: async () => null,
  currentUid: () => null,
  onUserChange: () => undefined,
  onUserLeft: () => undefined,
  onSignOut: () => undefined,
}));

const deleted: LiveMessage = { kind: 'post.deleted', position: '1', postId: 'pie' };

beforeEach(async () => {
  onLive(() => undefined);
  await vi.waitFor(() => expect(socket.hasConnected()).toBe(true));
});

test('a message reaches all listeners, although one of them fails, which is reported', () => {
  const [reported, listener] = [vi.fn(), vi.fn()];
  vi.stubGlobal('reportError', reported);
  const failure = new Error('broken');
  const ends = [
    onLive(() => {
      throw failure;
    }),
    onLive(listener),
  ];
  socket.emits('live', deleted);
  for (const end of ends) end();
  expect([listener.mock.calls, reported.mock.calls]).toEqual([[[deleted]], [[failure]]]);
});

test('what was fetched is current while the connection is live, and as of its end after that', () => {
  vi.useFakeTimers({ toFake: ['Date'], now: 1_000 });
  socket.emits('connect');
  vi.setSystemTime(5_000);
  expect(lastLiveTime()).toBe(5_000);
  socket.emits('disconnect', 'transport close');
  vi.setSystemTime(9_000);
  expect(lastLiveTime()).toBe(5_000);
  vi.useRealTimers();
});
