import { mkdtemp, readdir, rm, symlink, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
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

test('continues after a file that another process removes first', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'potluck-avatars-'));
  const partial = () => join(folder, `${newId()}.webp.${newId()}.part`);
  const stale = Array.from({ length: 20 }, partial);
  // Like a file that is removed between the listing and the look at its age, a dangling link is listed but not found.
  const links = Array.from({ length: 20 }, partial);
  for (const file of stale) await writeFile(file, '').then(() => utimes(file, new Date(), new Date(0)));
  for (const link of links) await symlink(join(folder, 'missing'), link);

  await removePartialAvatars(folder);
  expect((await readdir(folder)).sort()).toEqual(links.map((link) => basename(link)).sort());
  await rm(folder, { recursive: true });
});
