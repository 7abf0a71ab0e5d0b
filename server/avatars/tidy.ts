import { opendir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';

/** Which of these pictures somebody's profile shows. */
export type ShownPictures = (names: readonly string[]) => Promise<boolean[]>;

/** A picture is there before its event is recorded, which takes no more than seconds. */
const settledMs = 10 * 60_000;
const namesAtOnce = 500;

const picture = /^[0-9a-f-]{36}\.(?:jpeg|webp)$/;
const unfinished = /^[0-9a-f-]{36}\.(?:jpeg|webp)\.[0-9a-f-]{36}\.part$/;

/**
 * Removes what a process that was killed has left: files half written, and pictures that no profile shows. What else is in
 * the folder is not ours. Where more pictures are shown by nobody than by somebody, they are of another log, perhaps one
 * that the operator has put aside: they stay.
 * @returns how many are of another log
 */
export async function tidyAvatars(folder: string, shown: ShownPictures): Promise<number> {
  const orphans: string[] = [];
  let others = 0;
  for await (const names of namesIn(folder)) {
    for (const name of names) if (unfinished.test(name)) await removeSettled(folder, name);
    const pictures = names.filter((name) => picture.test(name));
    const isShown = await shown(pictures);
    for (const [i, name] of pictures.entries()) {
      if (isShown[i]) others++;
      else if (await isSettled(folder, name)) orphans.push(name);
    }
  }
  if (orphans.length > others) return orphans.length;
  for (const name of orphans) await removeSettled(folder, name);
  return 0;
}

/** Looked at just before: a command that is sent again writes its picture again. */
async function removeSettled(folder: string, name: string): Promise<void> {
  if (await isSettled(folder, name)) await rm(join(folder, name), { force: true });
}

async function isSettled(folder: string, name: string): Promise<boolean> {
  try {
    return Date.now() - (await stat(join(folder, name))).mtimeMs > settledMs;
  } catch (error) {
    if (isGone(error)) return false;
    throw error;
  }
}

async function* namesIn(folder: string): AsyncGenerator<string[], void> {
  let names: string[] = [];
  try {
    for await (const { name } of await opendir(folder)) {
      if (names.push(name) < namesAtOnce) continue;
      yield names;
      names = [];
    }
  } catch (error) {
    // Nobody has sent a picture yet.
    if (!isGone(error)) throw error;
  }
  yield names;
}

const isGone = (error: unknown): boolean => error instanceof Error && 'code' in error && error.code === 'ENOENT';
