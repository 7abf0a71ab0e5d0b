import {
  type AppendResult,
  type EventLog,
  type ExpectedRevision,
  type NewEvent,
  type ReadStreamOptions,
  type RecordedEvent,
  WrongExpectedRevision,
} from '../../server/core/event-log.ts';

/** The part of an event log that commands and histories use, in memory. */
export class MemoryCommandLog implements EventLog {
  readonly events: RecordedEvent[] = [];
  readonly #revisions = new Map<string, bigint>();
  readonly #onAppended: (events: readonly RecordedEvent[]) => void;

  constructor(onAppended: (events: readonly RecordedEvent[]) => void = () => undefined) {
    this.#onAppended = onAppended;
  }

  async append(stream: string, events: readonly NewEvent[], expected: ExpectedRevision): Promise<AppendResult> {
    const last = this.#revisions.get(stream) ?? -1n;
    const actual = last < 0n ? 'no_stream' : last;
    if (actual !== expected) throw new WrongExpectedRevision(stream, expected, actual);
    const head = BigInt(this.events.length);
    const recorded = events.map((event, n) => {
      const number = BigInt(n + 1);
      return { ...event, stream, revision: last + number, position: head + number };
    });
    this.events.push(...recorded);
    const revision = last + BigInt(events.length);
    this.#revisions.set(stream, revision);
    this.#onAppended(recorded);
    return { revision, position: head + BigInt(events.length) };
  }

  async *readStream(stream: string, options: ReadStreamOptions = {}): AsyncIterable<RecordedEvent> {
    const { from, direction = 'forwards', limit } = options;
    const isBackwards = direction === 'backwards';
    const isSelected = (event: RecordedEvent) =>
      event.stream === stream &&
      (from === undefined || (isBackwards ? event.revision <= from : event.revision >= from));
    const selected = this.events.filter(isSelected);
    yield* (isBackwards ? selected.reverse() : selected).slice(0, limit);
  }

  async *readAll(): AsyncIterable<RecordedEvent> {
    yield* this.events;
  }

  async *subscribe(): AsyncIterable<never> {}

  head = async () => this.events.at(-1)?.position;
  writeFailure = () => undefined;
  close = async () => {};
}
