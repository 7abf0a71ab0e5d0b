import type { EventLog } from '../../../server/core/event-log.ts';

/** A log to test. `close` also stops its server; closing the log twice must be safe. */
export interface OpenedLog {
  readonly log: EventLog;
  close(): Promise<void>;
}

export interface EventLogCapabilities {
  /** Whether an id that is already in the log is always rejected; EventStoreDB rejects it only for a new stream. */
  readonly refusesDuplicateIds: boolean;
}

/** Returns the log under test; valid only inside a test. */
export type LogUnderTest = () => EventLog;
