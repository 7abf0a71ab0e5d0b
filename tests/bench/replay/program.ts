/**
 * Measures replays and commands, as a separate process on one core (`node --expose-gc program.ts`). For each line
 * `memory <log>`, `redis <log> <url>` or `commands <log>`, it prints a `ReplayCost` or `CommandCosts`.
 */
import { createInterface } from 'node:readline';
import { groceryListsProjection } from '../../../projections/definitions/grocery-list.ts';
import { postsProjection } from '../../../projections/definitions/posts.ts';
import { profilesProjection } from '../../../projections/definitions/profiles.ts';
import { MemoryReadModels } from '../../../projections/read-models/memory/memory-read-models.ts';
import type { ReadModelStore } from '../../../projections/read-models/read-model-store.ts';
import { openRedisReadModels } from '../../../projections/read-models/redis/redis-read-models.ts';
import { parseRedisUrl } from '../../../projections/read-models/redis/redis-url.ts';
import { startProjections } from '../../../projections/runner/start-projections.ts';
import { openSqliteEventLog } from '../../../server/event-log/sqlite/open-sqlite-event-log.ts';
import { QuietLogger } from '../../support/quiet-logger.ts';
import { type CommandCosts, measureCommands } from './commands.ts';

/** The cost of a replay, from the log's file to up-to-date read models. */
export interface ReplayCost {
  readonly ms: number;
  /** Processor time of all threads; on a separate core of an idle machine, at least `ms`. */
  readonly cpuMs: number;
}

const timeoutMs = 120_000;
const definitions = [postsProjection, groceryListsProjection, profilesProjection];

async function replay(file: string, openStore: () => Promise<ReadModelStore>): Promise<ReplayCost> {
  const logger = new QuietLogger();
  await using cleanUp = new AsyncDisposableStack();
  const log = cleanUp.adopt(await openSqliteEventLog({ file }), (opened) => opened.close());
  const store = cleanUp.adopt(await openStore(), (opened) => opened.close());
  globalThis.gc?.();
  const cpu = process.cpuUsage();
  const started = performance.now();
  const projections = startProjections({ log, store, definitions, logger });
  cleanUp.defer(() => projections.stop());
  if (!(await projections.waitUntilCaughtUp(timeoutMs))) throw new Error(`No replay of ${file} within ${timeoutMs} ms`);
  const ms = performance.now() - started;
  const { user, system } = process.cpuUsage(cpu);
  return { ms, cpuMs: (user + system) / 1000 };
}

async function measure(line: string): Promise<ReplayCost | CommandCosts> {
  const [kind = '', file = '', url = ''] = line.split(' ');
  switch (kind) {
    case 'memory':
      return replay(file, async () => new MemoryReadModels());
    case 'redis':
      return replay(file, () => openRedisReadModels(parseRedisUrl(url)));
    case 'commands':
      return measureCommands(file);
    default:
      throw new Error(`Unknown measurement: ${line}`);
  }
}

for await (const line of createInterface({ input: process.stdin })) {
  process.stdout.write(`${JSON.stringify(await measure(line))}\n`);
}
