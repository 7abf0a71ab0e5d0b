/** Two nodes on one EventStoreDB and Redis: writes to one stream through both, and how soon a like reaches the other one. */
import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { io, type Socket } from 'socket.io-client';
import { groceryLimits } from '../../../server/core/contracts/limits.ts';
import type { LiveMessage } from '../../../server/core/contracts/live.ts';
import { withTimeout } from '../../../server/core/timing/with-timeout.ts';
import { writes } from '../cooks.ts';
import { type Figure, median, quantiles, short } from '../figure.ts';
import { generateLoad } from '../http-load.ts';
import { loadCore, PinnedProgram, serverCore } from '../pinned.ts';

const cook = { uid: 'mia', token: 'token-mia' };
const connections = 32;
/** Of the posts, as many as a list has room for. */
const turn = { posts: groceryLimits.items, likes: 100 };
const rounds = 5;
const warmUpRounds = 2;

/** @param log the connection string of an EventStoreDB @param redis the URL of a Redis */
export async function measureTwoNodes(log: string, redis: string): Promise<Figure[]> {
  await using servers = new AsyncDisposableStack();
  const open = async (core: number, role: string): Promise<number> => {
    const program = servers.use(new PinnedProgram(core, ['tests/bench/engines/node-server.ts', log, redis, role]));
    return Number(await program.readLine());
  };
  const first = await open(serverCore, 'projections');
  const second = await open(loadCore, 'api');
  const ratios: number[] = [];
  const [alone, pair, likes]: [number[], number[], number[]] = [[], [], []];
  const postId = await publish(first);
  for (let round = -warmUpRounds; round < rounds; round++) {
    await call(first, 'DELETE', '/grocery-list/mia');
    const one = await addItems([first]);
    await call(first, 'DELETE', '/grocery-list/mia');
    const both = await addItems([first, second]);
    const arrivals = await like(first, second, postId);
    if (round < 0) continue;
    ratios.push(both / one);
    alone.push(one);
    pair.push(both);
    likes.push(...arrivals);
  }
  const { p50, p99 } = quantiles(likes);
  return [
    {
      name: `POST to one grocery list through two nodes, ${connections} connections each`,
      value: median(ratios),
      unit: '× through one',
      bound: { at: 'least', value: 1 },
      detail: `${short(median(pair))}/s against ${short(median(alone))}/s`,
    },
    {
      name: 'a like until it reaches a socket of the other node, p99',
      value: p99,
      unit: 'ms',
      bound: { at: 'most', value: 15 },
      detail: `p50 ${short(p50)} ms`,
    },
  ];
}

/** @returns how many a second, through all nodes together */
async function addItems(ports: readonly number[]): Promise<number> {
  const write = writes(cook, 'POST', '/api/grocery-list');
  const body = JSON.stringify({ userId: cook.uid, ingredients: [{ name: 'Tomatoes', amount: '500', unit: 'g' }] });
  const requests = turn.posts / ports.length;
  const startedAt = performance.now();
  const load = { connections, requests, request: () => write(body), expectedStatus: 201 };
  await Promise.all(ports.map((port) => generateLoad({ ...load, port })));
  return (turn.posts * 1000) / (performance.now() - startedAt);
}

/** @returns from sending each like to its arrival, in ms */
async function like(at: number, seenAt: number, postId: string): Promise<number[]> {
  const socket = io(`http://127.0.0.1:${seenAt}`, { transports: ['websocket'], reconnection: false });
  try {
    const connected = Promise.withResolvers<void>();
    socket.on('connect', connected.resolve);
    await withTimeout(connected.promise, 10_000);
    const latencies: number[] = [];
    for (let n = 0; n < turn.likes; n++) {
      const startedAt = performance.now();
      const arrived = changeOf(socket, postId);
      const answered = call(at, 'POST', `/community/${postId}/like`);
      await arrived;
      latencies.push(performance.now() - startedAt);
      await answered;
      // Until nothing of it is under way any more.
      await sleep(5 + Math.random() * 10);
    }
    return latencies;
  } finally {
    socket.disconnect();
  }
}

function changeOf(socket: Socket, postId: string): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  const receive = (message: LiveMessage) => {
    if (message.kind !== 'post.changed' || message.postId !== postId) return;
    socket.off('live', receive);
    resolve();
  };
  socket.on('live', receive);
  return withTimeout(promise, 10_000);
}

async function publish(port: number): Promise<string> {
  const published = await call(port, 'POST', '/community/', {
    title: 'Dumplings',
    type: 'text',
    content: 'Fold twice.',
  });
  const { id }: { id: string } = JSON.parse(published);
  return id;
}

async function call(port: number, method: string, path: string, body?: object): Promise<string> {
  const response = await fetch(`http://127.0.0.1:${port}/api${path}`, {
    method,
    headers: {
      authorization: `Bearer ${cook.token}`,
      'idempotency-key': randomUUID(),
      ...(body && { 'content-type': 'application/json' }),
    },
    ...(body && { body: JSON.stringify(body) }),
  });
  const text = await response.text();
  if (!response.ok) throw new Error(`${method} ${path} failed with status ${response.status}: ${text}`);
  return text;
}
