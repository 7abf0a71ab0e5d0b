/** The tail of the log over a real WebSocket, beside Socket.IO. */
import { mkdtempSync, rmSync } from 'node:fs';
import { connect, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest';
import { WebSocket } from 'ws';
import type { Accesses } from '../../server/core/contracts/audit.ts';
import { type TailFrame, tailProtocol, tailTokenPrefix } from '../../server/core/contracts/tail.ts';
import { runProgram } from '../support/command.ts';
import { type EmbeddedApp, openEmbeddedApp } from '../support/embedded-app.ts';
import { knownUsers } from '../support/known-users.ts';
import { serverEnvironment } from '../support/server-environment.ts';
import { until } from '../support/until.ts';

let folder: string;
let embedded: EmbeddedApp;
let port: number;
/** Of the last tail. */
let endSession: () => void;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'potluck-tail-'));
  const users = knownUsers('mia', 'tom', 'eve', 'kim');
  const watch: typeof users.watch = (token, _user, onEnded) => {
    endSession = () => token === 'token-eve' && onEnded();
    return () => {};
  };
  embedded = await openEmbeddedApp(folder, [], { live: true, identity: { ...users, watch } });
  for (const operator of ['eve', 'kim']) await embedded.makeOperator(operator);
  await embedded.app.listen({ host: '127.0.0.1', port: 0 });
  const address = embedded.app.server.address();
  port = typeof address === 'object' && address ? address.port : 0;
});
afterAll(async () => {
  const { frames, closed } = await tail();
  await embedded.close();
  await until(() => closed() === 1001);
  expect(frames.at(-1)).toMatchObject({ kind: 'end', reason: 'shutting-down' });
  rmSync(folder, { recursive: true });
});

const send = (user: string, method: 'POST' | 'DELETE', url: string, payload?: object) =>
  embedded.app.inject({
    ...{ method, url: `/api${url}`, headers: { authorization: `Bearer token-${user}` } },
    ...(payload && { payload }),
  });
const buy = (user: string, name: string) =>
  send(user, 'POST', '/grocery-list', { userId: user, ingredients: [{ name }] });

const why = 'why=What+happens+now';

/** A browser's WebSocket, which cannot send headers. */
async function tail(query = '', user = 'eve', at = port) {
  const socket = new WebSocket(`ws://127.0.0.1:${at}/api/audit/tail?${why}${query}`, [
    ...[tailProtocol, `${tailTokenPrefix}token-${user}`],
  ]);
  const frames: TailFrame[] = [];
  let pings = 0;
  let closed: number | undefined;
  socket.on('message', (data) => frames.push(JSON.parse(String(data))));
  socket.on('ping', () => {
    pings += 1;
  });
  socket.on('close', (code) => {
    closed = code;
  });
  await new Promise((resolve, reject) => {
    socket.once('open', resolve);
    socket.once('error', reject);
  });
  return {
    ...{ socket, frames, pings: () => pings, closed: () => closed },
    names: () => frames.flatMap((frame) => (frame.kind === 'event' ? [JSON.stringify(frame.event.data)] : [])),
    positions: () => frames.flatMap((frame) => (frame.kind === 'event' ? [frame.event.position] : [])),
  };
}

it('new events arrive one by one, and only the protocol is selected, not the token', async () => {
  const { socket, names } = await tail('&type=GroceryItemsAdded');
  expect(socket.protocol).toBe(tailProtocol);
  await buy('mia', 'Milk');
  await buy('tom', 'Rice');
  await until(() => names().length === 2);
  expect(names().map((data) => /Milk|Rice/.exec(data)?.[0])).toEqual(['Milk', 'Rice']);
  socket.close();
});

it('a reader that resumes misses nothing and gets nothing twice', async () => {
  const all = await tail('&after=0');
  const seen: string[] = [];
  let resumed = '&after=0';
  for (let n = 0; n < 5; n++) {
    const part = await tail(resumed);
    await buy('mia', `Item ${n}`);
    await until(() => part.names().some((data) => data.includes(`Item ${n}`)));
    part.socket.terminate();
    seen.push(...part.positions());
    resumed = `&after=${seen.at(-1)}`;
  }
  await until(() => all.positions().length >= seen.length);
  expect(seen).toEqual(all.positions().slice(0, seen.length));
  expect(new Set(seen).size).toBe(seen.length);
  all.socket.close();
});

