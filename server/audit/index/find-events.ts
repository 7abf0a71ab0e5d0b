import type { ReadableLog, RecordedEvent } from '../../core/event-log.ts';
import type { AuditIndex, IndexedEvent, IndexQuery } from './audit-index.ts';

const pageSize = 100;

/** The events that match, read from the log, in the order of the query. */
export async function* findEvents(
  log: ReadableLog,
  index: AuditIndex,
  query: IndexQuery,
): AsyncGenerator<RecordedEvent> {
  let { after } = query;
  for (let left = query.limit; left > 0; ) {
    const found = index.find({ ...query, limit: Math.min(pageSize, left), ...(after !== undefined && { after }) });
    const events = await Promise.all(found.map((one) => readEvent(log, one)));
    for (const event of events) {
      if (!hasIds(event, query)) continue;
      yield event;
      left -= 1;
    }
    after = found.at(-1)?.position;
    if (found.length < pageSize) return;
  }
}

/** @throws Error when the log does not have it any more */
export async function readEvent(
  log: ReadableLog,
  { stream, revision, position }: IndexedEvent,
): Promise<RecordedEvent> {
  for await (const event of log.readStream(stream, { from: revision, limit: 1 })) {
    if (event.position === position) return event;
  }
  throw new Error(
    `The log has no event ${position} in ${stream}, which it had when the index was built: run potluck audit verify`,
  );
}

/** The index compares hashes of these. */
const hasIds = ({ meta }: RecordedEvent, { correlationId, commandId }: IndexQuery): boolean =>
  (correlationId === undefined || meta.correlationId === correlationId) &&
  (commandId === undefined || meta.commandId === commandId);
