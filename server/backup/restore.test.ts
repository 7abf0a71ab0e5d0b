import { execFileSync } from 'node:child_process';
import {
  createReadStream,
  createWriteStream,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import { pack } from 'tar-stream';
import { describe, expect, test } from 'vitest';
import { backedUpFolder, namesIn } from '../../tests/support/backed-up-folder.ts';
import { DamagedFile } from '../log-transfer/read-log-file.ts';

const { paths, makeBackup, restoreIt } = backedUpFolder();

describe('a restore', () => {
  const expectRefusal = async (problem: string | RegExp) => {
    const refusal = restoreIt();
    await expect(refusal).rejects.toThrow(problem);
    await expect(refusal).rejects.toBeInstanceOf(DamagedFile);
    expect(existsSync(paths.target) ? readdirSync(paths.target) : []).toEqual([]);
  };

  const writeTar = async (entries: readonly { name: string; content: string; type?: 'file' | 'symlink' }[]) => {
    const archive = pack();
    for (const { name, content, type = 'file' } of entries) {
      if (type === 'file') archive.entry({ name }, content);
      else archive.entry({ name, type, linkname: content });
    }
    archive.finalize();
    writeFileSync(paths.file, await buffer(archive));
  };

  test('reads a backup that arrives through a pipe, as into a container', async () => {
    await makeBackup();
    const pipe = join(paths.folder, '..', 'pipe');
    execFileSync('mkfifo', [pipe]);
    const sent = pipeline(createReadStream(paths.file), createWriteStream(pipe));
    expect((await restoreIt(pipe)).log.events).toBe(3);
    await sent;
    expect(namesIn(paths.target)).toContain('events.sqlite');
  });

  test('refuses a folder that is not empty', async () => {
    await makeBackup();
    mkdirSync(paths.target);
    writeFileSync(join(paths.target, 'events.sqlite'), 'mine');
    await expect(restoreIt()).rejects.toThrow('is not empty (events.sqlite)');
    expect(readdirSync(paths.target)).toEqual(['events.sqlite']);
    expect(readFileSync(join(paths.target, 'events.sqlite'), 'utf8')).toBe('mine');
  });

  test.each([0, 700, 5_000, -512, -1_024, -1_536, -4_000])(
    'refuses a backup that is cut off at byte %i',
    async (bytes) => {
      await makeBackup();
      const whole = readFileSync(paths.file);
      writeFileSync(paths.file, whole.subarray(0, bytes));
      // The end of a tar archive is two empty blocks, which say nothing.
      if (bytes === -512 || bytes === -1_024) return expect((await restoreIt()).log.events).toBe(3);
      await expectRefusal('it is truncated, damaged, or no backup');
    },
  );

  test('refuses a backup in which a byte was changed', async () => {
    await makeBackup();
    const bytes = readFileSync(paths.file);
    bytes.write('farce', bytes.indexOf('face'));
    writeFileSync(paths.file, bytes);
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
    expect(existsSync(join(paths.folder, '..', 'escaped'))).toBe(false);
  });

  test('names the file and the folder when the system refuses one of them', async () => {
    await expect(restoreIt()).rejects.toThrow(`${paths.file} was not restored into ${paths.target}: ENOENT`);
    expect(readdirSync(paths.target)).toEqual([]);
  });

  test('refuses a file that is no backup', async () => {
    writeFileSync(paths.file, 'x'.repeat(5_000));
    await expectRefusal(/Invalid tar header/);
  });

  test('removes what a killed restore has left', async () => {
    await makeBackup();
    mkdirSync(join(paths.target, '.restore-0', 'avatars'), { recursive: true });
    await restoreIt();
    expect(namesIn(paths.target)).toContain('events.sqlite');
  });
});
