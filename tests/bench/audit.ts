/**
 * What operators ask of a log of a million simulated events, each question as a command, as they type it; and what the
 * index and a verification of all read models cost, against reading and decoding the same log.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { statSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { text } from 'node:stream/consumers';
import { allProjections } from '../../projections/definitions/all.ts';
import { MemoryReadModels } from '../../projections/read-models/memory/memory-read-models.ts';
import { startProjections } from '../../projections/runner/start-projections.ts';
import { verifyReadModels } from '../../projections/verify/verify-read-models.ts';
import { AuditIndex } from '../../server/audit/index/audit-index.ts';
import { findEvents } from '../../server/audit/index/find-events.ts';
import { followLog } from '../../server/audit/index/follow-log.ts';
import { sealNow } from '../../server/audit/seals/seal-now.ts';
import type { ReadableLog } from '../../server/core/event-log.ts';
import { silentLogger } from '../../server/core/logger.ts';
import { openSqliteEventLog } from '../../server/event-log/sqlite/open-sqlite-event-log.ts';
import { openSqliteLogReader } from '../../server/event-log/sqlite/open-sqlite-log-reader.ts';
import { simulatedHistory } from '../../server/simulation/simulated-history.ts';
import { writeHistory } from '../../server/simulation/write-history.ts';
import { type Figure, median, short } from './figure.ts';
import { pin, serverCore } from './pinned.ts';

const events = 1_000_000;
const rounds = 3;
const year = { seed: 1, until: new Date('2026-07-01T00:00:00Z') };
const never = new AbortController().signal;

export async function measureAudit(): Promise<Figure[]> {
  pin(process.pid, serverCore);
  const folder = await mkdtemp(join(tmpdir(), 'potluck-audit-'));
  try {
    const file = join(folder, 'events.sqlite');
    const written = await costOf(() => simulate(file));
    const log = openSqliteLogReader(file);
    const read = await costOf(() => readAll(log));
    const indexFile = join(folder, 'audit.sqlite');
    const indexed = await costOf(() => buildIndex(log, indexFile));
    const figures: Figure[] = [
      { name: `simulating ${events} events into SQLite`, value: written.perSecond, unit: 'events/s of a core' },
      {
        name: `indexing ${events} events`,
        value: indexed.perSecond / read.perSecond,
        unit: '× reading and decoding them',
        detail: `${short(indexed.perSecond)} against ${short(read.perSecond)} events/s of a core`,
      },
      {
        name: 'size of the index',
        value: statSync(indexFile).size / statSync(file).size,
        unit: '× that of the log',
        bound: { at: 'most', value: 0.2 },
      },
      await measureVerification(log, read),
      await measureFirstRow(log, indexFile, file),
      ...(await measureCommands(folder, file, log)),
    ];
    await log.close();
    return figures;
  } finally {
    await rm(folder, { recursive: true });
  }
}

interface Cost {
  /** Events per second of this process's CPU time. */
  readonly perSecond: number;
  readonly seconds: number;
}

async function costOf(work: () => Promise<unknown>): Promise<Cost> {
  const startedAt = performance.now();
  const before = process.cpuUsage();
  await work();
  const { user, system } = process.cpuUsage(before);
  return { perSecond: (events * 1e6) / (user + system), seconds: (performance.now() - startedAt) / 1_000 };
}

async function simulate(file: string): Promise<void> {
  const log = await openSqliteEventLog({ file });
  await writeHistory(log, simulatedHistory({ events, ...year }), {
    maxInFlight: 500,
    keepsOrder: true,
    signal: never,
    onProgress: () => undefined,
  });
  await log.close();
}

async function readAll(log: ReadableLog): Promise<void> {
  let count = 0;
  for await (const _ of log.readAll({})) count += 1;
  if (count < events) throw new Error(`The log has ${count} events`);
}

async function buildIndex(log: ReadableLog, file: string): Promise<void> {
  using index = new AuditIndex(file);
  await followLog(log, index, {
    signal: never,
    maxEvents: 5_000,
    atHead: async () => false,
    onIndexed: () => undefined,
  });
}

