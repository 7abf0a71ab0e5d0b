import type {
  EventLog,
  ReadStreamOptions,
  RecordedEvent,
  SubscribeOptions,
  SubscriptionBatch,
} from '../../core/event-log.ts';
import { LogPages } from './log-pages.ts';
import { Notifier } from './notifier.ts';
import { pageSize, Reader } from './reader.ts';
import { readStream } from './reads.ts';
import { RecentEvents } from './recent-events.ts';
import { follow } from './subscription.ts';

/** The log as of its opening, read from the file while another process writes it. Later events are not visible. */
export class RecordedLog implements Pick<EventLog, 'subscribe' | 'readStream' | 'head'> {
  readonly #reader: Reader;
  readonly #recent: RecentEvents;
  readonly #older: LogPages;
  readonly #notifier = new Notifier();
  #closed = false;

  /** @throws EventLogUnavailable when the file is missing or cannot be read */
  constructor(file: string) {
    this.#reader = new Reader(file);
    this.#recent = new RecentEvents(this.#reader.head());
    this.#older = new LogPages({ read: (after) => this.#reader.page(after, this.#recent.head), pageSize });
  }

  async head(): Promise<bigint | undefined> {
    return this.#recent.headPosition;
  }

  readStream(stream: string, options: ReadStreamOptions = {}): AsyncIterable<RecordedEvent> {
    return readStream(this.#reader, this.#recent.head, stream, options);
  }

  subscribe(options: SubscribeOptions): AsyncIterable<SubscriptionBatch> {
    const [older, recent, notifier] = [this.#older, this.#recent, this.#notifier];
    const idAt = (position: number) => this.#reader.idAt(position);
    return follow({ older, recent, notifier, idAt, isClosed: () => this.#closed }, options);
  }

  close(): void {
    this.#closed = true;
    this.#notifier.notify();
    this.#reader.close();
  }
}
