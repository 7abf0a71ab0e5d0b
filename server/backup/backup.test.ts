import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { buffer } from 'node:stream/consumers';
import { pack } from 'tar-stream';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import {
  appendTo,
  eventsOf,
  neverAborted,
  openLogIn,
  temporaryFolder,
  withoutPositions,
} from '../../tests/support/log-copies.ts';
import { checkSeals } from '../audit/seals/check/check-seals.ts';
import { refute } from '../audit/seals/proof-file.ts';
import { proveConsistency, proveInclusion } from '../audit/seals/prove.ts';
import { readPublicKeys, sealFolder } from '../audit/seals/seal-folder.ts';
import { sealNow } from '../audit/seals/seal-now.ts';
import { silentLogger } from '../core/logger.ts';
import { openSqliteEventLog } from '../event-log/sqlite/open-sqlite-event-log.ts';
import { openAccountsFile } from '../identity/emulator/accounts-file.ts';
import { DamagedFile } from '../log-transfer/read-log-file.ts';
import { backUp } from './back-up.ts';
import { restore } from './restore.ts';

const picture = '0d1f6f5e-0000-4000-8000-000000000001.webp';
const later = '0d1f6f5e-0000-4000-8000-000000000002.jpeg';

const photoId = '3f1c9d2a7b6e5c4d8a9b0c1d2e3f4a5b6c7d8e9f';
const photo = { [`${photoId}-320.webp`]: 'soup', [`${photoId}.json`]: '{}' };

/** Every test gets a copy. */
let intact: string;
let folder: string;
let file: string;
let target: string;
beforeAll(async () => {
  intact = mkdtempSync(join(tmpdir(), 'potluck-backup-'));
  const log = await openSqliteEventLog({ file: join(intact, 'events.sqlite') });
  await appendTo(log, ['a', 'b', 'a']);
  await log.close();
  mkdirSync(join(intact, 'avatars'));
  mkdirSync(join(intact, 'pictures'));
  for (const [name, content] of Object.entries(photo)) writeFileSync(join(intact, 'pictures', name), content);
  writeFileSync(join(intact, 'pictures', `${photoId}.json.0d1f6f5e-0000-4000-8000-000000000009.part`), 'partial');
  writeFileSync(join(intact, 'avatars', picture), 'face');
  writeFileSync(join(intact, 'avatars', `${picture}.0d1f6f5e-0000-4000-8000-000000000009.part`), 'partial');
});
afterAll(() => rmSync(intact, { recursive: true }));
beforeEach(() => {
  folder = join(temporaryFolder(), 'data');
  cpSync(intact, folder, { recursive: true });
  file = join(folder, '..', 'potluck.tar');
  target = join(folder, '..', 'restored');
});

const makeBackup = (onCheck?: () => void) =>
  backUp({
    ...{
      file,
      seals: join(folder, 'seals'),
      avatars: join(folder, 'avatars'),
      pictures: join(folder, 'pictures'),
      accounts: join(folder, 'accounts', 'accounts.sqlite'),
    },
    log: { kind: 'sqlite', file: join(folder, 'events.sqlite') },
    signal: neverAborted,
    ...(onCheck && { onCheck }),
  });

const restoreIt = () => restore({ file, folder: target, log: undefined, signal: neverAborted });

const namesIn = (directory: string): string[] =>
  readdirSync(directory, { recursive: true, encoding: 'utf8' })
    .filter((name) => !/-(?:wal|shm)$|[.]lock$/.test(name))
    .sort();

