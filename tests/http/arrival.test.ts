/** Requests over a raw connection: upgrades, pipelining, chunks and slow clients. */
import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { arrivalTimes } from '../../server/app.ts';
import { type EmbeddedApp, openEmbeddedApp } from '../support/embedded-app.ts';
import { describeWith } from '../support/requirements.ts';

let folder = '';
let embedded: EmbeddedApp;
let port = 0;

async function open(options: Parameters<typeof openEmbeddedApp>[2]): Promise<void> {
  folder = await mkdtemp(join(tmpdir(), 'potluck-arrival-'));
  embedded = await openEmbeddedApp(folder, ['mia'], options);
  await embedded.app.listen({ host: '127.0.0.1', port: 0 });
  const bound = embedded.app.server.address();
  port = typeof bound === 'object' && bound ? bound.port : 0;
}
async function close(): Promise<void> {
  await embedded.close();
  await rm(folder, { recursive: true });
}

const mia = 'Host: localhost\r\nAuthorization: Bearer token-mia\r\n';

/** Sends pieces over a new connection, one every `everyMs`. @returns everything received until it closes */
function exchange(pieces: readonly string[], everyMs = 0): Promise<string> {
  return new Promise((resolve) => {
    const socket = connect({ port, host: '127.0.0.1' });
    let received = '';
    const rest = [...pieces];
    const next = () => {
      const piece = rest.shift();
      if (piece !== undefined && socket.writable) socket.write(piece);
    };
    const timer = setInterval(next, everyMs);
    socket.on('data', (data) => {
      received += data;
    });
    // The server may reset the connection of a request that it refuses while it arrives.
    socket.on('error', () => undefined);
    socket.on('close', () => {
      clearInterval(timer);
      resolve(received);
    });
    next();
  });
}

describe('a raw connection', () => {
  beforeAll(() => open({ live: true }));
  afterAll(close);

  test.each([
    [
      'h2c',
      'Connection: Upgrade, HTTP2-Settings, close\r\nUpgrade: h2c\r\nHTTP2-Settings: AAMAAABkAAQAoAAAAAIAAAAA\r\n',
    ],
    ['TLS', 'Connection: Upgrade, close\r\nUpgrade: TLS/1.2\r\n'],
    ['an unknown protocol', 'Connection: Upgrade, close\r\nUpgrade: carrier-pigeon\r\n'],
    ['a WebSocket at an address without one', 'Connection: Upgrade, close\r\nUpgrade: websocket\r\n'],
  ])('ignores an offer to upgrade to %s', async (_, offer) => {
    const response = await exchange([`GET /api/community HTTP/1.1\r\n${mia}${offer}\r\n`]);
    expect(response).toMatch(/^HTTP\/1.1 200 OK\r\n/);
    expect(response).toContain('"nextCursor"');
  });

  test('reads the body of a request that offers h2c', async () => {
    const body = '{"title":"Sent by a client that offers h2c"}';
    const response = await exchange([
      `POST /api/community HTTP/1.1\r\n${mia}Connection: Upgrade, close\r\nUpgrade: h2c\r\n`,
      `Content-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n${body}`,
    ]);
    expect(response).toMatch(/^HTTP\/1.1 201 Created\r\n/);
  });

  test('answers 404 to a WebSocket handshake at an unknown address', async () => {
    const response = await exchange([
      `GET /nothing HTTP/1.1\r\n${mia}Connection: Upgrade, close\r\nUpgrade: websocket\r\n\r\n`,
    ]);
    expect(response).toMatch(/^HTTP\/1.1 404 Not Found\r\n/);
  });

  describeWith('curl', 'curl', (curl) => {
    test('gets an HTTP/1.1 response when it offers HTTP/2', async () => {
      const { stdout } = await promisify(execFile)(curl, [
        '--http2',
        '--silent',
        '--max-time',
        '10',
        '--write-out',
        '%{http_code} %{http_version}',
        '--output',
        '/dev/null',
        `http://127.0.0.1:${port}/api/community`,
      ]);
      expect(stdout).toBe('200 1.1');
    });
  });

  test('answers pipelined requests in order', async () => {
    const paths = Array.from({ length: 20 }, (_, n) => `/api/nothing-${n}`);
    const sent = paths.map((path, n) => `GET ${path} HTTP/1.1\r\n${mia}${n === 19 ? 'Connection: close\r\n' : ''}\r\n`);
    const response = await exchange([sent.join('')]);
    expect([...response.matchAll(/There is no GET (\S+)"/g)].map(([, path]) => path)).toEqual(paths);
  });

  test('is closed after too many pipelined requests', async () => {
    const response = await exchange([`GET /api/community HTTP/1.1\r\n${mia}\r\n`.repeat(500)]);
    expect(response.split('HTTP/1.1 200').length).toBeLessThan(100);
  });

  test('answers 411 to a chunked body', async () => {
    const response = await exchange([
      `POST /api/community HTTP/1.1\r\n${mia}Content-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n`,
      '2\r\n{}\r\n0\r\n\r\n',
    ]);
    expect(response).toMatch(/^HTTP\/1.1 411 Length Required\r\n/);
    expect(response).toContain('"code":"LENGTH_REQUIRED"');
  });
});

describe('slow requests', () => {
  const short = { headersTimeout: 300, requestTimeout: 900, connectionsCheckingInterval: 50 };
  beforeAll(() => open({ arrivalTimes: short }));
  afterAll(close);

  test.each([
    ['header', short.headersTimeout, [`GET /api/community HTTP/1.1\r\n`, ...new Array<string>(100).fill('a: b\r\n')]],
    [
      'body',
      short.requestTimeout,
      [
        `POST /api/community HTTP/1.1\r\n${mia}Content-Type: application/json\r\nContent-Length: 1000\r\n\r\n`,
        ...new Array<string>(100).fill(' '),
      ],
    ],
  ])('get 408 when their %s takes too long', async (_, limitMs, pieces) => {
    const started = performance.now();
    const response = await exchange(pieces, 50);
    const tookMs = performance.now() - started;
    expect(response).toMatch(/^HTTP\/1.1 408 Request Timeout\r\n/);
    expect(response).toContain('"code":"REQUEST_TIMEOUT"');
    expect(tookMs).toBeGreaterThan(limitMs - 20);
  });

  test('are limited by default to 15 s for the headers and 30 s in total', async () => {
    await close();
    await open({});
    const { headersTimeout, requestTimeout } = embedded.app.server;
    expect({ headersTimeout, requestTimeout }).toEqual({ headersTimeout: 15_000, requestTimeout: 30_000 });
    expect(arrivalTimes.connectionsCheckingInterval).toBeLessThanOrEqual(5_000);
  });
});
