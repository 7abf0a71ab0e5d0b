import type { RecordedEvent } from '../../server/core/event-log.ts';
import type { SqliteEventLogOptions } from '../../server/event-log/sqlite/open-sqlite-event-log.ts';

/** What `appending-program.ts` shall do. */
export interface Load extends SqliteEventLogOptions {
  /** The file that it adds a line to for each `Acknowledgement`. */
  readonly notes: string;
  /** Appending at the same time, each to a stream of its own. */
  readonly writers: number;
  /** How often the log is opened, appended to and closed. */
  readonly sessions: number;
  /** Endless when not given. */
  readonly appendsPerSession?: number;
  readonly maxTextLength: number;
}

/** An append that succeeded: its events must be in the log from then on, whatever happens. */
export interface Acknowledgement {
  readonly stream: string;
  readonly ids: readonly string[];
  /** Of the last event. */
  readonly revision: string;
  readonly position: string;
}

/** The lines of a program's notes; what follows the last line break was not written in full. */
export const parseAcknowledgements = (notes: string): Acknowledgement[] =>
  notes
    .split('\n')
    .slice(0, -1)
    .map((line): Acknowledgement => JSON.parse(line));

/** Where an event is, as far as a log must keep it. */
export type Place = Pick<RecordedEvent, 'id' | 'stream' | 'revision' | 'position'>;

/** What is wrong with a log that holds `events`, given what was acknowledged; empty when all is well. */
export const findFaults = (events: readonly Place[], acknowledged: readonly Acknowledgement[]): string[] => {
  const faults: string[] = [];
  const found = new Map<string, Place>();
  const revisions = new Map<string, bigint>();
  let position = 0n;
  for (const event of events) {
    if (found.has(event.id)) faults.push(`${event.id} is there twice`);
    found.set(event.id, event);
    const revision = (revisions.get(event.stream) ?? -1n) + 1n;
    if (event.revision !== revision) faults.push(`${event.stream} has ${event.revision} where ${revision} belongs`);
    revisions.set(event.stream, event.revision);
    if (event.position <= position) faults.push(`${event.position} comes after ${position}`);
    position = event.position;
  }
  for (const { stream, ids, revision, position: lastPosition } of acknowledged) {
    const first = BigInt(revision) - BigInt(ids.length) + 1n;
    for (const [n, id] of ids.entries()) {
      const event = found.get(id);
      const isInPlace = event?.stream === stream && event.revision === first + BigInt(n);
      const isLastInPlace = n < ids.length - 1 || event?.position === BigInt(lastPosition);
      if (event === undefined) faults.push(`${id} was acknowledged and is lost`);
      else if (!isInPlace || !isLastInPlace) faults.push(`${id} is not where it was acknowledged`);
    }
  }
  return faults;
};
