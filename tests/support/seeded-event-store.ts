/** Records a simulated history in the in-memory EventStoreDB, without its protocol, which would take most of the time. */
import type { HistoryAppend } from '../../server/simulation/recorder.ts';
import type { FakeEventStoreDb } from './eventstoredb-server/server.ts';

const contentType = 'application/json';
const bytesOf = (value: object): Uint8Array => Buffer.from(JSON.stringify(value));

/** Takes at least this many events from the history. */
export function seedEventStore(
  { log }: Pick<FakeEventStoreDb, 'log'>,
  history: Iterator<HistoryAppend>,
  events: number,
): void {
  for (let count = 0; count < events; ) {
    const { done, value } = history.next();
    if (done) return;
    const proposed = value.events.map(({ id, type, data, meta }) => ({
      ...{ id, type, contentType, data: bytesOf(data) },
      metadata: bytesOf({ ...meta, causationId: meta.commandId }),
    }));
    log.append(value.stream, proposed, value.expected);
    count += value.events.length;
  }
}
