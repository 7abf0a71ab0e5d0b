import { open, opendir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { isMissing } from '../../core/files/is-missing.ts';
import { partialFile, writeDurably } from '../../core/files/write-durably.ts';
import { PicturesUnavailable } from '../pictures.ts';
import type { ListedFile, PictureStore } from './picture-store.ts';

/** Stores pictures as files of a folder, which is created with the first one. Several processes may share it. */
export function pictureFolder(folder: string): PictureStore {
  return {
    write: (name, bytes) => writeDurably(folder, name, bytes).catch(unavailable),
    async read(name) {
      try {
        await using file = await open(join(folder, name));
        const [bytes, { mtime: writtenAt }] = [await file.readFile(), await file.stat()];
        return { bytes, writtenAt };
      } catch (error) {
        return isMissing(error) ? undefined : unavailable(error);
      }
    },
    writtenAt: (name) => timeOf(join(folder, name)),
    remove: (name) => rm(join(folder, name), { force: true }).catch(unavailable),
    list: () => filesIn(folder),
  };
}

async function* filesIn(folder: string): AsyncGenerator<ListedFile, void> {
  const directory = await opendir(folder).catch((error: unknown) =>
    isMissing(error) ? undefined : unavailable(error),
  );
  if (!directory) return;
  for await (const { name } of directory) {
    if (partialFile.test(name)) continue;
    const writtenAt = await timeOf(join(folder, name));
    if (writtenAt) yield { name, writtenAt };
  }
}

async function timeOf(path: string): Promise<Date | undefined> {
  try {
    return (await stat(path)).mtime;
  } catch (error) {
    return isMissing(error) ? undefined : unavailable(error);
  }
}

function unavailable(error: unknown): never {
  throw new PicturesUnavailable(String(error), { cause: error });
}
