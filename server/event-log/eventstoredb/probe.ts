import { randomUUID } from 'node:crypto';
import { EventLogUnavailable, type NewEvent, type WriteFailure } from '../../core/event-log.ts';
import { toEventData } from './events.ts';
import { reasonOf } from './failure.ts';
import { send } from './send.ts';
import type { Session } from './session.ts';

const stream = 'potluck-probe';
/** A revision that no stream reaches; this stream has no events. */
const unreachable = 2n ** 62n;

/**
 * Tests whether the server accepts appends. The append expects an impossible revision, which the server refuses only
 * when it is about to write, after checking the user's permissions. Nothing is recorded.
 */
export async function probe(session: Session): Promise<WriteFailure | undefined> {
  const id = randomUUID();
  const meta = { actor: '', commandId: id, correlationId: id, at: '', schema: 1 };
  const event: NewEvent = { id, type: 'Probed', data: {}, meta };
  try {
    const attempt = await send(session, { stream, expected: unreachable, ...toEventData([event]) });
    if (attempt.kind === 'refused') return failureIn(attempt.error);
    return attempt.kind === 'written' ? undefined : { code: 'NO_ANSWER', reason: reasonOf(attempt.cause) };
  } catch (error) {
    return { code: 'NO_ANSWER', reason: reasonOf(error) };
  }
}

/** The write failure that a refused append shows, if any. */
export function failureIn(refusal: Error): WriteFailure | undefined {
  return refusal instanceof EventLogUnavailable ? { code: 'REFUSED', reason: refusal.message } : undefined;
}
