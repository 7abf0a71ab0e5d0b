import { createServer } from 'node:http';
import { afterEach, expect, test } from 'vitest';
import { listen, webAddress } from './listening.ts';

const servers = new Set<ReturnType<typeof createServer>>();

function appOf() {
  const server = createServer();
  servers.add(server);
  return {
    server,
    listen: ({ host, port }: { host: string; port: number }) =>
      new Promise<void>((resolve, reject) => {
        server.once('error', reject);
        server.listen(port, host, resolve);
      }),
  };
}

afterEach(() => {
  for (const server of servers) server.close();
  servers.clear();
});

test.each([
  ['127.0.0.1', 'http://localhost:5000'],
  ['localhost', 'http://localhost:5000'],
  ['::1', 'http://localhost:5000'],
  ['0.0.0.0', 'http://localhost:5000'],
  ['::', 'http://localhost:5000'],
  // localhost does not resolve to this address.
  ['127.8.9.10', 'http://127.8.9.10:5000'],
  ['192.168.1.20', 'http://192.168.1.20:5000'],
  ['2001:db8::1', 'http://[2001:db8::1]:5000'],
  ['potluck.example', 'http://potluck.example:5000'],
])('a server on %s is opened at %s', (host, address) => {
  expect(webAddress(host, 5000)).toBe(address);
});

test('chooses a free port for port 0, and refuses a port in use', async () => {
  const app = appOf();
  const address = await listen(app, { host: '127.0.0.1', port: 0 });
  expect(address).toMatch(/^http:\/\/localhost:[1-9]\d*$/);
  const { port } = new URL(address);
  await expect(listen(appOf(), { host: '127.0.0.1', port: Number(port) })).rejects.toThrow(`PORT: ${port} is in use`);
});

test('refuses an address of another machine', async () => {
  await expect(listen(appOf(), { host: '192.0.2.1', port: 0 })).rejects.toThrow('HOST: 192.0.2.1 is no address');
});
