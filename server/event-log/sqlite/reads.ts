import {
  matchesFilter,
  type ReadAllOptions,
  type ReadStreamOptions,
  type RecordedEvent,
} from '../../core/event-log.ts';
import { pageSize, type Reader } from './reader.ts';

/** Reads are synchronous: between pages other work gets its turn. */
const yieldToEventLoop = (): Promise<void> => new Promise((resolve) => void setImmediate(resolve));

// `yield*` of an array would wait several times for each event.

/** The stream as of the call, in pages. `head`: position of the last event known to be committed. */
export async function* readStream(
  reader: Reader,
  head: number,
  stream: string,
  { direction = 'forwards', from, limit = Number.MAX_SAFE_INTEGER }: ReadStreamOptions,
): AsyncGenerator<RecordedEvent, void> {
  let revision = from === undefined ? (direction === 'forwards' ? 0 : Number.MAX_SAFE_INTEGER) : Number(from);
  let left = limit;
  while (left > 0) {
    const size = Math.min(pageSize, left);
    const { events, isEnd } = reader.readStream(stream, direction, revision, head, size);
    for (const event of events) yield event;
    const last = events.at(-1);
    if (last === undefined || isEnd) return;
    left -= events.length;
    revision = Number(last.revision) + (direction === 'forwards' ? 1 : -1);
    await yieldToEventLoop();
  }
}

/** The log up to `head`, in pages. */
export const readAll = (reader: Reader, head: number, options: ReadAllOptions): AsyncGenerator<RecordedEvent, void> =>
  options.direction === 'backwards' ? readBackwards(reader, head, options) : readForwards(reader, head, options);

async function* readForwards(
  reader: Reader,
  head: number,
  { after = 0n, from = after + 1n, limit = Number.MAX_SAFE_INTEGER, filter = {} }: ReadAllOptions,
): AsyncGenerator<RecordedEvent, void> {
  let position = Number(from) - 1;
  let left = limit;
  while (left > 0 && position < head) {
    // Without a filter no more rows are read than are wanted: a damaged one behind them does not matter.
    const page = reader.page(position, head, filter.types ? pageSize : Math.min(pageSize, left)).select(filter);
    const events = page.events.slice(0, left);
    for (const event of events) yield event;
    left -= events.length;
    position = page.position;
    await yieldToEventLoop();
  }
}

async function* readBackwards(
  reader: Reader,
  head: number,
  { after = 0n, limit = Number.MAX_SAFE_INTEGER, filter = {} }: ReadAllOptions,
): AsyncGenerator<RecordedEvent, void> {
  let upTo = head;
  let left = limit;
  while (left > 0 && upTo > after) {
    const page = reader.readBackwards(Number(after), upTo);
    const events = page.filter(({ type }) => matchesFilter(filter, type)).slice(0, left);
    for (const event of events) yield event;
    const last = page.at(-1);
    if (last === undefined) return;
    left -= events.length;
    upTo = Number(last.position) - 1;
    await yieldToEventLoop();
  }
}
