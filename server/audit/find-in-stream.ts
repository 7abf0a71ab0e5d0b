import type { ReadableLog, RecordedEvent } from '../core/event-log.ts';
import { type Point, UnknownStream } from './time-travel/replay.ts';

export interface InStream {
  readonly stream: string;
  /** The id of something that the event's data names, such as a comment or an item of a list. */
  readonly item?: string | undefined;
  /** The event is this or an earlier one. */
  readonly at?: Point | undefined;
}

/**
 * With an item, the first event that names it, such as the one that added a comment; otherwise the last event.
 * @throws UnknownStream that says what the stream does not have, or not yet at this point
 */
export async function findInStream(
  log: Pick<ReadableLog, 'readStream'>,
  { stream, item, at }: InStream,
): Promise<RecordedEvent> {
  let found: RecordedEvent | undefined;
  let [first, last]: RecordedEvent[] = [];
  for await (const event of log.readStream(stream)) {
    first ??= event;
    last = event;
    if (item !== undefined && !names(event.data, item)) continue;
    if (isAfter(event, at)) {
      if (item === undefined || found) break;
      const message = `${item} did not exist then: it is from position ${event.position}, ${event.meta.at}`;
      throw new UnknownStream(message, [event]);
    }
    found = event;
    if (item !== undefined) break;
  }
  if (found) return found;
  if (!first || !last) throw new UnknownStream(`There is no stream ${stream}`);
  if (item !== undefined) throw new UnknownStream(`No event of ${stream} names ${item}`, [first, last]);
  const message = `${stream} did not exist then: its first event is at position ${first.position}, ${first.meta.at}`;
  throw new UnknownStream(message, [first]);
}

function isAfter({ position, meta }: RecordedEvent, point: Point | undefined): boolean {
  if (!point) return false;
  return 'position' in point ? position > point.position : meta.at > point.time.toISOString();
}

const names = (value: unknown, id: string): boolean =>
  typeof value === 'object' && value !== null ? Object.values(value).some((part) => names(part, id)) : value === id;
