import { once } from 'node:events';
import { connect, type Socket as TcpSocket } from 'node:net';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { trusting } from '../../server/core/network/proxies.ts';
import {
  type Browser,
  browse,
  type LiveServer,
  likeCounts,
  liked,
  published,
  startBrowsing,
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

const visit = async (...[options]: [Parameters<typeof browse>[2]?]) => {
  const browser = await browse(server.url, undefined, { reconnection: false, ...options });
  clients.push(browser.socket);
  return browser;
};

/** Whether a browser gets in that says so of itself. */
async function getsIn(transport: 'websocket' | 'polling', extraHeaders: Record<string, string>): Promise<boolean> {
  const { socket } = startBrowsing(server.url, undefined, {
    transports: [transport],
    extraHeaders,
    reconnection: false,
  });
  clients.push(socket);
  const failed = new Promise((resolve) => socket.once('connect_error', () => resolve(false)));
  const connected = new Promise((resolve) => socket.once('connect', () => resolve(true)));
  return (await Promise.race([failed, connected])) === true;
}

/** A browser of which only the connection is left: it has joined and then reads and answers nothing more. */
async function stuck(): Promise<TcpSocket> {
  const socket = connect(server.port, '127.0.0.1');
  clients.push({ close: () => socket.destroy() });
  socket.write(
    [
      'GET /socket.io/?EIO=4&transport=websocket HTTP/1.1',
      `Host: 127.0.0.1:${server.port}`,
      'Connection: Upgrade',
      'Upgrade: websocket',
      'Sec-WebSocket-Version: 13',
      'Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==',
      '\r\n',
    ].join('\r\n'),
  );
  await once(socket, 'data');
  // `40` in a frame that is masked with zeros.
  socket.write(Buffer.from([0x81, 0x82, 0, 0, 0, 0, 0x34, 0x30]));
  await until(() => server.gateway.connections > 0);
  socket.removeAllListeners('data').pause();
  return socket;
}

describe('pages of other sites stay outside', () => {
  test.each(['websocket', 'polling'] as const)('over %s', async (transport) => {
    server = await startLive(new Tokens());
    const own = `http://127.0.0.1:${server.port}`;
    expect(await getsIn(transport, {})).toBe(true);
    expect(await getsIn(transport, { origin: own })).toBe(true);
    for (const origin of ['https://evil.example', `${own}.evil.example`, 'http://127.0.0.1:1', 'null', 'nonsense']) {
      expect(await getsIn(transport, { origin }), origin).toBe(false);
    }
  });

  test('but for a proxy that is trusted, the host that it was asked for counts', async () => {
    const page = { origin: 'https://potluck.example', 'x-forwarded-host': 'evil.example, potluck.example' };
    server = await startLive(new Tokens(), { trusts: trusting(['127.0.0.1']) });
    expect(await getsIn('websocket', page)).toBe(true);
    expect(await getsIn('websocket', { ...page, origin: 'https://evil.example' })).toBe(false);
    await server.close();
    server = await startLive(new Tokens(), { trusts: trusting(['10.0.0.0/8']) });
    expect(await getsIn('websocket', page)).toBe(false);
  });

  test('and get no answer that their browser would show them', async () => {
    server = await startLive(new Tokens());
    const answer = await fetch(`${server.url}/socket.io/?EIO=4&transport=polling`, {
      headers: { origin: 'https://evil.example' },
    });
    expect(answer.status).toBe(403);
    expect(answer.headers.get('access-control-allow-origin')).toBeNull();
  });

  test('and whoever the whole server does not admit', async () => {
    server = await startLive(new Tokens(), { admits: (headers) => headers['x-site'] !== 'another' });
    expect(await getsIn('polling', { 'x-site': 'another' })).toBe(false);
    expect(await getsIn('polling', {})).toBe(true);
  });
});

describe('connections', () => {
  test('are bounded in total; whoever leaves makes room', async () => {
    server = await startLive(new Tokens(), { limits: { total: 2 } });
    const [first] = [await visit(), await visit()];
    expect(await getsIn('websocket', {})).toBe(false);
    first?.socket.disconnect();
    await until(() => getsIn('websocket', {}));
  });

  test('are bounded for each address, which a trusted proxy names', async () => {
    server = await startLive(new Tokens(), { limits: { perAddress: 1 }, trusts: trusting(['loopback']) });
    expect(await getsIn('websocket', { 'x-forwarded-for': '10.0.0.1' })).toBe(true);
    expect(await getsIn('websocket', { 'x-forwarded-for': '10.0.0.1' })).toBe(false);
    expect(await getsIn('websocket', { 'x-forwarded-for': '10.0.0.1, 10.0.0.2' })).toBe(true);
    // What the proxy did not add itself may be a lie.
    expect(await getsIn('websocket', { 'x-forwarded-for': '10.0.0.9, 10.0.0.1' })).toBe(false);
    expect([await getsIn('websocket', {}), await getsIn('websocket', {})]).toEqual([true, true]);
  });

  test('of an address that have closed make room for others', async () => {
    server = await startLive(new Tokens(), { limits: { perAddress: 1 }, trusts: trusting(['loopback']) });
    const extraHeaders = { 'x-forwarded-for': '10.0.0.1' };
    const first = await visit({ extraHeaders });
    expect(await getsIn('websocket', extraHeaders)).toBe(false);
    first.socket.disconnect();
    await until(() => getsIn('websocket', extraHeaders));
  });

  test('are bounded for all addresses of one IPv6 network together', async () => {
    server = await startLive(new Tokens(), { limits: { perAddress: 1 }, trusts: trusting(['loopback']) });
    expect(await getsIn('websocket', { 'x-forwarded-for': '2001:db8:0:1::1' })).toBe(true);
    expect(await getsIn('websocket', { 'x-forwarded-for': '2001:db8:0:1::2' })).toBe(false);
    expect(await getsIn('websocket', { 'x-forwarded-for': '2001:db8:0:2::1' })).toBe(true);
  });

  test('are not bounded by an address that anybody may have made up', async () => {
    server = await startLive(new Tokens(), { limits: { perAddress: 1 } });
    const claimed = { 'x-forwarded-for': '10.0.0.1' };
    expect([await getsIn('websocket', claimed), await getsIn('websocket', claimed)]).toEqual([true, true]);
  });
});

/** Resolves when the server has processed the packets that were sent before: it refuses an unknown namespace after them. */
const processed = ({ socket }: Browser) =>
  new Promise((resolve) => socket.io.socket('/unknown').connect().once('connect_error', resolve));

describe('a browser is cut off', () => {
  test('that sends more than a token is long', async () => {
    server = await startLive(new Tokens());
    const browser = await visit();
    browser.socket.io.engine.write(`2["${'x'.repeat(20_000)}"]`);
    await until(() => !browser.socket.connected);
  });

  test('that does not stop sending', async () => {
    server = await startLive(new Tokens());
    const browser = await visit();
    for (let i = 0; i < 60; i++) browser.socket.io.engine.write('2["x"]');
    await until(() => !browser.socket.connected);
  });

  test('that sends a little is not, however long it stays', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
    server = await startLive(new Tokens());
    const browser = await visit();
    for (let window = 0; window < 3; window++) {
      for (let i = 0; i < 30; i++) browser.socket.io.engine.write('2["x"]');
      await processed(browser);
      vi.advanceTimersByTime(10_000);
    }
    expect(browser.socket.connected).toBe(true);
  });

  test('that does not take what it is sent, while all others get it', async () => {
    server = await startLive(new Tokens());
    const connection = await stuck();
    const cutOff = once(connection.resume().pause(), 'close');
    const others = [await visit(), await visit({ transports: ['polling'] })];
    const content = 'x'.repeat(20_000);
    let sent = 0;
    while (server.gateway.connections > others.length) {
      sent += 1;
      server.gateway.applied(published({ content }, `p${sent}`));
      await until(() => others.every(({ messages }) => messages.length === sent));
      // What the kernel takes for it, and a megabyte.
      expect(sent).toBeLessThan(1_000);
    }
    connection.resume();
    await cutOff;
    server.gateway.applied(liked(5));
    await until(() => others.every((other) => likeCounts(other).at(-1) === 5));
  });
});

test('closing takes no longer for a browser that does not answer', async () => {
  server = await startLive(new Tokens());
  await stuck();
  const started = performance.now();
  await server.close();
  // Else it would end by the time-out of its ping, after 20 s.
  expect(performance.now() - started).toBeLessThan(10_000);
  server = await startLive(new Tokens());
});
