import type { ReadableLog, RecordedEvent } from '../../core/event-log.ts';
import { type AuditIndex, type IndexedEvent, type IndexQuery, whoseData } from './audit-index.ts';

type ReadStreams = Pick<ReadableLog, 'readStream'>;

const pageSize = 100;
/** Reads of one search at a time, so that those of users do not wait behind a page of each of many searches. */
const readsAtOnce = 10;

/** The events that match, read from the log, in the order of the query. */
export function findEvents(log: ReadStreams, index: AuditIndex, query: IndexQuery): AsyncGenerator<RecordedEvent> {
  const { stream } = query;
  return stream === undefined ? findInIndex(log, index, query) : findInStream(log, stream, query);
}

/** The index has no order by stream: it would be searched as a whole, and other work of the process would wait. */
async function* findInStream(log: ReadStreams, stream: string, query: IndexQuery): AsyncGenerator<RecordedEvent> {
  const { direction, after } = query;
  const isBeyond = ({ position }: RecordedEvent) =>
    after === undefined || (direction === 'backwards' ? position < after : position > after);
  let left = query.limit;
  for await (const event of log.readStream(stream, { direction })) {
    if (!isBeyond(event) || !matches(event, query)) continue;
    yield event;
    left -= 1;
    if (left <= 0) return;
  }
}

async function* findInIndex(log: ReadStreams, index: AuditIndex, query: IndexQuery): AsyncGenerator<RecordedEvent> {
  let { after } = query;
  for (let left = query.limit; left > 0; ) {
    const found = index.find({ ...query, limit: Math.min(pageSize, left), ...(after !== undefined && { after }) });
    for (let from = 0; from < found.length; from += readsAtOnce) {
      const some = found.slice(from, from + readsAtOnce);
      for (const event of await Promise.all(some.map((one) => readEvent(log, one)))) {
        if (!hasIds(event, query)) continue;
        yield event;
        left -= 1;
      }
    }
    after = found.at(-1)?.position;
    if (found.length < pageSize) return;
  }
}

/** @throws Error when the log does not have it any more */
export async function readEvent(
  log: ReadStreams,
  { stream, revision, position }: IndexedEvent,
): Promise<RecordedEvent> {
  for await (const event of log.readStream(stream, { from: revision, limit: 1 })) {
    if (event.position === position) return event;
  }
  throw new Error(
    `The log has no event ${position} in ${stream}, which it had when the index was built: run potluck audit verify`,
  );
}

function matches(event: RecordedEvent, query: IndexQuery): boolean {
  const { actor, types, since, until } = query;
  const at = Date.parse(event.meta.at);
  return (
    (actor === undefined || event.meta.actor === actor) &&
    (types === undefined || types.includes(event.type)) &&
    (since === undefined || at >= since.getTime()) &&
    (until === undefined || at <= until.getTime()) &&
    hasIds(event, query)
  );
}

/** The index compares hashes of these. */
const hasIds = (event: RecordedEvent, { correlationId, commandId, whose }: IndexQuery): boolean =>
  (correlationId === undefined || event.meta.correlationId === correlationId) &&
  (commandId === undefined || event.meta.commandId === commandId) &&
  (whose === undefined || whoseData(event) === whose);
