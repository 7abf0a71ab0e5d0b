import { type EventLog, EventLogUnavailable } from '../../core/event-log.ts';
import { type Logger, silentLogger } from '../../core/logger.ts';
import { withTimeout } from '../../core/timing/with-timeout.ts';
import { WriteWatch } from '../write-watch.ts';
import { append } from './append.ts';
import { clientErrorOf, failureOf, reasonOf } from './failure.ts';
import { logEnd } from './pages.ts';
import { probe } from './probe.ts';
import { head, readAll, readStream } from './reads.ts';
import { type OnInterruption, resumedBatches } from './resumed-batches.ts';
import { Session, type Timing } from './session.ts';
import { SharedSubscriptions } from './shared-subscriptions.ts';

export interface EventStoreDbOptions {
  /** `EVENTSTORE_URL`: hosts, user, TLS, keep-alive and cluster, see docs/eventstoredb.md. */
  readonly connectionString: string;
  readonly onInterruption?: OnInterruption;
  /** Logs when appends begin to fail, and when they succeed again. */
  readonly logger?: Pick<Logger, 'warn' | 'error'>;
  readonly timing?: Partial<Timing>;
}

/**
 * The event log on EventStoreDB 23.10 or newer, one node or a cluster. Open one per process.
 * @throws Error with a one-line remedy when the server cannot be used
 */
export async function openEventStoreDb(options: EventStoreDbOptions): Promise<EventLog> {
  const { connectionString, onInterruption = () => {}, logger = silentLogger, timing } = options;
  const session = new Session(connectionString, timing);
  try {
    await withTimeout(logEnd(session), session.timing.openMs);
  } catch (error) {
    await session.close();
    throw new EventLogUnavailable(remedyFor(session.connection.hosts, error), { cause: error });
  }
  const watch = new WriteWatch({
    logger,
    probe: () => void probe(session).then((failure) => watch.probed(failure)),
  });
  const subscriptions = new SharedSubscriptions({
    upstream: (start, signal, interrupted) =>
      resumedBatches(session, start, signal, (message) => {
        interrupted();
        onInterruption(message);
      }),
    head: () => head(session),
    closed: session.closed,
  });
  return {
    append: (stream, events, expected) => append(session, watch, stream, events, expected),
    readStream: (stream, options = {}) => readStream(session, stream, options),
    readAll: (options = {}) => readAll(session, options),
    subscribe: (options) => subscriptions.subscribe(options),
    head: () => head(session),
    writeFailure: () => watch.failure,
    close: () => {
      watch.close();
      return session.close();
    },
  };
}

function remedyFor(hosts: string, error: unknown): string {
  const cause = clientErrorOf(error);
  if (failureOf(cause).kind === 'denied') {
    return `EventStoreDB at ${hosts} refuses the user: set EVENTSTORE_URL with one who may read $all, esdb://user:password@host:2113`;
  }
  const reason = reasonOf(cause);
  const remedy = /\b(?:SSL|TLS|EPROTO|certificate)\b/i.test(reason)
    ? 'add ?tls=false to EVENTSTORE_URL for a server without TLS, or tlsCAFile=<file> for its certificate authority'
    : 'start it, set EVENTSTORE_URL to one that runs, or unset EVENTSTORE_URL to keep the log in a file';
  return `EventStoreDB at ${hosts} does not answer (${reason}): ${remedy}`;
}
