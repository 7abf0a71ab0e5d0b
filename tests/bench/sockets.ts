/**
 * The latency of a like to the other browsers, and the memory of an idle socket. The server has one core, the clients
 * another. Alternates with a bare `ws` server that sends the same message to the same number of clients, which is the
 * limit of Node and the kernel on this machine.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { type Figure, type Quantiles, quantiles, short } from './figure.ts';
import { loadCore, serverCore } from './pinned.ts';
import { startClients, startServer } from './sockets/children.ts';

/** The bounds by number of sockets and likes. */
const sizes = [
  { sockets: 1_000, likes: 200, maxMs: 10 },
  { sockets: 5_000, likes: 100, maxMs: 15 },
];
const maxHeap = 12;
const maxRss = 27;

interface Measured {
  /** Latency of a like in ms, to the only signed-in browser among visitors. */
  readonly otherBrowser: Quantiles;
  /** Latency to every socket. */
  readonly allSockets: Quantiles;
  /** Latency to every client of the bare server. */
  readonly bare: Quantiles;
  /** Number of expected messages, and of those that did not arrive. */
  readonly messages: number;
  readonly missing: number;
  /** Memory of an idle socket, in kB. */
  readonly heap: number;
  readonly rss: number;
}

const blocks = 10;
const warmUp = { sockets: 500, likes: 100 };
/** Lets the server finish the work of accepting thousands of connections. */
const pauseMs = 1_000;

export async function measureLive(): Promise<Figure[]> {
  const figures: Figure[] = [];
  for (const { sockets, likes, maxMs } of sizes) {
    const measured = await measure(sockets, likes);
    const { otherBrowser, allSockets, bare, messages, missing, heap, rss } = measured;
    const at = `at ${sockets} sockets`;
    figures.push(
      {
        name: `a like reaches the other browser ${at}, p99`,
        value: otherBrowser.p99,
        unit: 'ms',
        bound: { at: 'most', value: maxMs },
        detail: `p50 ${short(otherBrowser.p50)} ms`,
      },
      {
        name: `a like reaches every socket ${at}, p99`,
        value: allSockets.p99 / bare.p99,
        unit: '× bare ws',
        detail: `p50 ${short(allSockets.p50)} and p99 ${short(allSockets.p99)} ms; bare ws ${short(bare.p50)} and ${short(bare.p99)} ms`,
      },
      {
        name: `messages that did not arrive ${at}`,
        value: missing,
        unit: `of ${messages}`,
        bound: { at: 'most', value: 0 },
      },
      { name: `heap of an idle socket ${at}`, value: heap, unit: 'kB', bound: { at: 'most', value: maxHeap } },
      { name: `RSS of an idle socket ${at}`, value: rss, unit: 'kB', bound: { at: 'most', value: maxRss } },
    );
  }
  return figures;
}

async function measure(sockets: number, likes: number): Promise<Measured> {
  await using app = await startServer('app-server.ts', serverCore);
  await using bare = await startServer('bare-server.ts', serverCore);
  await using clients = startClients(loadCore);
  for (const { target } of [app, bare]) {
    await clients.connect(target, warmUp.sockets);
    await clients.like(target, warmUp.likes);
    await clients.disconnect(target);
  }
  await sleep(pauseMs);

  const before = await app.memory();
  await clients.connect(app.target, sockets);
  await sleep(pauseMs);
  const after = await app.memory();

  await clients.connect(bare.target, sockets);
  const times = Math.ceil(likes / blocks);
  const results = { allSockets: [] as number[], otherBrowser: [] as number[], bare: [] as number[] };
  let missing = 0;
  for (let block = 0; block < blocks; block++) {
    const ours = await clients.like(app.target, times);
    for (const ms of ours.allSockets) results.allSockets.push(ms);
    results.otherBrowser.push(...ours.otherBrowser);
    missing += ours.missing;
    for (const ms of (await clients.like(bare.target, times)).allSockets) results.bare.push(ms);
  }
  return {
    otherBrowser: quantiles(results.otherBrowser),
    allSockets: quantiles(results.allSockets),
    bare: quantiles(results.bare),
    messages: sockets * times * blocks,
    missing,
    heap: (after.heap - before.heap) / sockets / 1_000,
    rss: (after.rss - before.rss) / sockets / 1_000,
  };
}
