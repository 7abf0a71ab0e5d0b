import { once } from 'node:events';
import { createServer } from 'node:http';
import { Socket as TcpSocket } from 'node:net';
import { Server } from 'socket.io';
import { io } from 'socket.io-client';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { until } from '../../tests/support/until.ts';
import { cutOff, type LiveServer, type LiveSocket, readyTcpSocket, releaseHandshake } from './connection.ts';

// These hold for the version of Engine.IO that is installed. Should they fail with another, broadcasts still arrive,
// by the documented way, but take twice as long.

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

test('a WebSocket has a TCP socket to write to, long polling has none until it is upgraded', async () => {
  const { socket } = await connect('websocket');
  await until(() => readyTcpSocket(socket.conn) instanceof TcpSocket);

  const { socket: polling } = await connect('polling');
  expect(readyTcpSocket(polling.conn)).toBeUndefined();

  const { socket: upgrading } = await connect('polling', 'websocket');
  expect(readyTcpSocket(upgrading.conn)).toBeUndefined();
  await until(() => readyTcpSocket(upgrading.conn) instanceof TcpSocket);
});

test('there is none behind packets that still wait, nor once the connection is over', async () => {
  const { client, socket } = await connect('websocket');
  await until(() => readyTcpSocket(socket.conn) !== undefined);
  socket.emit('signedOut');
  socket.emit('signedOut');
  expect(readyTcpSocket(socket.conn)).toBeUndefined();
  await until(() => readyTcpSocket(socket.conn) !== undefined);

  client.disconnect();
  await until(() => readyTcpSocket(socket.conn) === undefined);
});

test.each(['websocket', 'polling'])('a client over %s that is cut off notices', async (transport) => {
  const { client, socket } = await connect(transport);
  await until(() => client.connected);
  cutOff(socket.conn);
  await until(() => !client.connected && server.engine.clientsCount === 0);
});

test('a released handshake says nothing, but can be read, and the connection lives on', async () => {
  const { client, socket } = await connect('polling', 'websocket');
  releaseHandshake(socket);
  const [listed] = await server.fetchSockets();
  expect(listed?.handshake).toMatchObject({ headers: {}, auth: {}, url: '' });
  expect(socket.request.headers).toEqual({});
  expect(JSON.stringify(listed?.handshake)).not.toContain('secret');

  await until(() => readyTcpSocket(socket.conn) !== undefined);
  const told = new Promise((resolve) => client.once('signedOut', () => resolve(true)));
  socket.emit('signedOut');
  expect(await told).toBe(true);
});
