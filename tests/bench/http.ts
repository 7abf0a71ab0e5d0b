/**
 * Compares the REST API with its limits: a Fastify route that sends a constant of the same size, and the raw log on the
 * same disk. The server has one core, the load another. Alternates between all parts, and uses only ratios within a
 * round.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { clearLists, listOf, listRequests, registerCooks, send } from './cooks.ts';
import { type Figure, median, short } from './figure.ts';
import { generateLoad, type LoadResult } from './http-load.ts';
import { loadCore, PinnedProgram, pin, serverCore } from './pinned.ts';
import type { RawLogResult } from './raw-log.ts';

interface Round {
  readonly constant: LoadResult;
  readonly get: LoadResult;
  readonly rawGrouped: RawLogResult;
  readonly rawSingle: RawLogResult;
  readonly post: LoadResult;
  readonly postAlone: LoadResult;
}

const connections = 64;
const itemsOnRead = 10;
/** Short turns, so that a drift of the machine's speed affects both sides of a ratio alike. */
const turn = { reads: 10_000, posts: 5_000, postsAlone: 150, rawMs: 250 };
/** Until the server's code is optimized. */
const warmUpRounds = 6;

export async function measureHttp(rounds: number): Promise<Figure[]> {
  pin(process.pid, loadCore);
  const folder = await mkdtemp(join(tmpdir(), 'potluck-bench-'));
  try {
    await using constantServer = new PinnedProgram(serverCore, ['tests/bench/constant-server.ts']);
    await using rawLog = new PinnedProgram(serverCore, ['tests/bench/raw-log.ts', folder]);
    await using server = new PinnedProgram(serverCore, ['server/main.ts'], {
      PORT: '0',
      DATA_DIR: folder,
      LOG_LEVEL: 'warn',
      // High enough for the load, with the limit enabled.
      RATE_LIMIT: '999999999',
      PUBLISH_LIMIT: '999999999',
    });
    const constantPort = Number(await constantServer.readLine());
    const bench = await openBench(Number(/:(\d+)/.exec(await server.readLine())?.[1]));
    const results: Round[] = [];
    for (let round = -warmUpRounds; round < rounds; round++) {
      const figures = await measureRound(bench, constantPort, rawLog);
      if (round >= 0) results.push(figures);
    }
    return figuresOf(results);
  } finally {
    await rm(folder, { recursive: true });
  }
}

type Bench = Awaited<ReturnType<typeof openBench>>;

async function openBench(port: number) {
  const cooks = await registerCooks(port, connections);
  return {
    port,
    ...listRequests(cooks),
    /** The size of a read response. */
    responseBytes: async () => {
      const [cook] = cooks;
      return cook ? (await send(port, cook, 'GET', listOf(cook))).length : 0;
    },
    clear: () => clearLists(port, cooks),
  };
}

async function measureRound(bench: Bench, constantPort: number, rawLog: PinnedProgram): Promise<Round> {
  const { port, read, add, clear } = bench;
  const run = (
    of: { port: number; connections: number; requests: number; request: (c: number) => Buffer },
    expectedStatus: number,
  ) => generateLoad({ ...of, expectedStatus });
  await clear();
  await run({ port, connections, requests: connections * itemsOnRead, request: add }, 201);
  const constantRequest = Buffer.from(
    `GET /constant/${await bench.responseBytes()} HTTP/1.1\r\nhost: localhost\r\n\r\n`,
  );
  const constant = await run(
    { port: constantPort, connections, requests: turn.reads, request: () => constantRequest },
    200,
  );
  const get = await run({ port, connections, requests: turn.reads, request: read }, 200);
  await clear();
  const rawGrouped: RawLogResult = JSON.parse(await rawLog.request(`${connections} ${turn.rawMs}`));
  const post = await run({ port, connections, requests: turn.posts, request: add }, 201);
  await clear();
  const rawSingle: RawLogResult = JSON.parse(await rawLog.request(`1 ${turn.rawMs}`));
  const postAlone = await run({ port, connections: 1, requests: turn.postsAlone, request: add }, 201);
  return { constant, get, rawGrouped, rawSingle, post, postAlone };
}

function figuresOf(rounds: readonly Round[]): Figure[] {
  const of = (value: (round: Round) => number) => median(rounds.map(value));
  const perSecond = (part: 'constant' | 'get' | 'post') => short(of((round) => round[part].perSecond));
  return [
    {
      name: `authenticated GET of a grocery list of ${itemsOnRead} items, ${connections} connections`,
      value: of(({ get, constant }) => get.perSecond / constant.perSecond),
      unit: '× a Fastify route that sends a constant of the same size',
      bound: { at: 'least', value: 0.6 },
      detail: `${perSecond('get')}/s against ${perSecond('constant')}/s`,
    },
    {
      name: `authenticated durable POST to a grocery list, ${connections} connections`,
      value: of(({ post, rawGrouped }) => post.perSecond / rawGrouped.rowsPerSecond),
      unit: `× the raw log, ${connections} rows a commit`,
      bound: { at: 'least', value: 0.25 },
      detail: `${perSecond('post')}/s against ${short(of((round) => round.rawGrouped.rowsPerSecond))} rows/s`,
    },
    {
      name: 'the same, 1 connection, p50',
      value: of(({ postAlone, rawSingle }) => postAlone.p50 / rawSingle.p50),
      unit: '× one raw commit',
      bound: { at: 'most', value: 2.5 },
      detail: `${short(of((round) => round.postAlone.p50))} ms against ${short(of((round) => round.rawSingle.p50))} ms`,
    },
  ];
}
