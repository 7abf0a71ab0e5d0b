/** The command handler's contract on both event logs. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openEventStoreDb } from '../../server/event-log/eventstoredb/open-event-store-db.ts';
import { openSqliteEventLog } from '../../server/event-log/sqlite/open-sqlite-event-log.ts';
import { FakeEventStoreDb } from '../support/eventstoredb-server/server.ts';
import { commandHandlerContract } from './command-handler.ts';

commandHandlerContract('SQLite', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'potluck-commands-'));
  const log = await openSqliteEventLog({ file: join(folder, 'events.sqlite') });
  return {
    log,
    close: async () => {
      await log.close();
      await rm(folder, { recursive: true });
    },
  };
});

commandHandlerContract('EventStoreDB', async () => {
  const server = await FakeEventStoreDb.start();
  const log = await openEventStoreDb({ connectionString: server.connectionString });
  return {
    log,
    close: async () => {
      await log.close();
      server.stop();
    },
  };
});