it('a type is left out', async () => {
  const { socket, frames } = await tail('&after=0&actor=mia&without=GroceryItemsAdded');
  await until(() => frames.some(({ kind }) => kind === 'position'));
  expect(frames.filter((frame) => frame.kind === 'event' && frame.event.type === 'GroceryItemsAdded')).toEqual([]);
  await send('mia', 'DELETE', '/grocery-list/mia');
  await until(() => frames.some((frame) => frame.kind === 'event' && frame.event.type === 'GroceryListCleared'));
  socket.close();
});

it('the users concerned find the access once, however many events were shown', async () => {
  const { socket, names } = await tail('&actor=tom&after=0&type=GroceryItemsAdded');
  await buy('tom', 'Flour');
  await until(() => names().some((data) => data.includes('Flour')));
  socket.close();
  const headers = { authorization: 'Bearer token-tom', 'potluck-at-least': String(await embedded.head()) };
  const { items } = (await embedded.app.inject({ url: '/api/users/accesses', headers })).json<Accesses>();
  const found = items.filter(({ by, what }) => by.uid === 'eve' && what === 'changes of grocery lists');
  // Once by each tail that showed them: the three tests so far.
  expect(found.length).toBeGreaterThan(0);
  expect(found.every((access) => access.why === 'What happens now')).toBe(true);
  const again = await tail('&actor=tom&type=GroceryItemsAdded');
  for (const [n, name] of ['Salt', 'Oil', 'Corn', 'Peas'].entries()) {
    await buy('tom', name);
    await until(() => again.names().length === n + 1);
  }
  again.socket.close();
  headers['potluck-at-least'] = String(await embedded.head());
  const later = (await embedded.app.inject({ url: '/api/users/accesses', headers })).json<Accesses>().items;
  expect(later.length).toBe(items.length + 1);
});

it('a tail goes on when the time of its request is over', async () => {
  const maxWaitMs = 200;
  const ownFolder = mkdtempSync(join(tmpdir(), 'potluck-tail-'));
  const { app, makeOperator, close } = await openEmbeddedApp(ownFolder, ['tom', 'eve'], { maxWaitMs });
  onTestFinished(async () => {
    await close();
    rmSync(ownFolder, { recursive: true });
  });
  await makeOperator('eve');
  await app.listen({ host: '127.0.0.1', port: 0 });
  const { frames } = await tail('&type=GroceryItemsAdded', 'eve', Number(new URL(app.listeningOrigin).port));
  const openedAt = performance.now();
  await until(() => performance.now() - openedAt > maxWaitMs);
  // A write has no more time: on a busy machine, the first may be refused.
  const headers = { authorization: 'Bearer token-tom' };
  const payload = { userId: 'tom', ingredients: [{ name: 'Milk' }] };
  const write = { method: 'POST', url: '/api/grocery-list', headers, payload } as const;
  await until(async () => (await app.inject(write)).statusCode === 201);
  const isShown = ({ kind }: TailFrame) => kind !== 'position';
  await until(() => frames.some(isShown));
  expect(frames.find(isShown)).toMatchObject({ kind: 'event', event: { type: 'GroceryItemsAdded' } });
});

it('an operator whose role ends is closed within a second', async () => {
  const { frames, closed } = await tail('', 'kim');
  expect((await send('eve', 'DELETE', '/staff/kim/roles/operator')).statusCode).toBe(204);
  await until(() => closed() !== undefined, 1_000);
  expect(closed()).toBe(1008);
  expect(frames.at(-1)).toMatchObject({ kind: 'end', reason: 'not-allowed', after: expect.any(String) });
});

it('an operator whose session ends is closed at once', async () => {
  const { frames, closed } = await tail();
  endSession();
  await until(() => closed() === 1008, 1_000);
  expect(frames.at(-1)).toMatchObject({ kind: 'end', reason: 'not-allowed' });
});

it('a client that sends anything is closed', async () => {
  const { socket, closed } = await tail();
  socket.send('DELETE');
  await until(() => closed() === 1003);
});

/** The response to a handshake: its headers in any order and case, and its body. */
function handshake(
  path: string,
  headers: string,
  method = 'GET',
  onSocket?: (socket: Socket) => void,
): Promise<string> {
  return new Promise((resolve) => {
    const socket = connect({ port, host: '127.0.0.1' });
    socket.once('data', (data) => {
      const [head = '', body = ''] = String(data).replaceAll(path, 'PATH').split('\r\n\r\n');
      const [status = '', ...lines] = head.split('\r\n');
      const names = lines.map((line) => line.replace(/^[^:]+/, (name) => name.toLowerCase()));
      resolve([status, ...names.filter((line) => !line.startsWith('date:')).sort(), body].join('\n'));
      if (onSocket) onSocket(socket);
      else socket.destroy();
    });
    const upgrade = 'Connection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\n';
    const key = 'Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n';
    socket.write(`${method} ${path} HTTP/1.1\r\nHost: localhost\r\n${upgrade}${key}${headers}\r\n`);
  });
}

