/**
 * The messages between the main thread and the writer's thread. Groups and outcomes are flat arrays: copying them takes
 * a quarter of the time of arrays of objects.
 */
import type { ExpectedRevision, WriteFailure } from '../../core/event-log.ts';
import type { Synchronous } from './schema.ts';

export interface WriterStart {
  readonly file: string;
  readonly synchronous: Synchronous;
  readonly checkpointPages: number;
  /** One Int32 on which the writer sleeps; incremented with each message. */
  readonly doorbell: SharedArrayBuffer;
}

/** An event as it is written to the file. */
export interface EncodedEvent {
  readonly id: string;
  readonly type: string;
  readonly record: string;
}

/** For each append: stream, expected revision, number of events, then each event's id, type and record. */
export type FlatGroup = (string | number)[];

/** Two numbers for each append of the group: its outcome and a revision. */
export type FlatOutcomes = number[];

export type ToWriter = FlatGroup | 'probe' | 'close';
export type FromWriter =
  | { readonly kind: 'ready'; readonly head: number }
  | { readonly kind: 'committed'; readonly outcomes: FlatOutcomes }
  /** None of the group was recorded. */
  | { readonly kind: 'failed'; readonly failure: WriteFailure }
  /** Whether the file can be written; undefined when it can. */
  | { readonly kind: 'probed'; readonly failure: WriteFailure | undefined }
  /** The write-ahead log grows until a checkpoint succeeds. */
  | { readonly kind: 'checkpoint_failed'; readonly reason: string };

/** The actual or expected revision of a stream without events. */
export const noStream = -1;

export const outcome = { recorded: 0, wrongRevision: 1, duplicateId: 2 } as const;

export const toWireRevision = (expected: ExpectedRevision): number =>
  expected === 'no_stream' ? noStream : Number(expected);

export const encodeAppend = (
  group: FlatGroup,
  stream: string,
  expected: number,
  events: readonly EncodedEvent[],
): void => {
  group.push(stream, expected, events.length);
  for (const { id, type, record } of events) group.push(id, type, record);
};

/** Reads a group's fields in order. */
export class GroupReader {
  readonly #group: FlatGroup;
  #next = 0;

  constructor(group: FlatGroup) {
    this.#group = group;
  }

  get atEnd(): boolean {
    return this.#next >= this.#group.length;
  }

  text(): string {
    return String(this.#group[this.#next++]);
  }

  number(): number {
    return Number(this.#group[this.#next++]);
  }

  /** Skips the remaining events of an append that is not recorded. */
  skipEvents(count: number): void {
    this.#next += 3 * count;
  }
}
