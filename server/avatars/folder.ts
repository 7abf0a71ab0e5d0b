import { randomUUID } from 'node:crypto';
import { open, readFile, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { makeDirectory } from '../core/files/directories.ts';
import { isMissing } from '../core/files/is-missing.ts';
import { type Avatars, AvatarsUnavailable } from './avatars.ts';

/** Stores pictures as files of a folder, which is created with the first one. Several processes may share it. */
export function avatarFolder(folder: string): Avatars {
  return {
    async store(name, picture) {
      const unfinished = join(folder, `${name}.${randomUUID()}.part`);
      try {
        const syncDirectories = await makeDirectory(folder);
        await writeDurably(unfinished, picture);
        await rename(unfinished, join(folder, name));
        await syncDirectories();
      } catch (error) {
        await rm(unfinished, { force: true }).catch(() => undefined);
        throw new AvatarsUnavailable(String(error), { cause: error });
      }
    },
    async read(name) {
      try {
        return await readFile(join(folder, name));
      } catch (error) {
        if (isMissing(error)) return undefined;
        throw new AvatarsUnavailable(String(error), { cause: error });
      }
    },
    remove: (name) => rm(join(folder, name), { force: true }),
  };
}

async function writeDurably(path: string, bytes: Uint8Array): Promise<void> {
  await using file = await open(path, 'wx', 0o600);
  await file.writeFile(bytes);
  await file.sync();
}
