/** Large bodies of one user are processed one at a time, or refused before they arrive. */
import { connect, type Socket } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { pictureLimits } from '../../server/core/contracts/limits.ts';
import { openWholeApp, type WholeApp } from '../support/whole-app.ts';

let app: WholeApp;
const open: Socket[] = [];
beforeAll(async () => {
  app = await openWholeApp('mia', 'tom');
});
afterAll(async () => {
  for (const socket of open) socket.destroy();
  await app.close();
});

const post = (content: string): string => JSON.stringify({ title: 'A long post', content });
const large = post('x'.repeat(20_000));
const small = post('x');

interface PendingRequest {
  /** Sends the body. */
  finish(): void;
  abort(): void;
  readonly status: Promise<number>;
  hasResponse(): boolean;
}

interface Head {
  readonly path: string;
  readonly type: string;
  readonly bytes: number;
}

/** Sends the headers of a post, and its body on `finish`. */
function startRequest(user: string, body = large, options: Partial<Head> = {}): PendingRequest {
  const { path, type, bytes = body.length } = { path: '/community', type: 'application/json', ...options };
  const socket = connect({ port: Number(app.url.port), host: '127.0.0.1' });
  open.push(socket);
  const { promise: status, resolve } = Promise.withResolvers<number>();
  let hasResponse = false;
  socket.on('data', (data) => {
    hasResponse = true;
    resolve(Number(String(data).slice(9, 12)));
  });
  socket.on('error', () => undefined);
  const headers = `Host: localhost\r\nAuthorization: Bearer token-${user}\r\nContent-Type: ${type}`;
  socket.write(`POST /api${path} HTTP/1.1\r\n${headers}\r\nContent-Length: ${bytes}\r\n\r\n`);
  return {
    status,
    hasResponse: () => hasResponse,
    finish: () => void socket.write(body),
    abort: () => socket.destroy(),
  };
}

const send = (user: string, body: string): Promise<number> => {
  const request = startRequest(user, body);
  request.finish();
  return request.status;
};

test('a large body delays neither other users nor small bodies, and only a few of one user may wait', async () => {
  const first = startRequest('mia');
  const waiting = Array.from({ length: 6 }, () => startRequest('mia'));
  // The last to arrive is one too many.
  expect(await Promise.race(waiting.map(({ status }) => status))).toBe(429);
  for (const one of waiting) one.finish();
  expect(await Promise.all([send('mia', small), send('tom', large)])).toEqual([201, 201]);
  // All waiting bodies are complete: without the limit, they would have responses like the others.
  expect(waiting.filter((one) => one.hasResponse())).toHaveLength(1);
  first.finish();
  const statuses = await Promise.all([first, ...waiting].map(({ status }) => status));
  expect(statuses.sort()).toEqual([201, 201, 201, 201, 201, 201, 429]);
});

test('an aborted large body makes room for the next', async () => {
  const first = startRequest('mia');
  const second = startRequest('mia');
  second.finish();
  expect(await send('mia', small)).toBe(201);
  expect(second.hasResponse()).toBe(false);
  first.abort();
  expect(await second.status).toBe(201);
});

test('an upload that announces more than is allowed is refused before it arrives', async () => {
  const bytes = pictureLimits.bytes + 100_000;
  const { status } = startRequest('mia', '', { path: '/pictures', type: 'multipart/form-data; boundary=b', bytes });
  expect(await status).toBe(413);
});
