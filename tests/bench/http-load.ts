/**
 * A minimal HTTP/1.1 load generator. Each connection sends its next request when it has received the response. Of a
 * response, it parses only status and length, so that one core can load the server on the other. It never lets its core
 * sleep: the server would have to wake it for each response, which took about a sixth of the time of a request.
 */
import { connect, type Socket } from 'node:net';
import { canPin } from './pinned.ts';

export interface Load {
  readonly port: number;
  readonly connections: number;
  readonly requests: number;
  /** The raw request number `n` of connection `c`. */
  request(c: number, n: number): Buffer;
  readonly expectedStatus: number;
}

export interface LoadResult {
  readonly perSecond: number;
  /** Latency of a request, in ms. */
  readonly p50: number;
  readonly p99: number;
}

/** @throws Error on the first response with another status */
export async function generateLoad(load: Load): Promise<LoadResult> {
  const latencies = new Float64Array(load.requests);
  let sent = 0;
  let received = 0;
  const sockets = await Promise.all(Array.from({ length: load.connections }, () => open(load.port)));
  let running = true;
  const stayAwake = () => {
    if (running) setImmediate(stayAwake);
  };
  if (canPin) stayAwake();
  const started = performance.now();
  try {
    await Promise.all(
      sockets.map(
        (socket, c) =>
          new Promise<void>((resolve, reject) => {
            let n = 0;
            let sentAt = 0;
            const reader = responseReader((status) => {
              if (status !== load.expectedStatus)
                return reject(new Error(`Status ${status} after ${received} responses`));
              latencies[received++] = performance.now() - sentAt;
              next();
            });
            const next = () => {
              if (sent === load.requests) return resolve();
              sent++;
              sentAt = performance.now();
              socket.write(load.request(c, n++));
            };
            socket.on('data', reader);
            socket.on('error', reject);
            socket.on('close', () => reject(new Error('The server closed a connection')));
            next();
          }),
      ),
    );
  } finally {
    running = false;
    for (const socket of sockets) socket.removeAllListeners('close').destroy();
  }
  const seconds = (performance.now() - started) / 1000;
  latencies.sort();
  const quantile = (q: number) => latencies[Math.floor((load.requests - 1) * q)] ?? 0;
  return { perSecond: load.requests / seconds, p50: quantile(0.5), p99: quantile(0.99) };
}

const open = (port: number): Promise<Socket> =>
  new Promise((resolve, reject) => {
    const socket = connect({ port, host: '127.0.0.1', noDelay: true }, () => resolve(socket));
    socket.once('error', reject);
  });

const headEnd = Buffer.from('\r\n\r\n');
const lengthHeader = /content-length: (\d+)/i;

/** Calls back with the status of each complete response. */
function responseReader(onResponse: (status: number) => void): (chunk: Buffer) => void {
  let pending: Buffer | undefined;
  let missing = 0;
  let status = 0;
  return (chunk) => {
    let data = chunk;
    if (missing > 0) {
      missing -= data.length;
      if (missing > 0) return;
      if (missing === 0) return onResponse(status);
      throw new Error('The server sent more than the response');
    }
    if (pending) data = Buffer.concat([pending, chunk]);
    const end = data.indexOf(headEnd);
    if (end < 0) {
      pending = data;
      return;
    }
    pending = undefined;
    const head = data.toString('latin1', 0, end);
    status = Number(head.slice(9, 12));
    missing = Number(lengthHeader.exec(head)?.[1] ?? 0) - (data.length - end - headEnd.length);
    if (missing === 0) onResponse(status);
  };
}
