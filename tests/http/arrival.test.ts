/** Over a connection as it is: how requests may arrive, and what else a client may offer. */
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

/** What comes over a connection until it ends. @param sent one piece every `everyMs` */
function exchange(sent: readonly string[], everyMs = 0): Promise<string> {
  return new Promise((resolve) => {
    const socket = connect({ port, host: '127.0.0.1' });
    let answered = '';
    const rest = [...sent];
    const next = () => {
      const piece = rest.shift();
      if (piece !== undefined && socket.writable) socket.write(piece);
    };
    const timer = setInterval(next, everyMs);
    socket.on('data', (data) => {
      answered += data;
    });
    // What was refused while it was on its way may end so.
    socket.on('error', () => undefined);
    socket.on('close', () => {
      clearInterval(timer);
      resolve(answered);
    });
    next();
  });
}

describe('requests arrive', () => {
  beforeAll(() => open({ live: true }));
  afterAll(close);

  test.each([
    [
      'h2c',
      'Connection: Upgrade, HTTP2-Settings, close\r\nUpgrade: h2c\r\nHTTP2-Settings: AAMAAABkAAQAoAAAAAIAAAAA\r\n',
    ],
    ['TLS', 'Connection: Upgrade, close\r\nUpgrade: TLS/1.2\r\n'],
    ['nothing that is known', 'Connection: Upgrade, close\r\nUpgrade: carrier-pigeon\r\n'],
    ['a WebSocket where there is none', 'Connection: Upgrade, close\r\nUpgrade: websocket\r\n'],
  ])('with an offer of %s, which is ignored', async (_, offer) => {
    const answer = await exchange([`GET /api/community HTTP/1.1\r\n${mia}${offer}\r\n`]);
    expect(answer).toMatch(/^HTTP\/1.1 200 OK\r\n/);
    expect(answer).toContain('"nextCursor"');
  });

  test('with an offer of h2c and a body, which is read', async () => {
    const body = '{"title":"Sent by a client that offers h2c"}';
    const answer = await exchange([
      `POST /api/community HTTP/1.1\r\n${mia}Connection: Upgrade, close\r\nUpgrade: h2c\r\n`,
      `Content-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n${body}`,
    ]);
    expect(answer).toMatch(/^HTTP\/1.1 201 Created\r\n/);
  });

  test('for a WebSocket at an unknown address, and get 404', async () => {
    const answer = await exchange([
      `GET /nothing HTTP/1.1\r\n${mia}Connection: Upgrade, close\r\nUpgrade: websocket\r\n\r\n`,
    ]);
    expect(answer).toMatch(/^HTTP\/1.1 404 Not Found\r\n/);
  });

  describeWith('curl', 'from curl', (curl) => {
    test('which offers HTTP/2', async () => {
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

  test('without waiting for answers, which come in their order', async () => {
    const paths = Array.from({ length: 20 }, (_, n) => `/api/nothing-${n}`);
    const sent = paths.map((path, n) => `GET ${path} HTTP/1.1\r\n${mia}${n === 19 ? 'Connection: close\r\n' : ''}\r\n`);
    const answer = await exchange([sent.join('')]);
    expect([...answer.matchAll(/There is no GET (\S+)"/g)].map(([, path]) => path)).toEqual(paths);
  });

  test('without end and without waiting for answers, which ends the connection', async () => {
    const answer = await exchange([`GET /api/community HTTP/1.1\r\n${mia}\r\n`.repeat(500)]);
    expect(answer.split('HTTP/1.1 200').length).toBeLessThan(100);
  });

  test('in chunks, and are refused with what to do', async () => {
    const answer = await exchange([
      `POST /api/community HTTP/1.1\r\n${mia}Content-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n`,
      '2\r\n{}\r\n0\r\n\r\n',
    ]);
    expect(answer).toMatch(/^HTTP\/1.1 411 Length Required\r\n/);
    expect(answer).toContain('"code":"LENGTH_REQUIRED"');
  });
});

describe('requests that take too long to arrive', () => {
  const short = { headersTimeout: 300, requestTimeout: 900, connectionsCheckingInterval: 50 };
  beforeAll(() => open({ arrivalTimes: short }));
  afterAll(close);

  test.each([
    ['headers', short.headersTimeout, [`GET /api/community HTTP/1.1\r\n`, ...new Array<string>(100).fill('a: b\r\n')]],
    [
      'a body',
      short.requestTimeout,
      [
        `POST /api/community HTTP/1.1\r\n${mia}Content-Type: application/json\r\nContent-Length: 1000\r\n\r\n`,
        ...new Array<string>(100).fill(' '),
      ],
    ],
  ])('with their %s end in time, with an answer', async (_, limitMs, pieces) => {
    const started = performance.now();
    const answer = await exchange(pieces, 50);
    const tookMs = performance.now() - started;
    expect(answer).toMatch(/^HTTP\/1.1 408 Request Timeout\r\n/);
    expect(answer).toContain('"code":"REQUEST_TIMEOUT"');
    expect(tookMs).toBeGreaterThan(limitMs - 20);
  });

  test('the program gives headers no longer than the whole request, and looks often enough', async () => {
    await close();
    await open({});
    const { headersTimeout, requestTimeout } = embedded.app.server;
    expect({ headersTimeout, requestTimeout }).toEqual({ headersTimeout: 15_000, requestTimeout: 30_000 });
    expect(arrivalTimes.connectionsCheckingInterval).toBeLessThanOrEqual(5_000);
  });
});
