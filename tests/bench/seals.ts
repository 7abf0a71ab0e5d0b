/**
 * Sealing a log and checking it, against reading and hashing the same rows without decoding them. Measured in processor
 * time of this process, which excludes other load on the machine.
 */
import { hash } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { checkSeals } from '../../server/audit/seals/check/check-seals.ts';
import { encodeEntry } from '../../server/audit/seals/event-index.ts';
import { leafOf } from '../../server/audit/seals/leaf.ts';
import { MerkleTree } from '../../server/audit/seals/merkle/tree.ts';
import { sealNow } from '../../server/audit/seals/seal-now.ts';
import { startSeals } from '../../server/audit/seals/start-seals.ts';
import { newId } from '../../server/commands/ids.ts';
import type { NewEvent, RecordedEvent } from '../../server/core/event-log.ts';
import { silentLogger } from '../../server/core/logger.ts';
import { openSqliteEventLog } from '../../server/event-log/sqlite/open-sqlite-event-log.ts';
import { openSqliteLogReader } from '../../server/event-log/sqlite/open-sqlite-log-reader.ts';
import { type Figure, median, short } from './figure.ts';
import { pin, serverCore } from './pinned.ts';
import { sampleHistory } from './replay/sample-history.ts';
import { seedLog } from './replay/seed-log.ts';

const events = 200_000;
const rounds = 3;
const minEventsPerSecond = 50_000;
const appenders = 64;
const appendMs = 1_500;
const appendRounds = 5;

export async function measureSeals(): Promise<Figure[]> {
  pin(process.pid, serverCore);
  const folder = await mkdtemp(join(tmpdir(), 'potluck-seals-'));
  const file = join(folder, 'events.sqlite');
  try {
    seedLog(file, sampleHistory(events));
    const costs = { bare: [] as number[], seal: [] as number[], check: [] as number[], memory: [] as number[] };
    const rates: number[] = [];
    for (let round = 0; round < rounds; round++) {
      const seals = join(folder, `seals-${round}`);
      costs.bare.push(await cpuUs(async () => hashRows(file)));
      const startedAt = performance.now();
      costs.seal.push(await cpuUs(() => sealAll(file, seals)));
      rates.push((events / (performance.now() - startedAt)) * 1_000);
      costs.check.push(await cpuUs(() => checkAll(file, seals)));
      costs.memory.push(await memoryCost(file));
    }
    const perSecond = (cost: readonly number[]) => 1e6 / median(cost);
    const bare = perSecond(costs.bare);
    return [
      {
        name: `sealing ${events} events, from the file`,
        value: perSecond(costs.seal),
        unit: 'events/s of a core',
        bound: { at: 'least', value: minEventsPerSecond },
        detail: `${short(perSecond(costs.seal) / bare)} × reading and hashing the rows, ${short(bare)} rows/s; with waits for the disk ${short(median(rates))} events/s`,
      },
      {
        name: 'hashing an event that the log has in memory',
        value: median(costs.memory),
        unit: 'µs',
      },
      {
        name: `checking the seals of ${events} events`,
        value: perSecond(costs.check),
        unit: 'events/s of a core',
        bound: { at: 'least', value: minEventsPerSecond },
      },
      await measureAppends(folder),
    ];
  } finally {
    await rm(folder, { recursive: true });
  }
}

/** Processor time per event, in µs. */
async function cpuUs(work: () => Promise<void>): Promise<number> {
  const before = process.cpuUsage();
  await work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / events;
}

/** The limit: the same rows, one SHA-256 each. */
function hashRows(file: string): void {
  const db = new DatabaseSync(file, { readOnly: true });
  const rows = db.prepare('SELECT stream, revision, id, type, record FROM events ORDER BY position');
  rows.setReturnArrays(true);
  for (const row of rows.iterate()) hash('sha256', Object.values(row).join(), 'buffer');
  db.close();
}

async function sealAll(file: string, folder: string): Promise<void> {
  const log = openSqliteLogReader(file);
  const settings = { folder, keyFile: join(folder, 'key'), origin: undefined };
  const signal = new AbortController().signal;
  const last = await sealNow({ log, settings, logger: silentLogger, onProgress: () => {}, signal });
  await log.close();
  if (last === 'busy' || last?.size !== events) throw new Error('Not all events are sealed');
}

async function checkAll(file: string, folder: string): Promise<void> {
  const log = openSqliteLogReader(file);
  const { findings, size } = await checkSeals(log, folder);
  await log.close();
  if (findings.length > 0 || size !== events) throw new Error(`The check found ${findings.length} differences`);
}

/** What sealing adds to a write: events that were just appended are in memory. In µs. */
async function memoryCost(file: string): Promise<number> {
  const log = openSqliteLogReader(file);
  const recent: RecordedEvent[] = [];
  for await (const event of log.readAll({ limit: 20_000 })) recent.push(event);
  await log.close();
  const tree = new MerkleTree();
  const before = process.cpuUsage();
  for (const event of recent) {
    tree.add(leafOf(event));
    encodeEntry(event);
  }
  const { user, system } = process.cpuUsage(before);
  return (user + system) / recent.length;
}

/** Appends without the commands and requests around them, so that a write's real cost is larger. */
async function measureAppends(folder: string): Promise<Figure> {
  const alone: number[] = [];
  const sealed: number[] = [];
  const log = await openSqliteEventLog({ file: join(folder, 'appended.sqlite') });
  const history: NewEvent[] = [...sampleHistory(1_000)].map(({ event }) => event);
  await appendsPerSecond(history, log.append.bind(log));
  for (let round = 0; round < appendRounds; round++) {
    alone.push(await appendsPerSecond(history, log.append.bind(log)));
    const settings = { folder: join(folder, 'appended'), keyFile: join(folder, 'appended/key'), origin: undefined };
    const seals = await startSeals({ log, settings, logger: silentLogger });
    sealed.push(await appendsPerSecond(history, log.append.bind(log)));
    await seals.stop();
  }
  await log.close();
  return {
    name: `appends by ${appenders} at a time while the log is sealed`,
    value: median(sealed) / median(alone),
    unit: '× without',
    bound: { at: 'least', value: 0.97 },
    detail: `${short(median(sealed))}/s against ${short(median(alone))}/s`,
  };
}

async function appendsPerSecond(
  history: readonly NewEvent[],
  append: (stream: string, events: readonly NewEvent[], expected: 'no_stream') => Promise<unknown>,
): Promise<number> {
  const startedAt = performance.now();
  let count = 0;
  const appendOn = async () => {
    while (performance.now() - startedAt < appendMs) {
      const event = history[count % history.length];
      count += 1;
      if (event) await append(`bench-${newId()}`, [{ ...event, id: newId() }], 'no_stream');
    }
  };
  await Promise.all(Array.from({ length: appenders }, appendOn));
  return (count / (performance.now() - startedAt)) * 1_000;
}
