/**
 * How long a like takes to reach the other browsers, and what an idle socket holds. The server has one core, the
 * clients another. Each figure is taken in turns with a bare `ws` server that sends the same message to as many
 * clients: what Node and the kernel can do on this machine.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { type Figure, short } from './figure.ts';
import { loadCore, serverCore } from './pinned.ts';
import { startClients, startServer } from './sockets/children.ts';

/** What the product is held to, at so many sockets and likes. */
const sizes = [
  { sockets: 1_000, likes: 200, mostMs: 10 },
  { sockets: 5_000, likes: 100, mostMs: 15 },
];
const mostHeap = 12;
const mostRss = 27;

interface Measured {
  /** ms from sending a like until it is at one browser of somebody signed in, with all others visitors. */
  readonly otherBrowser: Quantiles;
  /** The same for every socket. */
  readonly everybody: Quantiles;
  /** The same for every client of the bare server. */
  readonly bare: Quantiles;
  /** Messages that should have arrived, and how many of them did not. */
  readonly messages: number;
  readonly missing: number;
  /** kB that an idle socket adds. */
  readonly heap: number;
  readonly rss: number;
}

interface Quantiles {
  readonly p50: number;
  readonly p99: number;
}

const blocks = 10;
const warmUp = { sockets: 500, likes: 100 };
/** What thousands of connects leave to do is done by then. */
const settleMs = 1_000;

export async function measureLive(): Promise<Figure[]> {
  const figures: Figure[] = [];
  for (const { sockets, likes, mostMs } of sizes) {
    const measured = await measure(sockets, likes);
    const { otherBrowser, everybody, bare, messages, missing, heap, rss } = measured;
    const at = `at ${sockets} sockets`;
    figures.push(
      {
        name: `a like reaches the other browser ${at}, p99`,
        value: otherBrowser.p99,
        unit: 'ms',
        bound: { at: 'most', value: mostMs },
        detail: `p50 ${short(otherBrowser.p50)} ms`,
      },
      {
        name: `a like reaches every socket ${at}, p99`,
        value: everybody.p99 / bare.p99,
        unit: '× bare ws',
        detail: `p50 ${short(everybody.p50)} and p99 ${short(everybody.p99)} ms; bare ws ${short(bare.p50)} and ${short(bare.p99)} ms`,
      },
      {
        name: `messages that did not arrive ${at}`,
        value: missing,
        unit: `of ${messages}`,
        bound: { at: 'most', value: 0 },
      },
      { name: `heap of an idle socket ${at}`, value: heap, unit: 'kB', bound: { at: 'most', value: mostHeap } },
      { name: `RSS of an idle socket ${at}`, value: rss, unit: 'kB', bound: { at: 'most', value: mostRss } },
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
  await sleep(settleMs);

  const before = await app.memory();
  await clients.connect(app.target, sockets);
  await sleep(settleMs);
  const after = await app.memory();

  await clients.connect(bare.target, sockets);
  const times = Math.ceil(likes / blocks);
  const taken = { everybody: [] as number[], otherBrowser: [] as number[], bare: [] as number[] };
  let missing = 0;
  for (let block = 0; block < blocks; block++) {
    const ours = await clients.like(app.target, times);
    for (const ms of ours.everybody) taken.everybody.push(ms);
    taken.otherBrowser.push(...ours.otherBrowser);
    missing += ours.missing;
    for (const ms of (await clients.like(bare.target, times)).everybody) taken.bare.push(ms);
  }
  return {
    otherBrowser: quantiles(taken.otherBrowser),
    everybody: quantiles(taken.everybody),
    bare: quantiles(taken.bare),
    messages: sockets * times * blocks,
    missing,
    heap: (after.heap - before.heap) / sockets / 1_000,
    rss: (after.rss - before.rss) / sockets / 1_000,
  };
}

function quantiles(taken: readonly number[]): Quantiles {
  const sorted = Float64Array.from(taken).sort();
  const at = (share: number) => sorted[Math.ceil(sorted.length * share) - 1] ?? Number.NaN;
  return { p50: at(0.5), p99: at(0.99) };
}
