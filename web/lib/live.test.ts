import { beforeEach, expect, test, vi } from 'vitest';
import { onLive, onLiveMissed } from './live.ts';

type Listener = (...told: unknown[]) => void;

const { socket, listeners } = vi.hoisted(() => {
  const listeners = new Map<string, Listener>();
  vi.stubGlobal('addEventListener', () => {});
  const socket = {
    connected: true,
    io: { engine: { transport: { name: 'websocket' } }, opts: {} },
    on: (event: string, listener: Listener) => listeners.set(event, listener),
  };
  return { socket, listeners };
});

vi.mock('socket.io-client', () => ({ io: () => socket }));
vi.mock('./after-first-paint.ts', () => ({ afterFirstPaint: (task: () => void) => task() }));
vi.mock('./identity/session.ts', () => ({ currentToken: () => Promise.resolve(null), onTokenChange: () => {} }));

const server = (event: string, ...told: unknown[]) => listeners.get(event)?.(...told);

onLive(() => {});

beforeEach(async () => {
  await vi.waitFor(() => expect(listeners.size).toBeGreaterThan(0));
  vi.useFakeTimers();
  return () => vi.useRealTimers();
});

test('what all browsers have missed they read at moments of their own, within a second', () => {
  const read = vi.fn();
  const stop = onLiveMissed(read);
  vi.spyOn(Math, 'random').mockReturnValue(0.75);
  server('missed');
  vi.advanceTimersByTime(749);
  expect(read).not.toHaveBeenCalled();
  vi.advanceTimersByTime(1);
  expect(read).toHaveBeenCalledOnce();
  stop();
});
