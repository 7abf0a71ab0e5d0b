/**
 * A process with concurrent writers that append to a log and record each acknowledged append in a file, for tests that
 * kill it or cut its power. Its only argument is a `Load` as JSON.
 */
import { randomUUID } from 'node:crypto';
import { openSync, writeSync } from 'node:fs';
import type { EventLog, NewEvent } from '../../server/core/event-log.ts';
import { openSqliteEventLog } from '../../server/event-log/sqlite/open-sqlite-event-log.ts';
import type { Acknowledgement, Load } from './acknowledgements.ts';

const load: Load = JSON.parse(process.argv[2] ?? '');

const newEvent = (): NewEvent => {
  const commandId = randomUUID();
  return {
    id: randomUUID(),
    type: 'Appended',
    data: { text: 'x'.repeat(Math.floor(Math.random() * load.maxTextLength)) },
    meta: {
      actor: 'writer',
      commandId,
      correlationId: commandId,
      at: new Date().toISOString(),
      schema: 1,
    },
  };
};

const notes = openSync(load.notes, 'a');

/** Writes synchronously, so that a recording shows the line in order with the log's own writes and syncs. */
const recordAcknowledgement = (acknowledgement: Acknowledgement): void => {
  writeSync(notes, `${JSON.stringify(acknowledgement)}\n`);
};

const appendTo = async (log: EventLog, stream: string, hasMore: () => boolean): Promise<void> => {
  let revision: bigint | 'no_stream' = 'no_stream';
  for await (const last of log.readStream(stream, { direction: 'backwards', limit: 1 })) revision = last.revision;
  while (hasMore()) {
    const events = Array.from({ length: 1 + Math.floor(Math.random() * 3) }, newEvent);
    const appended: { revision: bigint; position: bigint } = await log.append(stream, events, revision);
    revision = appended.revision;
    const ids = events.map(({ id }) => id);
    recordAcknowledgement({ stream, ids, revision: String(appended.revision), position: String(appended.position) });
  }
};

for (let session = 0; session < load.sessions; session++) {
  const log = await openSqliteEventLog({ ...load, onCheckpointFailure: (line) => void process.stderr.write(line) });
  let remaining = load.appendsPerSession ?? Number.POSITIVE_INFINITY;
  const hasMore = () => remaining-- > 0;
  await Promise.all(Array.from({ length: load.writers }, (_, n) => appendTo(log, `load-${n}`, hasMore)));
  await log.close();
}
