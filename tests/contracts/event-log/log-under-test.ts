import type { EventLog } from '../../../server/core/event-log.ts';

/** A log to test. `close` also stops what `open` started for it; closing the log twice must do no harm. */
export interface OpenedLog {
  readonly log: EventLog;
  close(): Promise<void>;
}

export interface EventLogCapabilities {
  /** Whether an id that is in the log already is refused in every case; EventStoreDB only does so for a new stream. */
  readonly refusesDuplicateIds: boolean;
}

/** Gives the log under test; only valid inside a test. */
export type LogUnderTest = () => EventLog;
