import { once } from 'node:events';
import { connect, type Socket as TcpSocket } from 'node:net';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { compileTrustedProxies } from '../../server/core/network/proxies.ts';
import {
  type Browser,
  type BrowserOptions,
  connectBrowser,
  type LiveServer,
  likeCounts,
  openBrowser,
  postLiked,
  postPublished,
  startLive,
  Tokens,
} from '../support/live.ts';
import { until } from '../support/until.ts';

let server: LiveServer;
const clients: { close(): void }[] = [];

afterEach(async () => {
  vi.useRealTimers();
  for (const client of clients.splice(0)) client.close();
  await server.close();
});

const visit = async (options: BrowserOptions = {}) => {
  const browser = await connectBrowser(server.url, undefined, { reconnection: false, ...options });
  clients.push(browser.socket);
  return browser;
};

/** Whether the server accepts a connection with these headers. */
async function isAdmitted(transport: 'websocket' | 'polling', extraHeaders: Record<string, string>): Promise<boolean> {
  const { socket } = openBrowser(server.url, undefined, {
    transports: [transport],
    extraHeaders,
    reconnection: false,
  });
  clients.push(socket);
  const failed = new Promise((resolve) => socket.once('connect_error', () => resolve(false)));
  const connected = new Promise((resolve) => socket.once('connect', () => resolve(true)));
  return (await Promise.race([failed, connected])) === true;
}

/** The head of a frame whose payload is masked with zeros. */
const frameHead = (opcode: number, length = 0): Buffer => Buffer.from([opcode, 0x80 | length, 0, 0, 0, 0]);

/** Opens a raw WebSocket. */
async function openWebSocket(query = ''): Promise<TcpSocket> {
  const socket = connect(server.port, '127.0.0.1');
  clients.push({ close: () => socket.destroy() });
  socket.write(
    [
      `GET /socket.io/?EIO=4&transport=websocket${query} HTTP/1.1`,
      `Host: 127.0.0.1:${server.port}`,
      'Connection: Upgrade',
      'Upgrade: websocket',
      'Sec-WebSocket-Version: 13',
      'Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==',
      '\r\n',
    ].join('\r\n'),
  );
  await once(socket, 'data');
  return socket;
}

/** Opens a raw connection to the namespace that then neither reads nor responds. */
async function connectStalled(): Promise<TcpSocket> {
  const socket = await openWebSocket();
  // Socket.IO's CONNECT.
  socket.write(Buffer.concat([frameHead(0x81, 2), Buffer.from('40')]));
  await until(() => server.gateway.connections > 0);
  socket.removeAllListeners('data').pause();
  return socket;
}

describe('the gateway', () => {
  test.each(['websocket', 'polling'] as const)('refuses other origins over %s', async (transport) => {
    server = await startLive(new Tokens());
    const own = `http://127.0.0.1:${server.port}`;
    expect(await isAdmitted(transport, {})).toBe(true);
    expect(await isAdmitted(transport, { origin: own })).toBe(true);
    for (const origin of ['https://evil.example', `${own}.evil.example`, 'http://127.0.0.1:1', 'null', 'nonsense']) {
      expect(await isAdmitted(transport, { origin }), origin).toBe(false);
    }
  });

  test('compares the origin with the forwarded host of a trusted proxy only', async () => {
    const page = { origin: 'https://potluck.example', 'x-forwarded-host': 'evil.example, potluck.example' };
    server = await startLive(new Tokens(), { isTrustedProxy: compileTrustedProxies(['127.0.0.1']) });
    expect(await isAdmitted('websocket', page)).toBe(true);
    expect(await isAdmitted('websocket', { ...page, origin: 'https://evil.example' })).toBe(false);
    await server.close();
    server = await startLive(new Tokens(), { isTrustedProxy: compileTrustedProxies(['10.0.0.0/8']) });
    expect(await isAdmitted('websocket', page)).toBe(false);
  });

  test('sends other origins no CORS header', async () => {
    server = await startLive(new Tokens());
    const response = await fetch(`${server.url}/socket.io/?EIO=4&transport=polling`, {
      headers: { origin: 'https://evil.example' },
    });
    expect(response.status).toBe(403);
    expect(response.headers.get('access-control-allow-origin')).toBeNull();
  });

  test("applies the server's own admission rule", async () => {
    server = await startLive(new Tokens(), { isRequestAllowed: (headers) => headers['x-site'] !== 'another' });
    expect(await isAdmitted('polling', { 'x-site': 'another' })).toBe(false);
    expect(await isAdmitted('polling', {})).toBe(true);
  });
});

