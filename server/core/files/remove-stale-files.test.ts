import { mkdtemp, readdir, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { removeStaleFiles } from './remove-stale-files.ts';

const minuteMs = 60_000;

test('removes only files that no process can still need', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'potluck-stale-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  for (const minutes of [1, 30, 90]) {
    const file = join(folder, `written-${minutes}-minutes-ago`);
    await writeFile(file, '');
    const at = new Date(Date.now() - minutes * minuteMs);
    await utimes(file, at, at);
  }
  await removeStaleFiles(folder, () => true, 60 * minuteMs);
  expect((await readdir(folder)).sort()).toEqual(['written-1-minutes-ago', 'written-30-minutes-ago']);
  await removeStaleFiles(folder, () => true);
  expect(await readdir(folder)).toEqual(['written-1-minutes-ago']);
});
