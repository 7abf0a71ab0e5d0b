import { encodeRecord } from '../../../server/event-log/sqlite/record.ts';
import { openForWriting } from '../../../server/event-log/sqlite/schema.ts';
import { Writer } from '../../../server/event-log/sqlite/writer.ts';
import { encodeAppend, type FlatGroup, noStream } from '../../../server/event-log/sqlite/writer-protocol.ts';
import type { StreamEvent } from './sample-history.ts';

const eventsPerCommit = 10_000;
const checkpointPages = 20_000;

/**
 * Writes events into a log with the log's own writer, and leaves the file as after a clean stop.
 * @param revisions of the streams that the log already contains
 */
export function seedLog(file: string, history: Iterable<StreamEvent>, revisions = new Map<string, number>()): void {
  const db = openForWriting(file, 'NORMAL');
  const writer = new Writer(db, checkpointPages);
  let group: FlatGroup = [];
  let inGroup = 0;
  const commit = () => {
    writer.write(group);
    writer.checkpointIfDue();
    group = [];
    inGroup = 0;
  };
  for (const { stream, event } of history) {
    const revision = revisions.get(stream) ?? noStream;
    encodeAppend(group, stream, revision, [{ id: event.id, type: event.type, record: encodeRecord(event) }]);
    revisions.set(stream, revision + 1);
    if (++inGroup === eventsPerCommit) commit();
  }
  if (inGroup > 0) commit();
  db.exec('PRAGMA wal_checkpoint(TRUNCATE)');
  db.close();
}