describe('connections', () => {
  test('are limited in total; a closed one makes room', async () => {
    server = await startLive(new Tokens(), { limits: { maxConnections: 2 } });
    const [first] = [await visit(), await visit()];
    expect(await isAdmitted('websocket', {})).toBe(false);
    first?.socket.disconnect();
    await until(() => isAdmitted('websocket', {}));
  });

  test('are limited per address, which a trusted proxy forwards', async () => {
    server = await startLive(new Tokens(), {
      limits: { maxPerAddress: 1 },
      isTrustedProxy: compileTrustedProxies(['loopback']),
    });
    expect(await isAdmitted('websocket', { 'x-forwarded-for': '10.0.0.1' })).toBe(true);
    expect(await isAdmitted('websocket', { 'x-forwarded-for': '10.0.0.1' })).toBe(false);
    expect(await isAdmitted('websocket', { 'x-forwarded-for': '10.0.0.1, 10.0.0.2' })).toBe(true);
    // Only the last entry is the proxy's; a client can forge the others.
    expect(await isAdmitted('websocket', { 'x-forwarded-for': '10.0.0.9, 10.0.0.1' })).toBe(false);
    expect([await isAdmitted('websocket', {}), await isAdmitted('websocket', {})]).toEqual([true, true]);
  });

  test('make room for others from the same address when they close', async () => {
    server = await startLive(new Tokens(), {
      limits: { maxPerAddress: 1 },
      isTrustedProxy: compileTrustedProxies(['loopback']),
    });
    const extraHeaders = { 'x-forwarded-for': '10.0.0.1' };
    const first = await visit({ extraHeaders });
    expect(await isAdmitted('websocket', extraHeaders)).toBe(false);
    first.socket.disconnect();
    await until(() => isAdmitted('websocket', extraHeaders));
  });

  test('are limited per IPv6 network', async () => {
    server = await startLive(new Tokens(), {
      limits: { maxPerAddress: 1 },
      isTrustedProxy: compileTrustedProxies(['loopback']),
    });
    expect(await isAdmitted('websocket', { 'x-forwarded-for': '2001:db8:0:1::1' })).toBe(true);
    expect(await isAdmitted('websocket', { 'x-forwarded-for': '2001:db8:0:1::2' })).toBe(false);
    expect(await isAdmitted('websocket', { 'x-forwarded-for': '2001:db8:0:2::1' })).toBe(true);
  });

  test('are not limited by an address that a client may have forged', async () => {
    server = await startLive(new Tokens(), { limits: { maxPerAddress: 1 } });
    const forged = { 'x-forwarded-for': '10.0.0.1' };
    expect([await isAdmitted('websocket', forged), await isAdmitted('websocket', forged)]).toEqual([true, true]);
  });
});

/** Connects to an unknown namespace: its refusal shows that the server has processed all earlier packets. */
const awaitPacketsProcessed = ({ socket }: Browser) =>
  new Promise((resolve) => socket.io.socket('/unknown').connect().once('connect_error', resolve));

describe('a client', () => {
  test('is disconnected when it sends a packet longer than a token', async () => {
    server = await startLive(new Tokens());
    const browser = await visit();
    browser.socket.io.engine.write(`2["${'x'.repeat(20_000)}"]`);
    await until(() => !browser.socket.connected);
  });

  test('is disconnected when it sends too many packets', async () => {
    server = await startLive(new Tokens());
    const browser = await visit();
    for (let i = 0; i < 60; i++) browser.socket.io.engine.write('2["x"]');
    await until(() => !browser.socket.connected);
  });

  test('that sends a few packets stays connected over several time windows', async () => {
    vi.useFakeTimers({ toFake: ['performance'] });
    server = await startLive(new Tokens());
    const browser = await visit();
    for (let window = 0; window < 3; window++) {
      for (let i = 0; i < 30; i++) browser.socket.io.engine.write('2["x"]');
      await awaitPacketsProcessed(browser);
      vi.advanceTimersByTime(10_000);
    }
    expect(browser.socket.connected).toBe(true);
  });

  test.each([
    ['pings', frameHead(0x89)],
    ['pongs', frameHead(0x8a)],
    ['pings whose pongs it does not read', Buffer.concat([frameHead(0x89, 125), Buffer.alloc(125)])],
  ])('is disconnected when it sends too many %s', async (_kind, frame) => {
    server = await startLive(new Tokens());
    const connection = await connectStalled();
    connection.on('error', () => undefined);
    // As one read of the server contains.
    connection.write(Buffer.alloc(64 * 1024, frame));
    await until(() => server.gateway.connections === 0);
  });

  test('is disconnected when it sends too many packets before its WebSocket replaces polling', async () => {
    server = await startLive(new Tokens());
    const opened = await fetch(`${server.url}/socket.io/?EIO=4&transport=polling`);
    const { sid } = JSON.parse((await opened.text()).slice(1));
    const connection = await openWebSocket(`&sid=${sid}`);
    const closed = once(connection.resume(), 'close');
    const probe = Buffer.concat([frameHead(0x81, 6), Buffer.from('2probe')]);
    connection.write(Buffer.concat(new Array(60).fill(probe)));
    await closed;
  });

  test('that does not read is disconnected, while all others receive their messages', async () => {
    server = await startLive(new Tokens());
    const connection = await connectStalled();
    const disconnected = once(connection.resume().pause(), 'close');
    const others = [await visit(), await visit({ transports: ['polling'] })];
    const content = 'x'.repeat(20_000);
    let sent = 0;
    while (server.gateway.connections > others.length) {
      sent += 1;
      server.gateway.publish(postPublished({ content }, `p${sent}`));
      await until(() => others.every(({ messages }) => messages.length === sent));
      // Enough to fill the kernel's buffers and the server's limit of 1 MiB.
      expect(sent).toBeLessThan(1_000);
    }
    connection.resume();
    await disconnected;
    server.gateway.publish(postLiked(5));
    await until(() => others.every((other) => likeCounts(other).at(-1) === 5));
  });
});

test('closes without waiting for a client that does not respond', async () => {
  server = await startLive(new Tokens());
  await connectStalled();
  const started = performance.now();
  await server.close();
  // Otherwise it would end by its ping timeout, after 20 s.
  expect(performance.now() - started).toBeLessThan(10_000);
  server = await startLive(new Tokens());
});
