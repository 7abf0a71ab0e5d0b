import type { RecordedEvent as ClientEvent, StreamingRead } from '@eventstore/db-client';
import { EventLogUnavailable } from '../../core/event-log.ts';
import { pause } from '../../core/timing/pause.ts';
import { TimedOut, withTimeout } from '../../core/timing/with-timeout.ts';
import { positionOf } from './events.ts';
import { failureOf, reasonOf } from './failure.ts';
import { StreamTombstoned } from './refusals.ts';
import type { Session } from './session.ts';

/*
 * Events are read in pages, each a call of its own with a time-out: a slow consumer does not hold one of the server's
 * few calls open.
 */

type Read = StreamingRead<{ readonly event?: ClientEvent | undefined }>;

const maxAttempts = 3;

/** Empty for an unknown or a soft-deleted stream. @throws EventLogUnavailable, StreamTombstoned */
export function streamPage(
  session: Session,
  stream: string,
  direction: 'forwards' | 'backwards',
  from: bigint | undefined,
  maxCount: number,
): Promise<ClientEvent[]> {
  return page(session, stream, () =>
    session.client.readStream(stream, {
      direction,
      fromRevision: from ?? (direction === 'forwards' ? 'start' : 'end'),
      maxCount,
      requiresLeader: true,
    }),
  );
}

/** The first event may be the one at `from`. @throws EventLogUnavailable */
export function allPage(
  session: Session,
  direction: 'forwards' | 'backwards',
  from: bigint | undefined,
  maxCount: number,
): Promise<ClientEvent[]> {
  const end = direction === 'forwards' ? 'start' : 'end';
  const fromPosition = from === undefined ? end : { commit: from, prepare: from };
  return page(session, '$all', () =>
    session.client.readAll({ direction, fromPosition, maxCount, requiresLeader: true }),
  );
}

/** Position of the last event, including the server's own. */
export async function logEnd(session: Session): Promise<bigint | undefined> {
  const [last] = await allPage(session, 'backwards', undefined, 1);
  return last === undefined ? undefined : positionOf(last);
}

async function page(session: Session, stream: string, open: () => Read): Promise<ClientEvent[]> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await onePage(session, open);
    } catch (error) {
      if (error instanceof EventLogUnavailable) throw error;
      const { kind } = failureOf(error);
      if (kind === 'stream_not_found') return [];
      if (kind === 'stream_deleted') throw new StreamTombstoned(stream, { cause: error });
      const mayRetry = (kind === 'not_reached' || kind === 'unknown') && !(error instanceof TimedOut);
      if (!mayRetry || attempt === maxAttempts) {
        const answer = kind === 'denied' ? 'refuses' : 'did not answer';
        throw new EventLogUnavailable(`EventStoreDB ${answer} a read: ${reasonOf(error)}`, { cause: error });
      }
      await pause(50 * attempt, session.disposed);
    }
  }
}

async function onePage(session: Session, open: () => Read): Promise<ClientEvent[]> {
  const release = await session.reads.take();
  let read: Read | undefined;
  try {
    read = open();
    // An error after the time-out must not end the process.
    read.on('error', () => {});
    const events = await withTimeout(collect(read), session.timing.callMs, session.disposed);
    session.called();
    return events;
  } catch (error) {
    session.called(error);
    throw error;
  } finally {
    // Neither an error nor the end of the iteration ends the call itself.
    read?.cancel().catch(() => {});
    release();
  }
}

async function collect(read: Read): Promise<ClientEvent[]> {
  const events: ClientEvent[] = [];
  for await (const { event } of read) if (event !== undefined) events.push(event);
  return events;
}
