import { join } from 'node:path';
import { sealNow } from '../../server/audit/seals/seal-now.ts';
import { silentLogger } from '../../server/core/logger.ts';
import { openSqliteLogReader } from '../../server/event-log/sqlite/open-sqlite-log-reader.ts';
import { eventsFile } from './embedded-app.ts';

/** Seals the events of a data folder, as `audit seal` does. */
export async function sealLog(folder: string): Promise<void> {
  const log = openSqliteLogReader(eventsFile(folder));
  const settings = { folder: join(folder, 'seals'), keyFile: join(folder, 'seals/key'), origin: undefined };
  const { signal } = new AbortController();
  await sealNow({ log, settings, logger: silentLogger, onProgress: () => {}, signal });
  await log.close();
}