async function measureVerification(log: ReadableLog, read: Cost): Promise<Figure> {
  const store = new MemoryReadModels();
  const projections = startProjections({ log, store, definitions: allProjections, logger: silentLogger });
  if (!(await projections.waitUntilCaughtUp(600_000))) throw new Error('The projections are behind');
  await projections.stop();
  const models = allProjections.map((definition) => ({ definition, model: store.open(definition) }));
  let compared = 0;
  const verified = await costOf(async () => {
    for await (const finding of verifyReadModels({ log, models, signal: never })) {
      if (finding.kind === 'difference') throw new Error(`A difference in ${finding.projection}`);
      compared += finding.compared;
    }
  });
  return {
    name: `verifying ${allProjections.length} read models of ${events} events`,
    value: verified.perSecond,
    unit: 'events/s of a core',
    bound: { at: 'least', value: 100_000 },
    detail: `${short(verified.perSecond / read.perSecond)} × reading and decoding them; ${short(compared)} comparisons in ${short(verified.seconds)} s`,
  };
}

/** From the question to the first event, in a process that runs. */
async function measureFirstRow(log: ReadableLog, indexFile: string, file: string): Promise<Figure> {
  using index = new AuditIndex(indexFile);
  const { actor } = await lastEventOf(log, one(file, longestList));
  const times: number[] = [];
  for (const filter of [{ actor }, { types: ['GroceryItemsAdded'] }, { since: new Date('2026-03-01T00:00:00Z') }]) {
    const startedAt = performance.now();
    const { done } = await findEvents(log, index, { ...filter, direction: 'backwards', limit: 50 }).next();
    times.push((performance.now() - startedAt) / 1_000);
    if (done) throw new Error(`No event has ${Object.keys(filter).join()}`);
  }
  return {
    name: 'the first event of a search by person, kind or time',
    value: Math.max(...times),
    unit: 's',
    bound: { at: 'most', value: 0.3 },
  };
}

async function measureCommands(folder: string, file: string, log: ReadableLog): Promise<Figure[]> {
  const settings = { folder: join(folder, 'seals'), keyFile: join(folder, 'seals/key'), origin: undefined };
  await sealNow({ log, settings, logger: silentLogger, onProgress: () => undefined, signal: never });
  const list = one(file, longestList);
  const { actor, position } = await lastEventOf(log, list);
  const questions: Record<string, string[]> = {
    events: ['audit', 'events', '--actor', actor, '--limit', '50'],
    state: ['audit', 'state', list, '--at', position],
    diff: ['audit', 'diff', list, '--from', '2026-03-01', '--to', position],
    blame: ['audit', 'blame', list],
    why: ['audit', 'why', position],
    prove: ['audit', 'prove', position],
  };
  const empty = await secondsOf(folder, ['--help']);
  const figures: Figure[] = [];
  for (const [name, args] of Object.entries(questions)) {
    const taken = await secondsOf(folder, args);
    figures.push({
      name: `\`potluck audit ${name}\` on the longest list`,
      value: taken,
      unit: 's',
      bound: { at: 'most', value: 2 },
      detail: `of these, ${short(empty)} s are the start of the process`,
    });
  }
  return figures;
}

const longestList =
  "SELECT stream FROM events WHERE stream LIKE 'groceryList-%' GROUP BY stream ORDER BY count(*) DESC LIMIT 1";

async function lastEventOf(log: ReadableLog, stream: string): Promise<{ actor: string; position: string }> {
  for await (const { meta, position } of log.readStream(stream, { direction: 'backwards', limit: 1 })) {
    return { actor: meta.actor, position: position.toString() };
  }
  throw new Error(`${stream} has no events`);
}

/** The first value of the first row. */
function one(file: string, sql: string): string {
  using db = new DatabaseSync(file, { readOnly: true });
  return String(Object.values(db.prepare(sql).get() ?? {})[0]);
}

async function secondsOf(folder: string, args: readonly string[]): Promise<number> {
  const times: number[] = [];
  for (let round = 0; round < rounds; round++) {
    const startedAt = performance.now();
    const command = spawn(process.execPath, ['server/potluck.ts', ...args], {
      cwd: new URL('../..', import.meta.url),
      env: { ...process.env, DATA_DIR: folder },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    const [[code], output, problem] = await Promise.all([
      once(command, 'exit'),
      text(command.stdout),
      text(command.stderr),
    ]);
    // A command that finds nothing would be fast.
    if (code !== 0 || output.trim().split('\n').length < 2)
      throw new Error(`potluck ${args.join(' ')} ended with ${code}: ${problem}`);
    times.push((performance.now() - startedAt) / 1_000);
  }
  return median(times);
}
