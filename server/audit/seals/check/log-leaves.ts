import { DamagedEvent, type ReadableLog, type RecordedEvent } from '../../../core/event-log.ts';
import { leafOf } from '../leaf.ts';

export interface LogLeaf {
  readonly position: bigint;
  /** Undefined: the event is damaged. */
  readonly event: RecordedEvent | undefined;
  /** The leaf's hash. */
  readonly hash: Buffer | undefined;
}

type LeafLog = Pick<ReadableLog, 'readAll'>;

/** The leaves of the events in the log, in order. Damaged events have none; missing ones are left out. @throws EventLogUnavailable */
export async function* logLeaves(log: LeafLog): AsyncGenerator<LogLeaf, void> {
  let after: bigint | undefined;
  for (;;) {
    try {
      for await (const event of log.readAll(from(after))) {
        yield { position: event.position, event, hash: leafOf(event) };
        after = event.position;
      }
      return;
    } catch (error) {
      if (!(error instanceof DamagedEvent)) throw error;
      yield* before(log, after, error.position);
      if (error.next === undefined) yield { position: error.position, event: undefined, hash: undefined };
      after = error.next === undefined ? error.position : error.next - 1n;
    }
  }
}

/** The events up to a damaged one, which are in the same page: read one by one. */
async function* before(log: LeafLog, start: bigint | undefined, damaged: bigint): AsyncGenerator<LogLeaf, void> {
  let after = start;
  for (;;) {
    try {
      for await (const event of log.readAll({ ...from(after), limit: 1 })) {
        yield { position: event.position, event, hash: leafOf(event) };
        after = event.position;
      }
    } catch (error) {
      if (error instanceof DamagedEvent && error.position === damaged) return;
      throw error;
    }
  }
}

const from = (after: bigint | undefined) => (after === undefined ? {} : { after });
