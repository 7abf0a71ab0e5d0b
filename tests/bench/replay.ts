/**
 * The cost of a long log: replaying it into the read models, starting with it, and a command on a long stream.
 * Replays run on one core and are measured in processor time, which excludes other load on the machine.
 */
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { allProjections } from '../../projections/definitions/all.ts';
import { runSnapshotProcess } from '../../server/snapshots/run-snapshot-process.ts';
import type { SnapshotTask } from '../../server/snapshots/snapshot-task.ts';
import { findProgram } from '../support/programs.ts';
import { startRedis } from '../support/redis-server.ts';
import { type Figure, median, short } from './figure.ts';
import { loadCore, PinnedProgram, pin, serverCore, unpin } from './pinned.ts';
import type { CommandCosts } from './replay/commands.ts';
import type { ReplayCost } from './replay/program.ts';
import { sampleHistory } from './replay/sample-history.ts';
import { seedLog } from './replay/seed-log.ts';
import { measureStart } from './start.ts';

const few = 100_000;
const many = 1_000_000;
const rounds = 3;
const eventsPastSnapshots = 99_999;

interface SeededData {
  readonly log: string;
  readonly dataDir: string;
  /** Snapshots just before the next ones are due, so that a start has the most events to read. */
  readonly snapshots: string;
}

/** Creates a data folder with a log of this number of events. */
async function seedData(folder: string, events: number): Promise<SeededData> {
  const dataDir = join(folder, `${events}`);
  await mkdir(dataDir);
  const log = join(dataDir, 'events.sqlite');
  const snapshots = join(dataDir, 'snapshots');
  const history = sampleHistory(events);
  const revisions = new Map<string, number>();
  seedLog(log, take(history, events - eventsPastSnapshots), revisions);
  const projections = allProjections.map(({ name }) => name);
  const failing = { warn: (details: object) => fail(JSON.stringify(details)) };
  const task: SnapshotTask = {
    source: { kind: 'sqlite', file: log },
    folder: snapshots,
    projections,
    priority: 'high',
  };
  await runSnapshotProcess(task, failing, new AbortController().signal);
  seedLog(log, history, revisions);
  return { dataDir, log, snapshots };
}

function fail(reason: string): never {
  throw new Error(reason);
}

/** Takes the next items without closing the iterator. */
function* take<T>(iterator: Iterator<T, void>, count: number): Generator<T, void> {
  for (let n = 0; n < count; n++) {
    const { done, value } = iterator.next();
    if (done) return;
    yield value;
  }
}

export async function measureReplay(): Promise<Figure[]> {
  pin(process.pid, loadCore);
  const folder = await mkdtemp(join(tmpdir(), 'potluck-replay-'));
  try {
    const small = await seedData(folder, few);
    const large = await seedData(folder, many);
    return [
      ...(await replays(small.log, large.log)),
      ...(await redisReplay(small.log)),
      await commands(join(folder, 'commands.sqlite')),
      ...(await starts(large)),
    ];
  } finally {
    await rm(folder, { recursive: true });
  }
}

const openProgram = () => new PinnedProgram(serverCore, ['--expose-gc', 'tests/bench/replay/program.ts']);

async function replays(small: string, large: string): Promise<Figure[]> {
  await using program = openProgram();
  const replay = async (log: string): Promise<ReplayCost> => JSON.parse(await program.request(`memory ${log}`));
  for (let round = 0; round < rounds; round++) await replay(small);
  const ratios: number[] = [];
  const rates: number[] = [];
  for (let round = 0; round < rounds; round++) {
    const before = await replay(small);
    const long = await replay(large);
    const after = await replay(small);
    ratios.push(long.cpuMs / ((before.cpuMs + after.cpuMs) / 2));
    rates.push((many * 1000) / long.cpuMs);
  }
  return [
    {
      name: 'replay into memory, from the file, on one core',
      value: median(rates),
      unit: 'events/s',
      bound: { at: 'least', value: 200_000 },
    },
    { name: 'ten times the events', value: median(ratios), unit: '× the time', bound: { at: 'least', value: 9.5 } },
    { name: 'ten times the events', value: median(ratios), unit: '× the time', bound: { at: 'most', value: 10.5 } },
  ];
}

async function redisReplay(log: string): Promise<Figure[]> {
  const redisServer = findProgram('redis-server');
  if (redisServer === undefined) return [];
  await using program = openProgram();
  const replay = async (): Promise<ReplayCost> => {
    const redis = await startRedis(redisServer);
    try {
      return JSON.parse(await program.request(`redis ${log} ${redis.url}`));
    } finally {
      await redis.remove();
    }
  };
  await replay();
  const rates: number[] = [];
  for (let round = 0; round < rounds; round++) rates.push((few * 1000) / (await replay()).ms);
  return [
    {
      name: 'replay into Redis, from the file',
      value: median(rates),
      unit: 'events/s',
      bound: { at: 'least', value: 50_000 },
    },
  ];
}

async function commands(log: string): Promise<Figure> {
  await using program = openProgram();
  const { long, short: brief }: CommandCosts = JSON.parse(await program.request(`commands ${log}`));
  return {
    name: 'a command on a stream of 100,000 events',
    value: long / brief,
    unit: '× one on a stream of 10',
    bound: { at: 'most', value: 1.2 },
    detail: `p50 ${short(long)} ms`,
  };
}

async function starts({ dataDir, snapshots }: SeededData): Promise<Figure[]> {
  unpin(process.pid);
  const figure = async (name: string, rounds: number): Promise<Figure> => {
    const anywhere: number[] = [];
    const pinned: number[] = [];
    for (let round = 0; round < rounds; round++) {
      anywhere.push(await measureStart(dataDir, 'any core'));
      pinned.push(await measureStart(dataDir, 'one core'));
    }
    return {
      name,
      value: median(anywhere) / 1000,
      unit: 's',
      detail: `on one core, with the start of the accounts, ${short(median(pinned) / 1000)} s`,
    };
  };
  const started = 'start with 1,000,000 events, to the line with the address';
  const fromSnapshots = await figure(`${started}, from snapshots`, 2);
  await rm(snapshots, { recursive: true });
  return [{ ...fromSnapshots, bound: { at: 'most', value: 5 } }, await figure(`${started}, without snapshots`, 1)];
}
