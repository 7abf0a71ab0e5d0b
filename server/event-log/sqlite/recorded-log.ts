import type { EventLog, SubscribeOptions, SubscriptionBatch } from '../../core/event-log.ts';
import { LogPages } from './log-pages.ts';
import { News } from './news.ts';
import { pageSize, Reader } from './reader.ts';
import { RecentEvents } from './recent-events.ts';
import { follow } from './subscription.ts';

/** The log as it is now, read past the process that writes it: nothing that comes later is seen. */
export class RecordedLog implements Pick<EventLog, 'subscribe' | 'head'> {
  readonly #reader: Reader;
  readonly #recent: RecentEvents;
  readonly #older: LogPages;
  readonly #news = new News();
  #closed = false;

  /** @throws EventLogUnavailable when the file is not there or cannot be read */
  constructor(file: string) {
    this.#reader = new Reader(file);
    this.#recent = new RecentEvents(this.#reader.head());
    this.#older = new LogPages({ read: (after) => this.#reader.page(after, this.#recent.head), pageSize });
  }

  async head(): Promise<bigint | undefined> {
    return this.#recent.headPosition;
  }

  /** Id of the event at a position, which no other log has there. */
  idAt(position: bigint): string | undefined {
    return this.#reader.idAt(Number(position));
  }

  subscribe(options: SubscribeOptions): AsyncIterable<SubscriptionBatch> {
    const [older, recent, news] = [this.#older, this.#recent, this.#news];
    const idAt = (position: number) => this.#reader.idAt(position);
    return follow({ older, recent, news, idAt, isClosed: () => this.#closed }, options);
  }

  close(): void {
    this.#closed = true;
    this.#news.tell();
    this.#reader.close();
  }
}
