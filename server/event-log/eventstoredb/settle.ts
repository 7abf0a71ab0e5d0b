import type { RecordedEvent as ClientEvent } from '@eventstore/db-client';
import { type AppendResult, EventLogUnavailable, WrongExpectedRevision } from '../../core/event-log.ts';
import { backoffMs } from '../../core/timing/backoff.ts';
import { pause } from '../../core/timing/pause.ts';
import { positionOf, sameId } from './events.ts';
import { reasonOf } from './failure.ts';
import { streamPage } from './pages.ts';
import { type Append, send } from './send.ts';
import type { Session } from './session.ts';

/**
 * Determines the outcome of an append whose response was lost (`cause`): looks up its events, and if they are absent,
 * appends them again with the same expected revision. They are never recorded twice: whichever append arrives second is
 * refused, or recognised by its event ids. If the repeated one is refused, the next lookup finds the events of the
 * first. The last step is always a lookup.
 * @throws EventLogUnavailable when the outcome is not known in time; the refusals of `send`
 */
export async function settle(session: Session, append: Append, cause: unknown): Promise<AppendResult> {
  const { settleMs, firstPauseMs, maxPauseMs } = session.timing;
  const until = Date.now() + settleMs;
  for (let failures = 0; ; failures++) {
    const found = await lookUp(session, append);
    if (found.kind === 'written') return found.result;
    if (Date.now() >= until || session.disposed.aborted) break;
    if (found.kind !== 'no_answer') {
      const repeated = send(session, append);
      // A refusal for lack of a free slot says nothing about the first append.
      const attempt = await repeated.catch((busy: unknown) => ({ kind: 'not_reached', cause: busy }) as const);
      if (attempt.kind === 'written') return attempt.result;
      if (attempt.kind === 'refused' && !(found.kind === 'absent' && isUndecided(attempt.error, append))) {
        throw attempt.error;
      }
    }
    const ms = backoffMs(failures, firstPauseMs, maxPauseMs);
    await pause(Math.min(ms, Math.max(until - Date.now(), 0)), session.disposed);
  }
  throw new EventLogUnavailable(
    `EventStoreDB does not tell whether an append to ${append.stream} was written (${reasonOf(cause)}): make the same call again`,
    { cause },
  );
}

/** The server may refuse because of the first append before that one is visible to reads. */
const isUndecided = (refusal: Error, { expected }: Append): boolean =>
  refusal instanceof WrongExpectedRevision &&
  (expected === 'no_stream' || (refusal.actual !== 'no_stream' && refusal.actual > expected));

type Lookup =
  | { readonly kind: 'written'; readonly result: AppendResult }
  /** Not in the log (yet). */
  | { readonly kind: 'absent' }
  /** Other events have its revisions, so that it is not in the log and never will be. */
  | { readonly kind: 'taken' }
  | { readonly kind: 'no_answer' };

/** The events can only be after the expected revision. */
async function lookUp(session: Session, { stream, data, expected }: Append): Promise<Lookup> {
  try {
    const from = expected === 'no_stream' ? undefined : expected + 1n;
    const events = await streamPage(session, stream, 'forwards', from, data.length);
    if (events.some(({ id }, n) => !sameId(id, data[n]?.id ?? ''))) return { kind: 'taken' };
    const last = events.at(data.length - 1);
    return last === undefined ? { kind: 'absent' } : writtenAs(last);
  } catch (error) {
    if (error instanceof EventLogUnavailable) return { kind: 'no_answer' };
    throw error;
  }
}

const writtenAs = (last: ClientEvent): Lookup => ({
  kind: 'written',
  result: { revision: last.revision, position: positionOf(last) },
});
