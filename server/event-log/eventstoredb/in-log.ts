import type { RecordedEvent as ClientEvent } from '@eventstore/db-client';
import { LogBehindCheckpoint } from '../../core/event-log.ts';
import { positionOf, sameId } from './events.ts';
import { clientErrorOf, isBadPosition } from './failure.ts';
import { allPage, logEnd } from './pages.ts';
import type { Session } from './session.ts';

/**
 * Checks that a position is in this log. A subscription from beyond the log's end would receive nothing, without an
 * error. One from between two events always fails, but the server fails for other reasons, too: only after such a
 * failure (`isSuspect`) does a read verify the position. A read also detects another event at the position. A missing
 * event proves nothing, because the server removes deleted events.
 * @throws EventLogUnavailable, LogBehindCheckpoint
 */
export async function assertInLog(
  session: Session,
  { position, positionId }: { position: bigint; positionId: string | undefined },
  isSuspect: boolean,
): Promise<void> {
  const end = await logEnd(session);
  if (end === undefined || position > end) throw new LogBehindCheckpoint(position, end);
  if (!isSuspect && positionId === undefined) return;
  const [event] = await (isSuspect ? pageFrom(session, position, 1, end) : allPage(session, 'forwards', position, 1));
  if (event === undefined || positionId === undefined || positionOf(event) !== position) return;
  if (!sameId(event.id, positionId)) throw new LogBehindCheckpoint(position, end);
}

/**
 * Reads a page from a position. A faulty server may fail at any position. A position is not in the log if reading it
 * fails both before and after a successful read at `end`, where an event begins.
 * @throws EventLogUnavailable, LogBehindCheckpoint
 */
export async function pageFrom(
  session: Session,
  position: bigint,
  maxCount: number,
  end: bigint,
): Promise<ClientEvent[]> {
  const failedAsBetweenEvents = (error: unknown) => position !== end && isBadPosition(clientErrorOf(error));
  try {
    return await allPage(session, 'forwards', position, maxCount);
  } catch (error) {
    if (!failedAsBetweenEvents(error)) throw error;
  }
  await allPage(session, 'forwards', end, 1);
  try {
    return await allPage(session, 'forwards', position, maxCount);
  } catch (error) {
    if (!failedAsBetweenEvents(error)) throw error;
    throw notInThisLog(position, end, error);
  }
}

const notInThisLog = (position: bigint, end: bigint, cause: unknown): LogBehindCheckpoint =>
  new LogBehindCheckpoint(position, end, { cause });
