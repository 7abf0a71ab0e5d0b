/**
 * Measures reading a log in EventStoreDB, and catching up with it, as a separate process. For each line `read <log>` or
 * `project <log> <redis> <projection>,…`, it prints a `CatchUpCost`.
 */
import { createInterface } from 'node:readline';
import { allProjections } from '../../../projections/definitions/all.ts';
import { openRedisReadModels } from '../../../projections/read-models/redis/redis-read-models.ts';
import { parseRedisUrl } from '../../../projections/read-models/redis/redis-url.ts';
import { startProjections } from '../../../projections/runner/start-projections.ts';
import type { EventLog } from '../../../server/core/event-log.ts';
import { openEventStoreDb } from '../../../server/event-log/eventstoredb/open-event-store-db.ts';
import { QuietLogger } from '../../support/quiet-logger.ts';

export interface CatchUpCost {
  readonly events: number;
  readonly ms: number;
  /** Processor time of all threads of this process. */
  readonly cpuMs: number;
}

const timeoutMs = 600_000;

async function read(log: EventLog): Promise<number> {
  const stop = new AbortController();
  let events = 0;
  for await (const batch of log.subscribe({ signal: stop.signal })) {
    events += batch.events.length;
    if (batch.caughtUp) stop.abort();
  }
  return events;
}

async function project(log: EventLog, redis: string, names: readonly string[]): Promise<void> {
  const store = await openRedisReadModels(parseRedisUrl(redis));
  const definitions = allProjections.filter(({ name }) => names.includes(name));
  const projections = startProjections({ log, store, definitions, logger: new QuietLogger() });
  try {
    if (!(await projections.waitUntilCaughtUp(timeoutMs))) throw new Error(`Not caught up within ${timeoutMs} ms`);
  } finally {
    await projections.stop();
    await store.close();
  }
}

let events = 0;

async function measure(line: string): Promise<CatchUpCost> {
  const [kind, url = '', redis = '', names = ''] = line.split(' ');
  const log = await openEventStoreDb({ connectionString: url });
  try {
    globalThis.gc?.();
    const cpu = process.cpuUsage();
    const startedAt = performance.now();
    if (kind === 'read') events = await read(log);
    else await project(log, redis, names.split(','));
    const { user, system } = process.cpuUsage(cpu);
    return { events, ms: performance.now() - startedAt, cpuMs: (user + system) / 1000 };
  } finally {
    await log.close();
  }
}

for await (const line of createInterface({ input: process.stdin })) {
  process.stdout.write(`${JSON.stringify(await measure(line))}\n`);
}
process.exit();
