import { onTestFinished } from 'vitest';
import type { EventLog } from '../../../server/core/event-log.ts';
import { openEventStoreDb } from '../../../server/event-log/eventstoredb/open-event-store-db.ts';
import type { Timing } from '../../../server/event-log/eventstoredb/session.ts';
import { FakeEventStoreDb, type FakeEventStoreDbOptions } from '../../support/eventstoredb-server/server.ts';
import { QuietLogger } from '../../support/quiet-logger.ts';

/** Shorter time-outs than in production, but long enough for a busy machine. */
export const quick: Timing = {
  callMs: 3_000,
  settleMs: 1_500,
  openMs: 3_000,
  closeMs: 3_000,
  firstPauseMs: 5,
  maxPauseMs: 40,
  giveUpMs: Number.POSITIVE_INFINITY,
};

/** For calls that get no reply. */
export const impatient: Partial<Timing> = { callMs: 1_000 };

export interface FaultyServer {
  readonly server: FakeEventStoreDb;
  readonly log: EventLog;
  /** Messages for the operator about interrupted subscriptions. */
  readonly interruptions: string[];
  readonly logger: QuietLogger;
}

/** Starts a server for one test, and opens a log on it. */
export const faultyServer = async (
  options: FakeEventStoreDbOptions = {},
  timing: Partial<Timing> = {},
): Promise<FaultyServer> => {
  const server = await FakeEventStoreDb.start(options);
  onTestFinished(() => server.stop());
  const interruptions: string[] = [];
  const logger = new QuietLogger();
  const log = await openLog(server.connectionString, timing, (message) => interruptions.push(message), logger);
  return { server, log, interruptions, logger };
};

export const openLog = async (
  connectionString: string,
  timing: Partial<Timing> = {},
  onInterruption: (message: string) => void = () => {},
  logger = new QuietLogger(),
): Promise<EventLog> => {
  const log = await openEventStoreDb({ connectionString, onInterruption, logger, timing: { ...quick, ...timing } });
  onTestFinished(() => log.close());
  return log;
};

/** How many times an event is in the log. */
export const countRecorded = (server: FakeEventStoreDb, { id }: { readonly id: string }): number =>
  server.log.events.filter((event) => event.id === id).length;
