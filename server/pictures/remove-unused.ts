import { idInInfoName, infoName, renditionName } from './file-names.ts';
import type { PictureInfo } from './pictures.ts';
import type { PictureStore } from './store/picture-store.ts';
import { isKept, type UseOfPicture } from './use-of-picture.ts';

export interface RemoveUnusedOptions {
  readonly store: PictureStore;
  /** As of the whole log, or later. */
  readonly use: UseOfPicture;
  /**
   * When the first event of the log was recorded; undefined for an empty log. Older pictures that this log does not name
   * may belong to another one, which the operator has moved away: they stay.
   */
  readonly logBeganAt: Date | undefined;
  readonly signal: AbortSignal;
  readonly now?: () => number;
}

/**
 * An hour longer than a picture may be named after its upload or its last use: no command that is being handled can name
 * it any more.
 */
const keptForMs = 25 * 60 * 60_000;
const perRead = 100;

/** Removes the pictures that no recipe or post has used for a day. @returns how many @throws PicturesUnavailable */
export async function removeUnused(options: RemoveUnusedOptions): Promise<number> {
  const { store, logBeganAt, signal, now = Date.now } = options;
  if (!logBeganAt) return 0;
  const sinceMs = now() - keptForMs;
  let removed = 0;
  let old: { id: string; writtenAt: Date }[] = [];
  const removeOld = async () => {
    const uses = await options.use(old.map(({ id }) => id));
    for (const picture of old) {
      signal.throwIfAborted();
      if (isKept(picture, uses, sinceMs)) continue;
      if (!uses.has(picture.id) && picture.writtenAt < logBeganAt) continue;
      if (await removePicture(store, picture.id, sinceMs)) removed += 1;
    }
    old = [];
  };
  for await (const { name, writtenAt } of store.list()) {
    signal.throwIfAborted();
    const id = idInInfoName(name);
    // A time that cannot be read is no reason to remove it.
    if (id === undefined || !(writtenAt.getTime() <= sinceMs)) continue;
    old.push({ id, writtenAt });
    if (old.length >= perRead) await removeOld();
  }
  await removeOld();
  return removed;
}

/** The description is last: as long as it is there, the next attempt removes what this one could not. */
async function removePicture(store: PictureStore, id: string, sinceMs: number): Promise<boolean> {
  const found = await store.read(infoName(id));
  // It may have been uploaded again since it was listed.
  if (!found || found.writtenAt.getTime() > sinceMs) return false;
  const { sizes }: PictureInfo = JSON.parse(Buffer.from(found.bytes).toString());
  for (const { width } of sizes) await store.remove(renditionName(id, width));
  await store.remove(infoName(id));
  return true;
}
