import type { RecordedEvent as ClientEvent } from '@eventstore/db-client';
import { LogBehindCheckpoint } from '../../core/event-log.ts';
import { positionOf, sameId } from './events.ts';
import { clientErrorOf, isBadPosition } from './failure.ts';
import { allPage, logEnd } from './pages.ts';
import type { Session } from './session.ts';

/**
 * From beyond its end, the server would hand over nothing, for ever and without an error. From between two events it fails
 * each time, but it fails for other reasons, too: only after such a failure (`suspect`) is it asked for proof. A read also
 * tells an event that is not the one that was there. One that is not there any more says nothing: the server removes what
 * was deleted.
 * @throws EventLogUnavailable, LogBehindCheckpoint
 */
export async function assertInLog(
  session: Session,
  { position, positionId }: { position: bigint; positionId: string | undefined },
  suspect: boolean,
): Promise<void> {
  const end = await logEnd(session);
  if (end === undefined || position > end) throw new LogBehindCheckpoint(position, end);
  if (!suspect && positionId === undefined) return;
  const [event] = await (suspect ? pageFrom(session, position, 1, end) : allPage(session, 'forwards', position, 1));
  if (event === undefined || positionId === undefined || positionOf(event) !== position) return;
  if (!sameId(event.id, positionId)) throw new LogBehindCheckpoint(position, end);
}

/**
 * A server in trouble may fail at any position. Where no event begins it fails before and after it has read at the `end`
 * of the log, where one does.
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
