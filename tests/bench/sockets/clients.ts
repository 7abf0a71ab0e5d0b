/** Thousands of browsers in one child process, with a minimal WebSocket client. */
import { Agent, request } from 'node:http';
import { connect, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Arrivals, ClientCommand, ClientReport, Target } from './protocol.ts';

const batchSize = 100;
const timeoutMs = 10_000;
const buffer = Buffer.alloc(65_536);
const agent = new Agent({ keepAlive: true });

interface Browser {
  readonly socket: Socket;
  readonly isSignedIn: boolean;
}

/** The arrivals of the current like. */
interface Round {
  readonly arrivals: number[];
  otherBrowser: number | undefined;
}

interface Crowd {
  readonly browsers: Browser[];
  round: Round | undefined;
}

const crowds = new Map<number, Crowd>();

async function open(target: Target, count: number): Promise<void> {
  const crowd: Crowd = { browsers: [], round: undefined };
  crowds.set(target.port, crowd);
  for (let opened = 0; opened < count; opened += batchSize) {
    const batch = Array.from({ length: Math.min(batchSize, count - opened) }, (_, i) => opened + i);
    await Promise.all(batch.map((i) => openOne(target, crowd, i === Math.floor(count / 2))));
  }
}

function openOne(target: Target, crowd: Crowd, isSignedIn: boolean): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  let upgraded = false;
  const receive = (bytes: number) => {
    if (!upgraded) {
      const response = buffer.toString('latin1', 0, bytes);
      if (!response.startsWith('HTTP/1.1 101')) reject(new Error(response));
      upgraded = true;
      if (target.protocol === 'raw') resolve();
      else socket.write(frame(`40${isSignedIn ? JSON.stringify({ token: target.token }) : ''}`));
      return true;
    }
    for (let at = 0; at < bytes; at = next(at)) {
      const text = textAt(at);
      if (text === '2') socket.write(frame('3'));
      else if (text.startsWith('40')) resolve();
      else if (text.includes('post.changed')) arrive(crowd, isSignedIn);
    }
    return true;
  };
  const socket = connect({ port: target.port, host: '127.0.0.1', onread: { buffer, callback: receive } });
  socket.once('error', reject);
  socket.once('connect', () => socket.write(handshake(target)));
  crowd.browsers.push({ socket, isSignedIn });
  return promise;
}

function arrive({ round }: Crowd, isSignedIn: boolean) {
  if (!round) throw new Error('A message arrived without a like');
  const now = performance.now();
  round.arrivals.push(now);
  if (isSignedIn) round.otherBrowser = now;
}

/** A handshake with the headers of a browser. */
const handshake = ({ port, protocol }: Target) =>
  [
    `GET ${protocol === 'raw' ? '/' : '/socket.io/?EIO=4&transport=websocket'} HTTP/1.1`,
    `Host: 127.0.0.1:${port}`,
    `Origin: http://127.0.0.1:${port}`,
    'User-Agent: Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/150.0.0.0 Safari/537.36',
    'Accept-Encoding: gzip, deflate, br, zstd',
    'Accept-Language: en-GB,en;q=0.9',
    'Cache-Control: no-cache',
    'Pragma: no-cache',
    'Connection: Upgrade',
    'Upgrade: websocket',
    'Sec-WebSocket-Version: 13',
    'Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==',
    'Sec-WebSocket-Extensions: permessage-deflate; client_max_window_bits',
    '\r\n',
  ].join('\r\n');

/** A frame masked with zeros, which leaves the text unchanged. */
function frame(text: string): Buffer {
  return Buffer.concat([Buffer.from([0x81, 0x80 | text.length, 0, 0, 0, 0]), Buffer.from(text)]);
}

const headerSize = (at: number) => (buffer.readUInt8(at + 1) === 126 ? 4 : 2);
const payloadSize = (at: number) => (headerSize(at) === 4 ? buffer.readUInt16BE(at + 2) : buffer.readUInt8(at + 1));
const next = (at: number) => at + headerSize(at) + payloadSize(at);
const textAt = (at: number) => buffer.toString('latin1', at + headerSize(at), next(at));

async function like(target: Target, times: number): Promise<Arrivals> {
  const crowd = crowds.get(target.port);
  if (!crowd) throw new Error('No browser is connected');
  const allSockets: number[] = [];
  const otherBrowser: number[] = [];
  let missing = 0;
  for (let i = 0; i < times; i++) {
    const round: Round = { arrivals: [], otherBrowser: undefined };
    crowd.round = round;
    const sentAt = performance.now();
    const responded = send(target);
    await waitForAll(round, crowd.browsers.length, sentAt + timeoutMs);
    await responded;
    for (const at of round.arrivals) allSockets.push(at - sentAt);
    if (round.otherBrowser !== undefined) otherBrowser.push(round.otherBrowser - sentAt);
    missing += crowd.browsers.length - round.arrivals.length;
    await sleep(5 + Math.random() * 10);
  }
  return { allSockets, otherBrowser, missing };
}

/** Polls without sleeping: waking this process would cost time on the server's core, unlike a real browser. */
function waitForAll(round: Round, count: number, deadline: number): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  const check = () => {
    if (round.arrivals.length >= count || performance.now() > deadline) resolve();
    else setImmediate(check);
  };
  check();
  return promise;
}

function send({ port, likePath, token }: Target): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  const headers = { authorization: `Bearer ${token}`, 'content-length': 0 };
  request({ agent, port, host: '127.0.0.1', method: 'POST', path: likePath, headers }, (response) => {
    if (response.statusCode !== 200) reject(new Error(`The like got status ${response.statusCode}`));
    response.resume().once('end', resolve);
  })
    .once('error', reject)
    .end();
  return promise;
}

async function run(command: ClientCommand): Promise<ClientReport> {
  switch (command.do) {
    case 'connect':
      await open(command.target, command.count);
      return { is: 'done' };
    case 'like':
      return { is: 'arrived', arrivals: await like(command.target, command.times) };
    case 'disconnect':
      for (const { socket } of crowds.get(command.target.port)?.browsers ?? []) socket.destroy();
      crowds.delete(command.target.port);
      return { is: 'done' };
  }
}

process.on('message', (command: ClientCommand) => {
  run(command).then(
    (done) => process.send?.(done),
    (error: unknown) => {
      process.stderr.write(`${error instanceof Error ? error.stack : String(error)}\n`);
      process.exit(1);
    },
  );
});
process.once('disconnect', () => process.exit());
