import type { AuditedEvent } from '../../../../server/core/contracts/audit.ts';
import { textIn } from '../text-in.ts';

/** What one request has shown to an operator. */
export interface Look {
  /** Of its newest event. */
  position: string;
  meta: AuditedEvent['meta'];
  access: AuditedEvent['data'];
  /** Ids of those whom it concerns. */
  whose: readonly string[];
}

/** A look is recorded as an event for each person whom it concerns. @param events `AccessRecorded`, newest first */
export function looksOf(events: readonly AuditedEvent[]): Look[] {
  const looks = new Map<string, Look>();
  for (const { position, meta, data } of events) {
    const key = [textIn(meta, 'correlationId') || position, textIn(data, 'what')].join(' ');
    const look = looks.get(key) ?? { position, meta, access: data, whose: [] };
    looks.set(key, { ...look, whose: [...new Set([...look.whose, textIn(data, 'whose')])] });
  }
  return [...looks.values()];
}
