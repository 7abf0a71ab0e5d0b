/** Seals of a log on EventStoreDB, whose positions are not consecutive, and of a log that was moved there. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { checkSeals } from '../../server/audit/seals/check/check-seals.ts';
import { refute } from '../../server/audit/seals/proof-file.ts';
import { proveInclusion } from '../../server/audit/seals/prove.ts';
import { readPublicKeys, sealFolder } from '../../server/audit/seals/seal-folder.ts';
import { sealNow } from '../../server/audit/seals/seal-now.ts';
import { startSeals } from '../../server/audit/seals/start-seals.ts';
import type { EventLog } from '../../server/core/event-log.ts';
import { silentLogger } from '../../server/core/logger.ts';
import { openEventStoreDb } from '../../server/event-log/eventstoredb/open-event-store-db.ts';
import { openSqliteEventLog } from '../../server/event-log/sqlite/open-sqlite-event-log.ts';
import { FakeEventStoreDb } from '../support/eventstoredb-server/server.ts';
import { eventOf, streamOf, streams } from '../support/sealed-log.ts';
import { until } from '../support/until.ts';

const signal = new AbortController().signal;

test('seals survive moving the log, and go on there', async () => {
  await using cleanUp = new AsyncDisposableStack();
  const folder = await mkdtemp(join(tmpdir(), 'potluck-seals-'));
  cleanUp.defer(() => rm(folder, { recursive: true, force: true }));
  const server = await FakeEventStoreDb.start();
  cleanUp.defer(() => server.stop());
  const embedded = await openSqliteEventLog({ file: join(folder, 'events.sqlite') });
  cleanUp.defer(() => embedded.close());
  const moved = await openEventStoreDb({ connectionString: server.connectionString });
  cleanUp.defer(() => moved.close());
  const events = Array.from({ length: 160 }, (_, n) => eventOf(n));
  for (const log of [embedded, moved]) await appendEach(log, events.slice(0, 120), 0);

  const settings = { folder: join(folder, 'seals'), keyFile: join(folder, 'seals/key'), origin: undefined };
  const first = await sealNow({ log: embedded, settings, logger: silentLogger, onProgress: () => {}, signal });
  expect(first).toMatchObject({ size: 120 });
  expect((await checkSeals(moved, settings.folder)).findings).toEqual([]);

  const limits = { maxAgeMs: 20, gatherMs: 1 };
  const seals = await startSeals({ log: moved, settings, logger: silentLogger, limits });
  cleanUp.defer(() => seals.stop());
  await appendEach(moved, events.slice(120), 120);
  await until(() => seals.status().size === 160);

  expect(await checkSeals(moved, settings.folder)).toMatchObject({ size: 160, findings: [] });
  const sealed = sealFolder(settings.folder);
  const keys = await readPublicKeys(sealed);
  let leaf = 0;
  for await (const { position } of moved.readAll()) {
    if (leaf % 23 === 0) {
      const proof = await proveInclusion(sealed, moved, position);
      expect([proof.leaf, refute(proof, keys)]).toEqual([leaf, undefined]);
    }
    leaf += 1;
  }
});

async function appendEach(log: EventLog, events: readonly ReturnType<typeof eventOf>[], first: number): Promise<void> {
  for (const [index, event] of events.entries()) {
    const n = first + index;
    const revision = Math.floor(n / streams);
    await log.append(streamOf(n), [event], revision === 0 ? 'no_stream' : BigInt(revision - 1));
  }
}