it.each([
  ['a user', 'Authorization: Bearer token-mia\r\n'],
  ['a visitor', ''],
  ['an invalid token', `Sec-WebSocket-Protocol: ${tailProtocol}, ${tailTokenPrefix}nobody\r\n`],
])('to %s, the tail is an address that does not exist', async (_, headers) => {
  const unknown = await handshake('/api/audit/tale', headers);
  expect(unknown).toMatch(/^HTTP\/1.1 404 Not Found\n/);
  expect(await handshake('/api/audit/tail', headers)).toBe(unknown);
});

it('a token is never selected as the protocol, also if the client offers it first, or alone', async () => {
  const token = `${tailTokenPrefix}token-eve`;
  const offer = (...protocols: string[]) =>
    handshake(`/api/audit/tail?${why}`, `Sec-WebSocket-Protocol: ${protocols.join(', ')}\r\n`);
  const both = await offer(token, tailProtocol);
  expect(both).toMatch(/^HTTP\/1.1 101 /);
  expect(both).toContain(`sec-websocket-protocol: ${tailProtocol}\n`);
  const alone = await offer(token);
  expect(alone).toMatch(/^HTTP\/1.1 101 /);
  expect(alone).not.toContain('sec-websocket-protocol');
});

it('a handshake by another method leaves the connection in use', async () => {
  const refused = Promise.withResolvers<Socket>();
  const guess = 'Authorization: Bearer nobody\r\n';
  expect(await handshake('/api/audit/tail', guess, 'POST', refused.resolve)).toMatch(/^HTTP\/1.1 404 /);
  const socket = await refused.promise;
  let next = '';
  socket.on('data', (data) => {
    next += String(data);
  });
  socket.write('GET /health/live HTTP/1.1\r\nHost: localhost\r\n\r\n');
  await until(() => next.startsWith('HTTP/1.1 200 '));
  socket.destroy();
});

it('one operator cannot take the places of others', async () => {
  const own = await Promise.all(Array.from({ length: 10 }, () => tail()));
  const eve = `Sec-WebSocket-Protocol: ${tailProtocol}, ${tailTokenPrefix}token-eve\r\n`;
  expect(await handshake(`/api/audit/tail?${why}`, eve)).toMatch(/^HTTP\/1.1 429 .*TOO_MANY_OWN_TAILS/s);
  await embedded.makeOperator('kim');
  const others = await tail('', 'kim');
  for (const { socket } of [...own, others]) socket.close();
  await until(() => [...own, others].every(({ closed }) => closed() !== undefined));
});

it('an invalid query is refused before the upgrade', async () => {
  const eve = 'Authorization: Bearer token-eve\r\n';
  expect(await handshake('/api/audit/tail', eve)).toMatch(/^HTTP\/1.1 422 /);
  expect(await handshake(`/api/audit/tail?${why}&after=999999`, eve)).toContain('is past the end of the log');
  const plain = await embedded.app.inject({
    ...{ url: `/api/audit/tail?${why}`, headers: { authorization: 'Bearer token-eve' } },
  });
  expect(plain.statusCode).toBe(426);
});

it('the command prints the same events', async () => {
  const { frames, socket, names } = await tail('&actor=tom&type=GroceryItemsAdded');
  const args = ['--json', 'audit', 'tail', '--actor', 'tom', '--type', 'GroceryItemsAdded', '--after'];
  const command = runProgram(
    process.execPath,
    ['server/potluck.ts', ...args, String(await embedded.head())],
    serverEnvironment({ DATA_DIR: folder }),
  );
  for (const name of ['Nuts', 'Figs']) await buy('tom', name);
  await until(() => names().length === 2);
  await command.waitForOutput(/Figs.*\n/, 30_000);
  command.interrupt();
  expect((await command.exit).code).toBe(0);
  const printed = command.stdout().trim().split('\n');
  expect(printed.map((line) => ({ kind: 'event', event: JSON.parse(line) }))).toEqual(
    frames.filter(({ kind }) => kind === 'event'),
  );
  socket.close();
});

it('Socket.IO still gets its own handshakes', async () => {
  expect(await handshake('/socket.io/?EIO=4&transport=websocket', '')).toMatch(/^HTTP\/1.1 101 /);
});
