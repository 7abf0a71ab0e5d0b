import type { EventData } from '@eventstore/db-client';
import {
  type AppendResult,
  AppendTooLarge,
  EventLogUnavailable,
  type ExpectedRevision,
  WrongExpectedRevision,
} from '../../core/event-log.ts';
import { pause } from '../../core/timing/pause.ts';
import { withTimeout } from '../../core/timing/with-timeout.ts';
import { failureOf, reasonOf } from './failure.ts';
import { StreamTombstoned } from './refusals.ts';
import type { Session } from './session.ts';

/** One append as it is sent, possibly more than once. */
export interface Append {
  readonly stream: string;
  readonly data: readonly EventData[];
  readonly bytes: number;
  readonly expected: ExpectedRevision;
}

export type Attempt =
  | { readonly kind: 'written'; readonly result: AppendResult }
  | { readonly kind: 'refused'; readonly error: Error }
  /** Nothing was written, and nothing will be. */
  | { readonly kind: 'not_reached'; readonly cause: unknown }
  | { readonly kind: 'unknown'; readonly cause: unknown };

const maxAttempts = 3;

/** Retries while the server was not reached. The outcome may be unknown. */
export async function send(session: Session, append: Append): Promise<Attempt> {
  for (let count = 1; ; count++) {
    const attempt = await sendOnce(session, append);
    if (attempt.kind !== 'not_reached' || count === maxAttempts) return attempt;
    await pause(50 * count, session.disposed);
  }
}

/**
 * Makes one call. With credentials, the client makes a separate call for each append and does not send them all over
 * one shared call, whose failure would fail every append of the process (docs/adr/0006-eventstoredb-adapter.md).
 */
async function sendOnce(session: Session, append: Append): Promise<Attempt> {
  const { client, connection, timing } = session;
  const release = await session.appends.take();
  try {
    const call = client.appendToStream(append.stream, [...append.data], {
      expectedRevision: append.expected,
      credentials: connection.credentials,
      requiresLeader: true,
      deadline: timing.callMs,
    });
    const { nextExpectedRevision: revision, position } = await withTimeout(call, timing.callMs);
    session.called();
    if (position === undefined) return { kind: 'unknown', cause: new Error('the answer names no position') };
    return { kind: 'written', result: { revision, position: position.commit } };
  } catch (error) {
    session.called(error);
    return attemptOf(error, append);
  } finally {
    release();
  }
}

function attemptOf(error: unknown, { stream, bytes, expected }: Append): Attempt {
  const failure = failureOf(error);
  switch (failure.kind) {
    case 'conflict':
      return { kind: 'refused', error: new WrongExpectedRevision(stream, expected, failure.actual) };
    case 'stream_deleted':
      return { kind: 'refused', error: new StreamTombstoned(stream) };
    case 'too_large':
      return { kind: 'refused', error: new AppendTooLarge(bytes, failure.limit) };
    case 'denied':
      return {
        kind: 'refused',
        error: new EventLogUnavailable(`EventStoreDB refuses the append: ${reasonOf(error)}`, { cause: error }),
      };
    case 'not_reached':
      return { kind: 'not_reached', cause: error };
    case 'unknown':
    case 'stream_not_found':
      return { kind: 'unknown', cause: error };
  }
}