describe('a backup', () => {
  test('restores the log, the accounts and the avatars of a running installation', async () => {
    // The files stay open, as in a running server.
    const log = await openLogIn(folder);
    const accounts = openAccountsFile(join(folder, 'accounts'));
    accounts.put({ localId: 'mia', email: 'mia@example.com' });
    const manifest = await makeBackup();
    expect(manifest).toMatchObject({ log: { kind: 'sqlite', events: 3 }, hasAccounts: true, avatars: 1, pictures: 2 });
    accounts.close();

    await restoreIt();
    expect(namesIn(target)).toEqual([
      'accounts',
      'accounts/accounts.sqlite',
      'avatars',
      `avatars/${picture}`,
      'events.sqlite',
      'pictures',
      ...Object.keys(photo).map((name) => `pictures/${name}`),
    ]);
    for (const name of namesIn(target)) expect(statSync(join(target, name)).mode & 0o077).toBe(0);
    const restored = await openLogIn(target);
    expect(await eventsOf(restored)).toEqual(await eventsOf(log));
    expect(readFileSync(join(target, 'avatars', picture), 'utf8')).toBe('face');
    for (const [name, content] of Object.entries(photo)) {
      expect(readFileSync(join(target, 'pictures', name), 'utf8')).toBe(content);
    }
    const restoredAccounts = openAccountsFile(join(target, 'accounts'));
    expect([...restoredAccounts.all()]).toEqual([{ localId: 'mia', email: 'mia@example.com' }]);
    restoredAccounts.close();
  });

  test('is the log of one moment while events are appended, with every avatar that it may refer to', async () => {
    const log = await openLogIn(folder);
    let isDone = false;
    const appends = (async () => {
      for (let n = 0; !isDone; n += 1) await appendTo(log, [`stream-${n % 5}`], { text: 'x'.repeat(2_000) });
    })();
    const manifest = await makeBackup(() => {
      writeFileSync(join(folder, 'avatars', later), 'new face');
      rmSync(join(folder, 'avatars', picture), { force: true });
    });
    isDone = true;
    await appends;
    await restoreIt();
    const restored = await eventsOf(await openLogIn(target));
    expect(restored).toHaveLength(manifest.log.events);
    const all = await eventsOf(log);
    expect(withoutPositions(restored)).toEqual(withoutPositions(all.slice(0, restored.length)));
    expect(readdirSync(join(target, 'avatars')).sort()).toEqual([picture, later].sort());
  });

  test('has the seals, by which old proofs hold and new ones can be made, but not the key', async () => {
    const source = await openLogIn(folder);
    const seal = (keyFile: string, of = folder, log = source) =>
      sealNow({
        ...{ log, settings: { folder: join(of, 'seals'), keyFile, origin: undefined }, logger: silentLogger },
        ...{ onProgress: () => {}, signal: neverAborted },
      });
    await appendTo(
      source,
      Array.from({ length: 300 }, (_, n) => `stream-${n % 7}`),
    );
    await seal(join(folder, 'seals', 'key'));
    const before = sealFolder(join(folder, 'seals'));
    const proof = await proveInclusion(before, source, 5n);
    await appendTo(source, ['later']);
    expect(await makeBackup()).toMatchObject({ sealed: 303, log: { events: 304 } });
    await restoreIt();
    expect(namesIn(target)).not.toContain('seals/key');
    expect(namesIn(target)).not.toContain('seals/leaves');
    const restored = await openLogIn(target);
    expect(await checkSeals(restored, join(target, 'seals'))).toMatchObject({ size: 303, findings: [] });
    const after = sealFolder(join(target, 'seals'));
    expect(refute(proof, await readPublicKeys(after))).toBeUndefined();

    await appendTo(restored, ['new']);
    await seal(join(target, 'seals', 'key'), target, restored);
    const keys = await readPublicKeys(after);
    expect(keys).toHaveLength(2);
    const consistency = await proveConsistency(after, proof.checkpoint);
    expect(refute(consistency, keys, proof.checkpoint)).toBeUndefined();
    expect(refute(consistency, keys.slice(0, 1), proof.checkpoint)).toMatch('is not signed by this key');
  });

  test('without accounts and avatars says so', async () => {
    rmSync(join(folder, 'avatars'), { recursive: true });
    rmSync(join(folder, 'pictures'), { recursive: true });
    expect(await makeBackup()).toMatchObject({ hasAccounts: false, avatars: 0, pictures: 0 });
    await restoreIt();
    expect(namesIn(target)).toEqual(['events.sqlite']);
  });

  test.each([
    [
      'a damaged log',
      'UPDATE events SET revision = 5 WHERE position = 3',
      'The event at position 3 is damaged (its checksum is wrong): check the disk, and restore the newest backup',
    ],
    ['a log of a newer release', 'PRAGMA user_version = 1000', 'was written by a newer version of Potluck'],
  ])('refuses %s, and leaves nothing', async (_what, change, message) => {
    const db = new DatabaseSync(join(folder, 'events.sqlite'));
    db.exec(change);
    db.close();
    await expect(makeBackup()).rejects.toThrow(message);
    expect(readdirSync(join(folder, '..'))).toEqual(['data']);
  });

  test('does not replace a file', async () => {
    writeFileSync(file, 'mine');
    await expect(makeBackup()).rejects.toThrow('exists already');
    expect(readFileSync(file, 'utf8')).toBe('mine');
  });
});

