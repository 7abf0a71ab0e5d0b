import { mkdtemp, readdir, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { newId } from '../commands/ids.ts';
import { removePartialAvatars } from './remove-partial-avatars.ts';

test('removes stale partial files and nothing else', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'potluck-avatars-'));
  const put = async (name: string, minutes: number) => {
    await writeFile(join(folder, name), name);
    await utimes(join(folder, name), new Date(), new Date(Date.now() - minutes * 60_000));
  };
  const kept = [`${newId()}.webp`, `${newId()}.jpeg`, 'notes.part'];
  for (const name of kept) await put(name, 9_000);
  const inProgress = `${newId()}.webp.${newId()}.part`;
  await put(inProgress, 5);
  await put(`${newId()}.webp.${newId()}.part`, 15);
  await put(`${newId()}.jpeg.${newId()}.part`, 15);

  await removePartialAvatars(folder);
  expect((await readdir(folder)).sort()).toEqual([...kept, inProgress].sort());
  await removePartialAvatars(join(folder, 'missing'));
  await rm(folder, { recursive: true });
});
