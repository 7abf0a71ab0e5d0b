import {
  type AppendResult,
  type EventLog,
  type ExpectedRevision,
  type NewEvent,
  type ReadStreamOptions,
  type RecordedEvent,
  WrongExpectedRevision,
} from '../../../server/core/event-log.ts';

/** The part of an event log that commands and histories use, of a single stream, in memory. */
export class MemoryStream implements EventLog {
  readonly events: RecordedEvent[] = [];
  readonly #onAppended: (events: readonly RecordedEvent[]) => void;

  constructor(onAppended: (events: readonly RecordedEvent[]) => void) {
    this.#onAppended = onAppended;
  }

  async append(stream: string, events: readonly NewEvent[], expected: ExpectedRevision): Promise<AppendResult> {
    const last = BigInt(this.events.length) - 1n;
    const actual = last < 0n ? 'no_stream' : last;
    if (actual !== expected) throw new WrongExpectedRevision(stream, expected, actual);
    const recorded = events.map((event, n) => {
      const revision = last + 1n + BigInt(n);
      return { ...event, stream, revision, position: revision + 1n };
    });
    this.events.push(...recorded);
    this.#onAppended(recorded);
    return { revision: last + BigInt(events.length), position: last + 1n + BigInt(events.length) };
  }

  async *readStream(_stream: string, options: ReadStreamOptions = {}): AsyncIterable<RecordedEvent> {
    const { from, direction = 'forwards', limit } = options;
    const isBackwards = direction === 'backwards';
    const isAfter = ({ revision }: RecordedEvent) =>
      from === undefined || (isBackwards ? revision <= from : revision >= from);
    const selected = this.events.filter(isAfter);
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
