import { once } from 'node:events';
import { type IncomingMessage, request } from 'node:http';
import { expect, onTestFinished, test } from 'vitest';
import { createMetrics } from './metrics.ts';

/** Serves metrics on an address, and reads them as a client that knows the server by a name. Resolves to the status. */
async function serveOn(host: string) {
  const metrics = createMetrics().createServer({
    health: async () => ({ status: 'ready', parts: [] }),
    reports: { read: async () => [] },
    seals: { sealedAt: async () => undefined },
    live: { connections: 0, rooms: 0 },
    limits: { isShared: undefined },
  });
  await metrics.listen({ host, port: 0 });
  onTestFinished(() => metrics.close());
  const address = metrics.server.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  return async (name: string) => {
    const sent = request({ host: '127.0.0.1', port, path: '/metrics', headers: { host: `${name}:${port}` } }).end();
    const [response]: IncomingMessage[] = await once(sent, 'response');
    response?.resume();
    return response?.statusCode;
  };
}

test('on an address of this machine, answers to its names only', async () => {
  const statusFor = await serveOn('127.0.0.1');
  for (const name of ['127.0.0.1', 'localhost', 'potluck.localhost']) expect(await statusFor(name), name).toBe(200);
  for (const name of ['attacker.example', '127.0.0.1.attacker.example', '10.0.0.7']) {
    expect(await statusFor(name), name).toBe(403);
  }
});

test('on an address that other machines reach, answers to the name by which Prometheus knows it', async () => {
  const statusFor = await serveOn('0.0.0.0');
  for (const name of ['node-1', 'worker', '127.0.0.1']) expect(await statusFor(name), name).toBe(200);
});
