/**
 * Catching up from EventStoreDB into an empty Redis, compared with reading the same log alone: interleaved, in processor time
 * of one process. Uses the servers at EVENTSTORE_URL and REDIS_URL, else the in-memory server and redis-server. A log that is
 * empty is filled with a simulated history; the Redis must be empty, and is emptied again.
 */
import { Redis } from 'ioredis';
import { allProjections } from '../../projections/definitions/all.ts';
import { openEventStoreDb } from '../../server/event-log/eventstoredb/open-event-store-db.ts';
import { simulatedHistory } from '../../server/simulation/simulated-history.ts';
import { findProgram } from '../support/programs.ts';
import { startRedis } from '../support/redis-server.ts';
import type { CatchUpCost } from './engines/catch-up-program.ts';
import { type Figure, median, short } from './figure.ts';
import { loadCore, PinnedProgram, serverCore } from './pinned.ts';

const events = 100_000;
const rounds = 3;

export async function measureEngines(): Promise<Figure[]> {
  await using servers = new AsyncDisposableStack();
  const redis = await findRedis(servers);
  if (redis === undefined) return [];
  const log = await findLog(servers);
  const program = servers.use(
    new PinnedProgram(serverCore, ['--expose-gc', 'tests/bench/engines/catch-up-program.ts']),
  );
  const read = async (): Promise<CatchUpCost> => JSON.parse(await program.request(`read ${log}`));
  const project = async (names: readonly string[]): Promise<CatchUpCost> => {
    const cost: CatchUpCost = JSON.parse(await program.request(`project ${log} ${redis.url} ${names.join(',')}`));
    await redis.empty();
    return cost;
  };
  const names = allProjections.map(({ name }) => name);
  await read();
  const all: Compared[] = [];
  for (let round = 0; round < rounds; round++) all.push({ alone: await read(), caughtUp: await project(names) });
  const figures = [
    toFigure('catch up from EventStoreDB into Redis, all projections', all, { at: 'least', value: 0.45 }),
  ];
  for (const name of names) {
    const compared = { alone: await read(), caughtUp: await project([name]) };
    figures.push(toFigure(`the same, only ${name}`, [compared]));
  }
  return figures;
}

interface Compared {
  readonly alone: CatchUpCost;
  readonly caughtUp: CatchUpCost;
}

const perCpuSecond = ({ events, cpuMs }: CatchUpCost): number => (events * 1000) / cpuMs;

function toFigure(name: string, compared: readonly Compared[], bound?: Figure['bound']): Figure {
  const ratios = compared.map(({ alone, caughtUp }) => perCpuSecond(caughtUp) / perCpuSecond(alone));
  const rate = (costs: readonly CatchUpCost[]) => short(median(costs.map(perCpuSecond)));
  const detail = `${rate(compared.map(({ caughtUp }) => caughtUp))} against ${rate(compared.map(({ alone }) => alone))} events a CPU second`;
  return { name, value: median(ratios), unit: '× reading alone', detail, ...(bound && { bound }) };
}

interface EmptyRedis {
  readonly url: string;
  empty(): Promise<unknown>;
}

async function findRedis(servers: AsyncDisposableStack): Promise<EmptyRedis | undefined> {
  const program = findProgram('redis-server');
  const given = process.env.REDIS_URL;
  if (given === undefined && program === undefined) return undefined;
  const url = given ?? servers.adopt(await startRedis(program ?? ''), (started) => started.remove()).url;
  const client = servers.adopt(new Redis(url), (opened) => opened.disconnect());
  if ((await client.dbsize()) > 0) throw new Error(`The Redis at REDIS_URL is not empty: choose another database`);
  return { url, empty: () => client.flushdb() };
}

async function findLog(servers: AsyncDisposableStack): Promise<string> {
  const url = process.env.EVENTSTORE_URL;
  if (url !== undefined) {
    await fillIfEmpty(url);
    return url;
  }
  const server = new PinnedProgram(loadCore, [
    'tests/support/eventstoredb-server/program.ts',
    JSON.stringify({ events }),
  ]);
  return servers.use(server).readLine();
}

async function fillIfEmpty(connectionString: string): Promise<void> {
  const log = await openEventStoreDb({ connectionString });
  try {
    if ((await log.head()) !== undefined) return;
    const history = simulatedHistory({ events, seed: 15, until: new Date('2026-11-01T00:00:00.000Z') });
    for (const { stream, events, expected } of history) await log.append(stream, events, expected);
  } finally {
    await log.close();
  }
}
