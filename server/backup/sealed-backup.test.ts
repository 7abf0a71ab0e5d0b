/** A restore compares the log with its seals: a backup that was changed as a whole, with its checksums, is no proof of itself. */
import { cpSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { buffer } from 'node:stream/consumers';
import { extract, pack } from 'tar-stream';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { appendTo, delegating, neverAborted, openLogIn, temporaryFolder } from '../../tests/support/log-copies.ts';
import { checkSeals } from '../audit/seals/check/check-seals.ts';
import { sealNow } from '../audit/seals/seal-now.ts';
import type { EventLog, RecordedEvent } from '../core/event-log.ts';
import { silentLogger } from '../core/logger.ts';
import { openSqliteEventLog } from '../event-log/sqlite/open-sqlite-event-log.ts';
import { openSqliteLogReader } from '../event-log/sqlite/open-sqlite-log-reader.ts';
import { DamagedFile } from '../log-transfer/read-log-file.ts';
import { backUp, type LogToBackUp } from './back-up.ts';
import { restore } from './restore.ts';

const sealed = 300;

/** Every test gets a copy. */
let intact: string;
let folder: string;
let file: string;
let target: string;
beforeAll(async () => {
  intact = mkdtempSync(join(tmpdir(), 'potluck-sealed-'));
  const log = await openSqliteEventLog({ file: join(intact, 'events.sqlite') });
  const streams = Array.from({ length: sealed }, (_, n) => `stream-${n % 7}`);
  await appendTo(log, streams, { text: 'Milk' });
  await sealNow({
    ...{ log, logger: silentLogger, onProgress: () => {}, signal: neverAborted },
    settings: { folder: join(intact, 'seals'), keyFile: join(intact, 'seals', 'key'), origin: undefined },
  });
  await appendTo(log, ['later'], { text: 'Milk' });
  await log.close();
});
afterAll(() => rmSync(intact, { recursive: true }));
beforeEach(() => {
  folder = join(temporaryFolder(), 'data');
  cpSync(intact, folder, { recursive: true });
  file = join(folder, '..', 'potluck.tar');
  target = join(folder, '..', 'restored');
});

const makeBackup = (from?: LogToBackUp) =>
  backUp({
    ...{
      file,
      accounts: undefined,
      avatars: join(folder, 'avatars'),
      pictures: undefined,
      seals: join(folder, 'seals'),
    },
    log: from ?? { kind: 'sqlite', file: join(folder, 'events.sqlite') },
    signal: neverAborted,
  });

const restoreIt = () => restore({ file, folder: target, log: undefined, signal: neverAborted });

async function expectRefusal(problem: string | RegExp) {
  const refusal = restoreIt();
  await expect(refusal).rejects.toThrow(problem);
  await expect(refusal).rejects.toBeInstanceOf(DamagedFile);
  expect(existsSync(target) ? readdirSync(target) : []).toEqual([]);
}

/** Changes the log before it is backed up: the backup has the checksums of what it contains. */
function changeEvent(position: number) {
  const db = new DatabaseSync(join(folder, 'events.sqlite'));
  db.prepare(`UPDATE events SET record = replace(record, 'Milk', 'Soup'), checksum = NULL WHERE position = ?`).run(
    position,
  );
  db.close();
}

const removeTiles = () => rmSync(join(folder, 'seals', 'tile'), { recursive: true });

test('refuses a log in which a sealed event was changed, and names the event', async () => {
  changeEvent(42);
  await makeBackup();
  await expectRefusal('its log is not as it was sealed: The event at position 42 ');
});

test('refuses it also in the format of EventStoreDB', { tags: 'extended' }, async () => {
  const log = await openLogIn(folder);
  const changed = (event: RecordedEvent) => (event.position === 42n ? { ...event, data: { text: 'Soup' } } : event);
  const changedLog = {
    ...delegating(log),
    async *readAll(options: Parameters<EventLog['readAll']>[0]) {
      for await (const event of log.readAll(options)) yield changed(event);
    },
  };
  const origin = { kind: 'eventstoredb', origin: 'here' } as const;
  await makeBackup({ ...origin, log: changedLog });
  await expectRefusal('its log is not as it was sealed: The event at position 42 ');
  rmSync(file);
  await makeBackup({ ...origin, log });
  expect(await restoreIt()).toMatchObject({ sealed, log: { kind: 'eventstoredb', events: sealed + 1 } });
});

test('refuses it also when the hashes of the tree are not in the backup', async () => {
  removeTiles();
  changeEvent(42);
  await makeBackup();
  await expectRefusal('its log is not what its last checkpoint seals');
});

test('makes the tiles of an unchanged log when their hashes are not in the backup', async () => {
  removeTiles();
  await makeBackup();
  await restoreIt();
  const restored = openSqliteLogReader(join(target, 'events.sqlite'));
  expect(await checkSeals(restored, join(target, 'seals'))).toMatchObject({ size: sealed, findings: [] });
  await restored.close();
});

test('cannot find a change of an event that is not sealed yet', { tags: 'extended' }, async () => {
  changeEvent(sealed + 1);
  await makeBackup();
  expect(await restoreIt()).toMatchObject({ sealed });
});

test('refuses a manifest that has fewer sealed events than the checkpoints', async () => {
  await makeBackup();
  await changeManifest((json) => json.replace(`"sealed": ${sealed}`, '"sealed": 0'));
  await expectRefusal(`its checkpoints seal ${sealed} events, and its manifest says 0`);
});

async function changeManifest(change: (json: string) => string) {
  const entries = extract();
  entries.end(readFileSync(file));
  const changed = pack();
  for await (const entry of entries) {
    const { name } = entry.header;
    const bytes = await buffer(entry);
    changed.entry({ name }, name === 'manifest.json' ? change(bytes.toString()) : bytes);
  }
  changed.finalize();
  writeFileSync(file, await buffer(changed));
}
