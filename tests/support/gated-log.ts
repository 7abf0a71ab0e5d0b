import type { EventLog, RecordedEvent } from '../../server/core/event-log.ts';

/**
 * The log as projections follow it, blocked at certain events while a gate is closed.
 * @param isHeld which events a closed gate stops
 */
export const gatedLog =
  (gate: () => Promise<void>, isHeld: (event: RecordedEvent) => boolean) =>
  (log: EventLog): Pick<EventLog, 'head' | 'subscribe'> => ({
    head: () => log.head(),
    async *subscribe(options) {
      for await (const batch of log.subscribe(options)) {
        if (batch.events.some(isHeld)) await gate();
        yield batch;
      }
    },
  });
