/**
 * Requests to one node on EventStoreDB and Redis, compared with appends of the client alone and with a node that keeps its
 * read models in memory: in turns.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Cook, clearLists, listRequests, registerCooks } from '../cooks.ts';
import { type Figure, median, short } from '../figure.ts';
import { generateLoad, type LoadResult } from '../http-load.ts';
import { loadCore, PinnedProgram, pin, serverCore } from '../pinned.ts';
import { processorTimeMs } from './processor-time.ts';
import type { RawAppends } from './raw-appends.ts';

const connections = 64;
const turn = { reads: 5_000, posts: 2_000, postsAlone: 200 };
const rounds = 5;
/** Until the code is optimized. */
const warmUpRounds = 2;
const itemsOnRead = 10;

type Measured = LoadResult & { readonly cpuMs: number | undefined };

interface Round {
  readonly raw: RawAppends;
  readonly rawAlone: RawAppends;
  readonly post: Measured;
  readonly postAlone: Measured;
  readonly get: Measured;
  readonly getInMemory: Measured;
}

/** @param log the connection string of an EventStoreDB @param redis the URL of an empty Redis */
export async function measureRequests(log: string, redis: string): Promise<Figure[]> {
  pin(process.pid, loadCore);
  const raw = new PinnedProgram(serverCore, ['tests/bench/engines/raw-appends.ts', log]);
  await using servers = new AsyncDisposableStack();
  servers.use(raw);
  const inMemory = await openServer(servers, { EVENTSTORE_URL: '', REDIS_URL: '' });
  const node = await openServer(servers, { EVENTSTORE_URL: log, REDIS_URL: redis });
  await fill(inMemory);
  const results: Round[] = [];
  for (let round = -warmUpRounds; round < rounds; round++) {
    await clear(node);
    const rawMany: RawAppends = JSON.parse(await raw.request(`${connections} ${turn.posts}`));
    const post = await post64(node, turn.posts);
    await clear(node);
    const rawAlone: RawAppends = JSON.parse(await raw.request(`1 ${turn.postsAlone}`));
    const postAlone = await measure(node, 1, turn.postsAlone, node.add, 201);
    await fill(node);
    const get = await measure(node, connections, turn.reads, node.read, 200);
    const getInMemory = await measure(inMemory, connections, turn.reads, inMemory.read, 200);
    if (round >= 0) results.push({ raw: rawMany, rawAlone, post, postAlone, get, getInMemory });
  }
  return figuresOf(results);
}

interface Server {
  readonly port: number;
  readonly pid: number;
  readonly cooks: readonly Cook[];
  read(c: number): Buffer;
  add(c: number): Buffer;
}

async function openServer(servers: AsyncDisposableStack, env: Record<string, string>): Promise<Server> {
  const folder = await mkdtemp(join(tmpdir(), 'potluck-bench-'));
  servers.defer(() => rm(folder, { recursive: true }));
  const settings = {
    PORT: '0',
    DATA_DIR: folder,
    LOG_LEVEL: 'warn',
    RATE_LIMIT: '999999999',
    PUBLISH_LIMIT: '999999999',
  };
  const program = servers.use(new PinnedProgram(serverCore, ['server/main.ts'], { ...settings, ...env }));
  const port = Number(/:(\d+)/.exec(await program.readLine())?.[1]);
  const cooks = await registerCooks(port, connections);
  return { port, pid: program.pid, cooks, ...listRequests(cooks) };
}

const clear = ({ port, cooks }: Server) => clearLists(port, cooks);

const post64 = (server: Server, requests: number): Promise<Measured> =>
  measure(server, connections, requests, server.add, 201);

async function fill(server: Server): Promise<void> {
  await clear(server);
  await post64(server, connections * itemsOnRead);
}

async function measure(
  { port, pid }: Server,
  connections: number,
  requests: number,
  request: (c: number) => Buffer,
  expectedStatus: number,
): Promise<Measured> {
  const before = processorTimeMs(pid);
  const result = await generateLoad({ port, connections, requests, request, expectedStatus });
  const after = processorTimeMs(pid);
  const cpuMs = before === undefined || after === undefined ? undefined : (after - before) / requests;
  return { ...result, cpuMs };
}

function figuresOf(results: readonly Round[]): Figure[] {
  const of = (value: (round: Round) => number) => median(results.map(value));
  const cost = (cpuMs: (round: Round) => number | undefined) =>
    `${short(of((round) => cpuMs(round) ?? Number.NaN))} ms of processor time each`;
  return [
    {
      name: `POST to a grocery list on EventStoreDB and Redis, ${connections} connections`,
      value: of(({ post, raw }) => post.perSecond / raw.perSecond),
      unit: '× appends of the client alone',
      bound: { at: 'least', value: 0.75 },
      detail: `${short(of(({ post }) => post.perSecond))}/s against ${short(of(({ raw }) => raw.perSecond))}/s; ${cost(({ post }) => post.cpuMs)} against ${short(of(({ raw }) => raw.cpuMs))}`,
    },
    {
      name: 'the same, 1 connection, p50',
      value: of(({ postAlone, rawAlone }) => postAlone.p50 / rawAlone.p50),
      unit: '× one append of the client alone',
      bound: { at: 'most', value: 2 },
      detail: `${short(of(({ postAlone }) => postAlone.p50))} ms against ${short(of(({ rawAlone }) => rawAlone.p50))} ms`,
    },
    {
      name: `GET of a grocery list of ${itemsOnRead} items from Redis, ${connections} connections`,
      value: of(({ get, getInMemory }) => get.perSecond / getInMemory.perSecond),
      unit: '× from memory',
      bound: { at: 'least', value: 0.9 },
      detail: `${short(of(({ get }) => get.perSecond))}/s against ${short(of(({ getInMemory }) => getInMemory.perSecond))}/s; ${cost(({ get }) => get.cpuMs)}`,
    },
  ];
}
