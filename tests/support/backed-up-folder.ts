/** A data folder to back up, and where its backup and what is restored from it go. */
import { cpSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach } from 'vitest';
import { backUp } from '../../server/backup/back-up.ts';
import { restore } from '../../server/backup/restore.ts';
import { openSqliteEventLog } from '../../server/event-log/sqlite/open-sqlite-event-log.ts';
import { appendTo, neverAborted, temporaryFolder } from './log-copies.ts';

export const picture = '0d1f6f5e-0000-4000-8000-000000000001.webp';

const photoId = '3f1c9d2a7b6e5c4d8a9b0c1d2e3f4a5b6c7d8e9f';
export const photo = { [`${photoId}-320.webp`]: 'soup', [`${photoId}.json`]: '{}' };

/** Gives each test of a file a data folder with a log of three events, an avatar and a photo. */
export function backedUpFolder() {
  const paths = { folder: '', file: '', target: '' };
  /** Every test gets a copy. */
  let intact: string;
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
    paths.folder = join(temporaryFolder(), 'data');
    cpSync(intact, paths.folder, { recursive: true });
    paths.file = join(paths.folder, '..', 'potluck.tar');
    paths.target = join(paths.folder, '..', 'restored');
  });

  return {
    paths,
    makeBackup: (onCheck?: () => void) =>
      backUp({
        ...{
          file: paths.file,
          seals: join(paths.folder, 'seals'),
          avatars: join(paths.folder, 'avatars'),
          pictures: join(paths.folder, 'pictures'),
          accounts: join(paths.folder, 'accounts', 'accounts.sqlite'),
        },
        log: { kind: 'sqlite', file: join(paths.folder, 'events.sqlite') },
        signal: neverAborted,
        ...(onCheck && { onCheck }),
      }),
    restoreIt: (file = paths.file) => restore({ file, folder: paths.target, log: undefined, signal: neverAborted }),
  };
}

export const namesIn = (directory: string): string[] =>
  readdirSync(directory, { recursive: true, encoding: 'utf8' })
    .filter((name) => !/-(?:wal|shm)$|[.]lock$/.test(name))
    .sort();
