/** Over a connection as it is: how requests may arrive. */
import { mkdtemp, rm } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type EmbeddedApp, openEmbeddedApp } from '../support/embedded-app.ts';

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

/** What comes over a connection until it ends. @param sent piece by piece, the next after so many ms */
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
