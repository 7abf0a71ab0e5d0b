import { randomUUID } from 'node:crypto';
import { type Faults, failures } from './faults.ts';
import { caughtUpMessage, checkpointMessage, confirmationMessage, eventMessage } from './messages.ts';
import { drained, fail, isOnBoundary, type ReadCall } from './read-call.ts';
import type { StoredLog } from './stored-log.ts';

/** Unsent messages after which the server drops a slow consumer. */
const maxUnsent = 200;

/**
 * The checkpoint that releases up to 25.0.0 may send between catch-up and live events: the position of the next event,
 * or, if no event was sent, one beyond all positions (https://github.com/kurrent-io/KurrentDB/pull/4975 and 4892).
 */
const checkpointAtEnd = (log: StoredLog, sent: number) =>
  sent > 0 ? checkpointMessage(log.nextPosition, 0n) : checkpointMessage(2n ** 64n - 1n, 2n ** 64n - 1n);

/** Answers a subscription to `$all`: sends stored events as fast as the client reads, then new ones, until the call ends. */
export const answerSubscription = async (
  call: ReadCall,
  log: StoredLog,
  { badPosition, subscribesAtPosition }: Faults,
  onSent: () => void,
): Promise<void> => {
  const options = call.request.getOptions();
  const filter = options?.getFilter();
  const matches = new RegExp(filter?.getEventType()?.getRegex() || '.*');
  const window = (filter?.getMax() ?? 0) * (filter?.getCheckpointintervalmultiplier() ?? 0);
  const from = options?.getAll()?.getPosition()?.getCommitPosition();
  const after = from === undefined ? -1n : BigInt(from);

  call.write(confirmationMessage(randomUUID()));
  if (after >= 0n && !isOnBoundary(log, after)) return fail(call, badPosition);

  const first = subscribesAtPosition ? after : after + 1n;
  let index = log.indexFrom(first);
  let scanned = 0;
  let sent = 0;
  const sendNext = (): boolean => {
    const event = log.events[index];
    if (event === undefined) return false;
    index += 1;
    // A subscription from beyond the end receives nothing until the log has grown past that position.
    if (event.position < first) return true;
    scanned += 1;
    if (matches.test(event.type)) {
      call.write(eventMessage(event));
      onSent();
      sent += 1;
    }
    if (window > 0 && scanned % window === 0) call.write(checkpointMessage(event.position, event.position));
    return true;
  };

  while (!call.cancelled && sendNext()) if (call.writableNeedDrain) await drained(call);
  if (call.cancelled) return;
  if (after <= log.end) {
    call.write(checkpointAtEnd(log, sent));
    call.write(caughtUpMessage());
  }

  const stop = log.onAppend(() => {
    while (sendNext()) if (call.writableLength > maxUnsent) return fail(call, failures.consumerTooSlow);
  });
  for (const event of ['cancelled', 'close', 'error']) call.on(event, stop);
};
