/** Backups whose checksums are right, and whose content is not what their manifests say; and logs that lose changes when they are opened. */
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { extract, pack } from 'tar-stream';
import { beforeEach, expect, test } from 'vitest';
import { crashedLog, flip } from '../../tests/support/damaged-log.ts';
import { appendTo, neverAborted, temporaryFolder } from '../../tests/support/log-copies.ts';
import { openSqliteEventLog } from '../event-log/sqlite/open-sqlite-event-log.ts';
import { openSqliteLogReader } from '../event-log/sqlite/open-sqlite-log-reader.ts';
import { DamagedFile } from '../log-transfer/read-log-file.ts';
import { backUp, type LogToBackUp } from './back-up.ts';
import { restore } from './restore.ts';

const picture = '0d1f6f5e-0000-4000-8000-000000000001.webp';
const other = '0d1f6f5e-0000-4000-8000-000000000002.webp';

let folder: string;
let file: string;
let target: string;
beforeEach(async () => {
  folder = join(temporaryFolder(), 'data');
  mkdirSync(join(folder, 'avatars'), { recursive: true });
  writeFileSync(join(folder, 'avatars', picture), 'face');
  const log = await openSqliteEventLog({ file: join(folder, 'events.sqlite') });
  await appendTo(log, ['a', 'b', 'a']);
  await log.close();
  file = join(folder, '..', 'potluck.tar');
  target = join(folder, '..', 'restored');
});

const makeBackup = (log: LogToBackUp = { kind: 'sqlite', file: join(folder, 'events.sqlite') }) =>
  backUp({
    file,
    accounts: undefined,
    pictures: undefined,
    ...{ seals: join(folder, 'seals'), avatars: join(folder, 'avatars') },
    log,
    signal: neverAborted,
  });

const restoreIt = (onCheck = () => {}) =>
  restore({ file, folder: target, log: undefined, signal: neverAborted, onCheck });

/** Writes the archive again. */
async function change(by: (entries: Map<string, Buffer>) => void): Promise<void> {
  const read = extract();
  read.end(readFileSync(file));
  const entries = new Map<string, Buffer>();
  for await (const entry of read) entries.set(entry.header.name, await buffer(entry));
  by(entries);
  const written = pack();
  for (const [name, content] of entries) written.entry({ name }, content);
  written.finalize();
  writeFileSync(file, await buffer(written));
}

async function expectRefusal(problem: string): Promise<void> {
  const refusal = restoreIt();
  await expect(refusal).rejects.toThrow(problem);
  await expect(refusal).rejects.toBeInstanceOf(DamagedFile);
  expect(existsSync(target) ? readdirSync(target) : []).toEqual([]);
}

test('refuses a file that the manifest does not name', async () => {
  await makeBackup();
  await change((entries) => entries.set(`avatars/${other}`, Buffer.from('another face')));
  await expectRefusal(`avatars/${other} is not in its manifest`);
});

test('refuses a backup without a file that the manifest names', async () => {
  await makeBackup();
  await change((entries) => entries.delete(`avatars/${picture}`));
  await expectRefusal(`avatars/${picture} is missing or was changed`);
});

test.each(['sqlite', 'eventstoredb'] as const)(
  'refuses a log of %s with fewer events than the manifest says',
  async (kind) => {
    const log = openSqliteLogReader(join(folder, 'events.sqlite'));
    await makeBackup(kind === 'sqlite' ? undefined : { kind, log, origin: 'elsewhere' });
    await log.close();
    await change((entries) => {
      const manifest = String(entries.get('manifest.json'));
      entries.set('manifest.json', Buffer.from(manifest.replace('"events": 3', '"events": 4')));
    });
    await expectRefusal('its log has 3 events, and had 4');
  },
);

test('does not replace what was put into the folder meanwhile', async () => {
  await makeBackup();
  const restoring = restoreIt(() => writeFileSync(join(target, 'events.sqlite'), 'mine'));
  await expect(restoring).rejects.toThrow('is not empty (events.sqlite)');
  expect(readdirSync(target)).toEqual(['events.sqlite']);
  expect(readFileSync(join(target, 'events.sqlite'), 'utf8')).toBe('mine');
});

test('does not back up a log whose write-ahead log is damaged, without the changes behind the damage', async () => {
  const crashed = crashedLog({ checkpointed: 1, waiting: 5 });
  flip(`${crashed}-wal`, 100, [1]);
  for (const suffix of ['', '-wal']) cpSync(crashed + suffix, join(folder, `events.sqlite${suffix}`));
  rmSync(dirname(crashed), { recursive: true });
  await expect(makeBackup()).rejects.toThrow(/write-ahead log \S+-wal is damaged/);
  expect(readdirSync(join(folder, '..'))).toEqual(['data']);
});
