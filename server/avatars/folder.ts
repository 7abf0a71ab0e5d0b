import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { isMissing } from '../core/files/is-missing.ts';
import { writeDurably } from '../core/files/write-durably.ts';
import { type Avatars, AvatarsUnavailable } from './avatars.ts';

/** Stores pictures as files of a folder, which is created with the first one. Several processes may share it. */
export function avatarFolder(folder: string): Avatars {
  return {
    async store(name, picture) {
      try {
        await writeDurably(folder, name, picture);
      } catch (error) {
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