describe('a restore', () => {
  const expectRefusal = async (problem: string | RegExp) => {
    const refusal = restoreIt();
    await expect(refusal).rejects.toThrow(problem);
    await expect(refusal).rejects.toBeInstanceOf(DamagedFile);
    expect(existsSync(target) ? readdirSync(target) : []).toEqual([]);
  };

  const writeTar = async (entries: readonly { name: string; content: string; type?: 'file' | 'symlink' }[]) => {
    const archive = pack();
    for (const { name, content, type = 'file' } of entries) {
      if (type === 'file') archive.entry({ name }, content);
      else archive.entry({ name, type, linkname: content });
    }
    archive.finalize();
    writeFileSync(file, await buffer(archive));
  };

  test('refuses a folder that is not empty', async () => {
    await makeBackup();
    mkdirSync(target);
    writeFileSync(join(target, 'events.sqlite'), 'mine');
    await expect(restoreIt()).rejects.toThrow('is not empty (events.sqlite)');
    expect(readdirSync(target)).toEqual(['events.sqlite']);
    expect(readFileSync(join(target, 'events.sqlite'), 'utf8')).toBe('mine');
  });

  test.each([0, 700, 5_000, -512, -1_024, -1_536, -4_000])(
    'refuses a backup that is cut off at byte %i',
    async (bytes) => {
      await makeBackup();
      const whole = readFileSync(file);
      writeFileSync(file, whole.subarray(0, bytes));
      // The end of a tar archive is two empty blocks, which say nothing.
      if (bytes === -512 || bytes === -1_024) return expect((await restoreIt()).log.events).toBe(3);
      await expectRefusal('it is truncated, damaged, or no backup');
    },
  );

  test('refuses a backup in which a byte was changed', async () => {
    await makeBackup();
    const bytes = readFileSync(file);
    bytes.write('farce', bytes.indexOf('face'));
    writeFileSync(file, bytes);
    await expectRefusal(/avatars.*\.webp is missing or was changed|damaged/);
  });

  test('refuses the backup of a newer release', async () => {
    await makeBackup();
    await writeTar([{ name: 'manifest.json', content: '{"format":"potluck-backup","version":4}' }]);
    await expectRefusal('manifest.json: a newer release of Potluck made this backup (format 4)');
  });

  test.each([
    ['../escaped', 'file'],
    ['avatars/../../escaped', 'file'],
    ['/tmp/escaped', 'file'],
    ['avatars/x.webp', 'file'],
    ['pictures/x.webp', 'file'],
    ['events.sqlite', 'symlink'],
  ] as const)('extracts no entry %s (%s)', async (name, type) => {
    await writeTar([{ name, type, content: '/etc/passwd' }]);
    await expectRefusal('a backup has no entry like');
    expect(existsSync(join(folder, '..', 'escaped'))).toBe(false);
  });

  test('names the file and the folder when the system refuses one of them', async () => {
    await expect(restoreIt()).rejects.toThrow(`${file} was not restored into ${target}: ENOENT`);
    expect(readdirSync(target)).toEqual([]);
  });

  test('refuses a file that is no backup', async () => {
    writeFileSync(file, 'x'.repeat(5_000));
    await expectRefusal(/Invalid tar header/);
  });

  test('removes what a killed restore has left', async () => {
    await makeBackup();
    mkdirSync(join(target, '.restore-0', 'avatars'), { recursive: true });
    await restoreIt();
    expect(namesIn(target)).toContain('events.sqlite');
  });
});
