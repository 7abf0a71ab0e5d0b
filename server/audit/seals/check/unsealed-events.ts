import { DamagedEvent, type ReadableLog } from '../../../core/event-log.ts';
import { type EventFinding, nameOf } from './findings.ts';

export interface UnsealedEvents {
  /** The last position that was compared with a seal. */
  readonly after: bigint | undefined;
  /** The last position that was sealed: what is missing up to it is known already. */
  readonly sealedUpTo: bigint | undefined;
  readonly maxFindings: number;
  readonly signal: AbortSignal | undefined;
}

/**
 * Reads the events that no seal covers. That one is damaged or missing is known from its checksum and its position only.
 * @throws EventLogUnavailable
 */
export async function findUnsealedDamage(
  log: Pick<ReadableLog, 'readAll'>,
  { after, sealedUpTo = 0n, maxFindings, signal }: UnsealedEvents,
): Promise<EventFinding[]> {
  const findings: EventFinding[] = [];
  let position = after;
  while (findings.length < maxFindings) {
    try {
      for await (const event of log.readAll(position === undefined ? {} : { after: position })) {
        if (signal?.aborted) break;
        position = event.position;
      }
      break;
    } catch (error) {
      if (!(error instanceof DamagedEvent)) throw error;
      position = error.next === undefined ? error.position : error.next - 1n;
      if (position > sealedUpTo) findings.push({ kind: 'unreadable', position: error.position, message: what(error) });
    }
  }
  return findings;
}

/** One line for a gap, however long it is. */
function what({ position, next }: DamagedEvent): string {
  const name = nameOf({ position });
  if (next === undefined) return `${name} is damaged and cannot be read`;
  return next === position + 1n
    ? `${name} is missing`
    : `The events at positions ${position} to ${next - 1n} are missing`;
}
