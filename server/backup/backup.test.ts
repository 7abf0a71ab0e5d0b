import { readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { describe, expect, test } from 'vitest';
import { backedUpFolder, namesIn, photo, picture } from '../../tests/support/backed-up-folder.ts';
import { appendTo, eventsOf, neverAborted, openLogIn, withoutPositions } from '../../tests/support/log-copies.ts';
import { checkSeals } from '../audit/seals/check/check-seals.ts';
import { refute } from '../audit/seals/proof-file.ts';
import { proveConsistency, proveInclusion } from '../audit/seals/prove.ts';
import { readPublicKeys, sealFolder } from '../audit/seals/seal-folder.ts';
import { sealNow } from '../audit/seals/seal-now.ts';
import { silentLogger } from '../core/logger.ts';
import { openAccountsFile } from '../identity/emulator/accounts-file.ts';

const later = '0d1f6f5e-0000-4000-8000-000000000002.jpeg';

const { paths, makeBackup, restoreIt } = backedUpFolder();

describe('a backup', () => {
  test('restores the log, the accounts and the avatars of a running installation', async () => {
    // The files stay open, as in a running server.
    const log = await openLogIn(paths.folder);
    const accounts = openAccountsFile(join(paths.folder, 'accounts'));
    accounts.put({ localId: 'mia', email: 'mia@example.com' });
    const manifest = await makeBackup();
    expect(manifest).toMatchObject({ log: { kind: 'sqlite', events: 3 }, hasAccounts: true, avatars: 1, pictures: 2 });
    accounts.close();

    await restoreIt();
    expect(namesIn(paths.target)).toEqual([
      'accounts',
      'accounts/accounts.sqlite',
      'avatars',
      `avatars/${picture}`,
      'events.sqlite',
      'pictures',
      ...Object.keys(photo).map((name) => `pictures/${name}`),
    ]);
    for (const name of namesIn(paths.target)) expect(statSync(join(paths.target, name)).mode & 0o077).toBe(0);
    const restored = await openLogIn(paths.target);
    expect(await eventsOf(restored)).toEqual(await eventsOf(log));
    expect(readFileSync(join(paths.target, 'avatars', picture), 'utf8')).toBe('face');
    for (const [name, content] of Object.entries(photo)) {
      expect(readFileSync(join(paths.target, 'pictures', name), 'utf8')).toBe(content);
    }
    const restoredAccounts = openAccountsFile(join(paths.target, 'accounts'));
    expect([...restoredAccounts.all()]).toEqual([{ localId: 'mia', email: 'mia@example.com' }]);
    restoredAccounts.close();
  });

  test('is the log of one moment while events are appended, with every avatar that it may refer to', async () => {
    const log = await openLogIn(paths.folder);
    let isDone = false;
    const appends = (async () => {
      for (let n = 0; !isDone; n += 1) await appendTo(log, [`stream-${n % 5}`], { text: 'x'.repeat(2_000) });
    })();
    const manifest = await makeBackup(() => {
      writeFileSync(join(paths.folder, 'avatars', later), 'new face');
      rmSync(join(paths.folder, 'avatars', picture), { force: true });
    });
    isDone = true;
    await appends;
    await restoreIt();
    const restored = await eventsOf(await openLogIn(paths.target));
    expect(restored).toHaveLength(manifest.log.events);
    const all = await eventsOf(log);
    expect(withoutPositions(restored)).toEqual(withoutPositions(all.slice(0, restored.length)));
    expect(readdirSync(join(paths.target, 'avatars')).sort()).toEqual([picture, later].sort());
  });

  test('has the seals, by which old proofs hold and new ones can be made, but not the key', async () => {
    const source = await openLogIn(paths.folder);
    const seal = (keyFile: string, of = paths.folder, log = source) =>
      sealNow({
        ...{ log, settings: { folder: join(of, 'seals'), keyFile, origin: undefined }, logger: silentLogger },
        ...{ onProgress: () => {}, signal: neverAborted },
      });
    await appendTo(
      source,
      Array.from({ length: 300 }, (_, n) => `stream-${n % 7}`),
    );
    await seal(join(paths.folder, 'seals', 'key'));
    const before = sealFolder(join(paths.folder, 'seals'));
    const proof = await proveInclusion(before, source, 5n);
    await appendTo(source, ['later']);
    expect(await makeBackup()).toMatchObject({ sealed: 303, log: { events: 304 } });
    await restoreIt();
    expect(namesIn(paths.target)).not.toContain('seals/key');
    expect(namesIn(paths.target)).not.toContain('seals/leaves');
    const restored = await openLogIn(paths.target);
    expect(await checkSeals(restored, join(paths.target, 'seals'))).toMatchObject({ size: 303, findings: [] });
    const after = sealFolder(join(paths.target, 'seals'));
    expect(refute(proof, await readPublicKeys(after))).toBeUndefined();

    await appendTo(restored, ['new']);
    await seal(join(paths.target, 'seals', 'key'), paths.target, restored);
    const keys = await readPublicKeys(after);
    expect(keys).toHaveLength(2);
    const consistency = await proveConsistency(after, proof.checkpoint);
    expect(refute(consistency, keys, proof.checkpoint)).toBeUndefined();
    expect(refute(consistency, keys.slice(0, 1), proof.checkpoint)).toMatch('is not signed by this key');
  });

  test('without accounts and avatars says so', async () => {
    rmSync(join(paths.folder, 'avatars'), { recursive: true });
    rmSync(join(paths.folder, 'pictures'), { recursive: true });
    expect(await makeBackup()).toMatchObject({ hasAccounts: false, avatars: 0, pictures: 0 });
    await restoreIt();
    expect(namesIn(paths.target)).toEqual(['events.sqlite']);
  });

  test.each([
    [
      'a damaged log',
      'UPDATE events SET revision = 5 WHERE position = 3',
      'The event at position 3 is damaged (its checksum is wrong): check the disk, and restore the newest backup',
    ],
    ['a log of a newer release', 'PRAGMA user_version = 1000', 'was written by a newer version of Potluck'],
  ])('refuses %s, and leaves nothing', async (_what, change, message) => {
    const db = new DatabaseSync(join(paths.folder, 'events.sqlite'));
    db.exec(change);
    db.close();
    await expect(makeBackup()).rejects.toThrow(message);
    expect(readdirSync(join(paths.folder, '..'))).toEqual(['data']);
  });

  test('does not replace a file', async () => {
    writeFileSync(paths.file, 'mine');
    await expect(makeBackup()).rejects.toThrow('exists already');
    expect(readFileSync(paths.file, 'utf8')).toBe('mine');
  });
});
