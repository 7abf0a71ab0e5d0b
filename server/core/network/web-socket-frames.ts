/**
 * Options of `ws` for the frames of clients. By default it handles all frames that one read contains, up to 10,000,
 * before any other connection. In turns of their own, they delay others no more than requests do. Empty fragments of a
 * message have no turns, and browsers send none.
 */
export const frameOptions = { allowSynchronousEvents: false, maxFragments: 16 };

interface FrameSource {
  on(event: 'message' | 'ping' | 'pong', onFrame: () => void): unknown;
  terminate(): void;
}

/** Ends a WebSocket at once when its client sends more frames than allowed, pings and pongs included. */
export function limitFrames(webSocket: FrameSource, maxPer10s: number): void {
  const count = countPer10s(maxPer10s, () => webSocket.terminate());
  for (const event of ['message', 'ping', 'pong'] as const) webSocket.on(event, count);
}

const windowMs = 10_000;

/** @returns a function that counts a call, and calls `onExceeded` when there were more than `max` in ten seconds */
export function countPer10s(max: number, onExceeded: () => void): () => void {
  let startedAt = performance.now();
  let count = 0;
  return () => {
    const now = performance.now();
    if (now - startedAt >= windowMs) {
      startedAt = now;
      count = 0;
    }
    count += 1;
    if (count > max) onExceeded();
  };
}
