import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { openLine } from './line.ts';
import { until } from './until.ts';

/** Both ends of a connection through the proxy, and what each has received. */
async function connectOver(delayMs: number) {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const line = await openLine(`http://127.0.0.1:${(server.address() as AddressInfo).port}`, delayMs);
  const near = connect(Number(new URL(line.address).port), '127.0.0.1');
  const [far]: Socket[] = await once(server, 'connection');
  if (!far) throw new Error('The server got no connection');
  onTestFinished(async () => {
    await line.cut();
    server.close();
  });
  const received = { near: '', far: '' };
  near.on('data', (text) => {
    received.near += text;
  });
  far.on('data', (text) => {
    received.far += text;
  });
  return { line, near, far, received };
}

test('a slow connection delays each chunk, keeps their order, and delivers all data before it closes', async () => {
  const { near, far, received } = await connectOver(100);
  const start = performance.now();
  near.write('a');
  far.write('b');
  await until(() => received.near === 'b' && received.far === 'a');
  expect(performance.now() - start).toBeGreaterThanOrEqual(99);
  const closed = once(near, 'close');
  far.write('c');
  far.end('d');
  await closed;
  expect(received.near).toBe('bcd');
});

test('a held connection delivers nothing until it is released, not even data in transit', async () => {
  const { line, near, received } = await connectOver(50);
  near.write('a');
  await until(() => near.bytesWritten === 1);
  line.hold();
  const start = performance.now();
  near.write('b');
  await until(() => performance.now() - start > 150);
  expect(received.far).toBe('');
  line.release();
  await until(() => received.far === 'ab');
});

test('a connection that is cut in a frame delivers all but the last byte, and other connections go on', async () => {
  const { line, near, far, received } = await connectOver(0);
  line.cutInFrame();
  const closed = once(far, 'close');
  near.write('abc');
  await closed;
  expect(received.far).toBe('ab');
  expect(near.destroyed || (await once(near, 'close'))).toBeTruthy();
});
