import type { RecordedEvent } from '../../server/core/event-log.ts';
import type { SqliteEventLogOptions } from '../../server/event-log/sqlite/open-sqlite-event-log.ts';

/** The argument of `appending-program.ts`. */
export interface Load extends SqliteEventLogOptions {
  /** The file to which it appends a line for each `Acknowledgement`. */
  readonly notes: string;
  /** Number of concurrent writers, each with its own stream. */
  readonly writers: number;
  /** Number of times that the log is opened, appended to and closed. */
  readonly sessions: number;
  /** Default: unlimited. */
  readonly appendsPerSession?: number;
  readonly maxTextLength: number;
}

/** A successful append, whose events must never be lost. */
export interface Acknowledgement {
  readonly stream: string;
  readonly ids: readonly string[];
  /** Revision and position of the last event, as decimal strings. */
  readonly revision: string;
  readonly position: string;
}

/** Parses the lines of a program's notes. Text after the last line break is an incomplete line. */
export const parseAcknowledgements = (notes: string): Acknowledgement[] =>
  notes
    .split('\n')
    .slice(0, -1)
    .map((line): Acknowledgement => JSON.parse(line));

/** The fields that identify and order an event. */
export type EventKey = Pick<RecordedEvent, 'id' | 'stream' | 'revision' | 'position'>;

/** The inconsistencies of a log with these events and these acknowledged appends; empty if there are none. */
export const findFaults = (events: readonly EventKey[], acknowledged: readonly Acknowledgement[]): string[] => {
  const faults: string[] = [];
  const found = new Map<string, EventKey>();
  const revisions = new Map<string, bigint>();
  let position = 0n;
  for (const event of events) {
    if (found.has(event.id)) faults.push(`${event.id} occurs twice`);
    found.set(event.id, event);
    const revision = (revisions.get(event.stream) ?? -1n) + 1n;
    if (event.revision !== revision) faults.push(`${event.stream} has revision ${event.revision}, not ${revision}`);
    revisions.set(event.stream, event.revision);
    if (event.position <= position) faults.push(`position ${event.position} follows ${position}`);
    position = event.position;
  }
  for (const { stream, ids, revision, position: lastPosition } of acknowledged) {
    const first = BigInt(revision) - BigInt(ids.length) + 1n;
    for (const [n, id] of ids.entries()) {
      const event = found.get(id);
      const isInPlace = event?.stream === stream && event.revision === first + BigInt(n);
      const isLastInPlace = n < ids.length - 1 || event?.position === BigInt(lastPosition);
      if (event === undefined) faults.push(`${id} was acknowledged and is lost`);
      else if (!isInPlace || !isLastInPlace) faults.push(`${id} is not at its acknowledged position`);
    }
  }
  return faults;
};
