import { expect, test, vi } from 'vitest';
import type { LiveMessage } from '../core/contracts/live.ts';
import type { Client } from './audience.ts';
import type { LiveSocket } from './connection.ts';
import { sendPending } from './sending.ts';

/** A browser that polls, with packets that wait until it does so again. */
function pollingClient() {
  const writeBuffer: object[] = [];
  const close = vi.fn();
  const emit = vi.fn(() => writeBuffer.push({}) > 0);
  const conn = { readyState: 'open', writeBuffer, transport: {}, close };
  const socket: LiveSocket = Object.assign(Object.create(null), { conn, emit });
  const client: Client = { socket, lastSent: 0, waitingBytes: 0 };
  const message: LiveMessage = { kind: 'post.deleted', position: '1', postId: 'p1' };
  const send = (bytes: number) => sendPending(client, { messages: [message], frames: Buffer.alloc(bytes) });
  return { close, emit, send, poll: () => writeBuffer.splice(0) };
}

test('ends the connection of a browser that does not poll, instead of keeping its messages', () => {
  const { close, emit, send } = pollingClient();
  for (let n = 0; n < 3; n++) send(400 * 1024);
  expect([emit.mock.calls.length, close.mock.calls]).toEqual([3, []]);
  send(100);
  expect([emit.mock.calls.length, close.mock.calls]).toEqual([3, [[true]]]);
});

test('sends a browser that polls as much as there is', () => {
  const { close, emit, send, poll } = pollingClient();
  for (let n = 0; n < 10; n++) {
    send(400 * 1024);
    poll();
  }
  expect([emit.mock.calls.length, close.mock.calls]).toEqual([10, []]);
});
