import type { RecordedEvent as ClientEvent } from '@eventstore/db-client';
import { type AppendResult, EventLogUnavailable, WrongExpectedRevision } from '../../core/event-log.ts';
import { growingPause } from '../../core/timing/growing-pause.ts';
import { pause } from '../../core/timing/pause.ts';
import { positionOf, sameId } from './events.ts';
import { reasonOf } from './failure.ts';
import { streamPage } from './pages.ts';
import { type Append, send } from './send.ts';
import type { Session } from './session.ts';

/**
 * Learns what became of an append whose answer was lost (`cause`): looks for its events, and where they are not, appends
 * them again, expecting the same revision, so that they can never be there twice: whichever of the two lands second is
 * refused, or recognised by its event ids. If that is the second, the next look finds the first; a look is also the last
 * thing that is done.
 * @throws EventLogUnavailable when the outcome cannot be learnt in time, and what `send` refuses with
 */
export async function settle(session: Session, append: Append, cause: unknown): Promise<AppendResult> {
  const { settleMs, firstPauseMs, maxPauseMs } = session.timing;
  const until = Date.now() + settleMs;
  for (let failures = 0; ; failures++) {
    const seen = await look(session, append);
    if (seen.kind === 'written') return seen.result;
    if (Date.now() >= until || session.disposed.aborted) break;
    if (seen.kind !== 'no_answer') {
      const again = send(session, append);
      // No turn among so many calls says nothing of the first append.
      const attempt = await again.catch((busy: unknown) => ({ kind: 'not_reached', cause: busy }) as const);
      if (attempt.kind === 'written') return attempt.result;
      if (attempt.kind === 'refused' && !(seen.kind === 'absent' && isUndecided(attempt.error, append))) {
        throw attempt.error;
      }
    }
    const ms = growingPause(failures, firstPauseMs, maxPauseMs);
    await pause(Math.min(ms, Math.max(until - Date.now(), 0)), session.disposed);
  }
  throw new EventLogUnavailable(
    `EventStoreDB does not tell whether an append to ${append.stream} was written (${reasonOf(cause)}): make the same call again`,
    { cause },
  );
}

/** The writing server may refuse because of the first append before readers see that one. */
const isUndecided = (refusal: Error, { expected }: Append): boolean =>
  refusal instanceof WrongExpectedRevision &&
  (expected === 'no_stream' || (refusal.actual !== 'no_stream' && refusal.actual > expected));

type Look =
  | { readonly kind: 'written'; readonly result: AppendResult }
  /** Not there (yet). */
  | { readonly kind: 'absent' }
  /** Its place has somebody else's events, so that it is not in the log and cannot come there. */
  | { readonly kind: 'taken' }
  | { readonly kind: 'no_answer' };

/** The events can only be in one place: after the revision that was expected. */
async function look(session: Session, { stream, data, expected }: Append): Promise<Look> {
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

const writtenAs = (last: ClientEvent): Look => ({
  kind: 'written',
  result: { revision: last.revision, position: positionOf(last) },
});
