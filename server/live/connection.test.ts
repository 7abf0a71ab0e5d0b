import { once } from 'node:events';
import { createServer } from 'node:http';
import { Socket as TcpSocket } from 'node:net';
import { Server } from 'socket.io';
import { io } from 'socket.io-client';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { until } from '../../tests/support/until.ts';
import { type LiveServer, type LiveSocket, readyTcpSocket, releaseHandshake, terminate } from './connection.ts';

// These tests cover internals of the installed Engine.IO. If they fail with another version, broadcasts still arrive
// through the documented API, but take twice as long.

let server: LiveServer;
let url: string;

beforeEach(async () => {
  const httpServer = createServer();
  server = new Server(httpServer);
  httpServer.listen(0, '127.0.0.1');
  await once(httpServer, 'listening');
  const address = httpServer.address();
  url = `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`;
});
afterEach(() => server.close());

async function connect(...transports: string[]) {
  const connected = new Promise<LiveSocket>((resolve) => server.once('connection', resolve));
  const client = io(url, { transports, reconnection: false, auth: { token: 'secret' } });
  return { client, socket: await connected };
}

test('finds the TCP socket of a WebSocket, and of long polling only after the upgrade', async () => {
  const { socket } = await connect('websocket');
  await until(() => readyTcpSocket(socket.conn) instanceof TcpSocket);

  const { socket: polling } = await connect('polling');
  expect(readyTcpSocket(polling.conn)).toBeUndefined();

  const { socket: upgrading } = await connect('polling', 'websocket');
  expect(readyTcpSocket(upgrading.conn)).toBeUndefined();
  await until(() => readyTcpSocket(upgrading.conn) instanceof TcpSocket);
});

test('finds no TCP socket while packets are buffered or after the connection closed', async () => {
  const { client, socket } = await connect('websocket');
  await until(() => readyTcpSocket(socket.conn) !== undefined);
  socket.emit('signedOut');
  socket.emit('signedOut');
  expect(readyTcpSocket(socket.conn)).toBeUndefined();
  await until(() => readyTcpSocket(socket.conn) !== undefined);

  client.disconnect();
  await until(() => readyTcpSocket(socket.conn) === undefined);
});

test.each(['websocket', 'polling'])('a terminated client over %s detects the disconnection', async (transport) => {
  const { client, socket } = await connect(transport);
  await until(() => client.connected);
  terminate(socket.conn);
  await until(() => !client.connected && server.engine.clientsCount === 0);
});

test('a released handshake is readable and empty, and the connection stays open', async () => {
  const { client, socket } = await connect('polling', 'websocket');
  releaseHandshake(socket);
  const [listed] = await server.fetchSockets();
  expect(listed?.handshake).toMatchObject({ headers: {}, auth: {}, url: '' });
  expect(socket.request.headers).toEqual({});
  expect(JSON.stringify(listed?.handshake)).not.toContain('secret');

  await until(() => readyTcpSocket(socket.conn) !== undefined);
  const received = new Promise((resolve) => client.once('signedOut', () => resolve(true)));
  socket.emit('signedOut');
  expect(await received).toBe(true);
});
