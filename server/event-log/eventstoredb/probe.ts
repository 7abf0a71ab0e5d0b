import { randomUUID } from 'node:crypto';
import { EventLogUnavailable, type NewEvent, type WriteFailure } from '../../core/event-log.ts';
import { toEventData } from './events.ts';
import { reasonOf } from './failure.ts';
import { send } from './send.ts';
import type { Session } from './session.ts';

const stream = 'potluck-probe';
/** No stream comes so far, and this one has no event at all. */
const unreachable = 2n ** 62n;

/**
 * Tries whether the server takes appends, by one that it can only refuse for its revision: it does so where it writes, after
 * it has looked at the user's rights. Nothing is recorded.
 */
export async function probe(session: Session): Promise<WriteFailure | undefined> {
  const id = randomUUID();
  const meta = { actor: '', commandId: id, correlationId: id, causationId: id, at: '', schema: 1 };
  const event: NewEvent = { id, type: 'Probed', data: {}, meta };
  try {
    const attempt = await send(session, { stream, expected: unreachable, ...toEventData([event]) });
    if (attempt.kind === 'refused') return failureIn(attempt.error);
    return attempt.kind === 'written' ? undefined : { code: 'NO_ANSWER', reason: reasonOf(attempt.cause) };
  } catch (error) {
    return { code: 'NO_ANSWER', reason: reasonOf(error) };
  }
}

/** What a refused append says of the log itself. */
export function failureIn(refusal: Error): WriteFailure | undefined {
  return refusal instanceof EventLogUnavailable ? { code: 'REFUSED', reason: refusal.message } : undefined;
}
