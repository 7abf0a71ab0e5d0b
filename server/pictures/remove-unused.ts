import type { OneAtATime } from '../core/timing/one-at-a-time.ts';
import { idInInfoName, idInRenditionName, infoName, renditionName } from './file-names.ts';
import type { PictureInfo } from './pictures.ts';
import type { ListedFile, PictureStore } from './store/picture-store.ts';
import { isKept, type PictureUse, type UseOfPicture } from './use-of-picture.ts';

export interface RemoveUnusedOptions {
  readonly store: PictureStore;
  /** As of the whole log, or later. */
  readonly use: UseOfPicture;
  /** By id: shared with those that store pictures. */
  readonly oneAtATime: OneAtATime;
  /**
   * When the first event of the log was recorded; undefined for an empty log. Older pictures that this log does not name
   * may belong to another one, which the operator has moved away: they stay.
   */
  readonly logBeganAt: Date | undefined;
  readonly signal: AbortSignal;
  readonly now?: () => number;
}

/** A picture is removed this long after new references to it are refused: commands that are being handled may name it. */
const referenceGraceMs = 60 * 60_000;
/** No younger file is removed. */
const minAgeMs = 25 * 60 * 60_000;
const perRead = 100;

/**
 * Removes the pictures that no recipe or post has used for long, and what failed uploads and removals have left over.
 * @returns how many pictures
 * @throws PicturesUnavailable
 */
export async function removeUnused(options: RemoveUnusedOptions): Promise<number> {
  const { store, logBeganAt, signal, now = Date.now } = options;
  if (!logBeganAt) return 0;
  const nowMs = now();
  const sinceMs = nowMs - minAgeMs;
  let removed = 0;
  let old: Listed[] = [];
  const removeOld = async () => {
    const uses = await options.use(old.map(({ id }) => id));
    for (const picture of old) {
      signal.throwIfAborted();
      if (mayBeRemoved(picture, uses, { nowMs, logBeganAt }) && (await removePicture(options, picture.id, nowMs))) {
        removed += 1;
      }
    }
    old = [];
  };
  const described = new Set<string>();
  const undescribed = new Map<string, ListedFile[]>();
  for await (const file of store.list()) {
    signal.throwIfAborted();
    // A time that cannot be read is no reason to remove it.
    const isOld = file.writtenAt.getTime() <= sinceMs;
    const id = idInInfoName(file.name);
    const ofRendition = idInRenditionName(file.name);
    if (id !== undefined) {
      described.add(id);
      undescribed.delete(id);
      if (isOld) old.push({ id, writtenAt: file.writtenAt });
      if (old.length >= perRead) await removeOld();
    } else if (isOld && ofRendition !== undefined && !described.has(ofRendition)) {
      undescribed.set(ofRendition, [...(undescribed.get(ofRendition) ?? []), file]);
    }
  }
  await removeOld();
  const uses = await options.use([...undescribed.keys()]);
  for (const [id, files] of undescribed) {
    signal.throwIfAborted();
    if (files.every(({ writtenAt }) => mayBeRemoved({ id, writtenAt }, uses, { nowMs, logBeganAt }))) {
      await removeRenditions(options, id, files, sinceMs);
    }
  }
  return removed;
}

interface Listed {
  readonly id: string;
  readonly writtenAt: Date;
}

function mayBeRemoved(
  picture: Listed,
  uses: ReadonlyMap<string, PictureUse>,
  { nowMs, logBeganAt }: { readonly nowMs: number; readonly logBeganAt: Date },
): boolean {
  if (isKept(picture, uses, nowMs, referenceGraceMs)) return false;
  return uses.has(picture.id) || picture.writtenAt >= logBeganAt;
}

/** The description is last: as long as it is there, the next attempt removes what this one could not. */
function removePicture({ store, use, oneAtATime }: RemoveUnusedOptions, id: string, nowMs: number): Promise<boolean> {
  const sinceMs = nowMs - minAgeMs;
  return oneAtATime(id, async () => {
    const found = await store.read(infoName(id));
    // It may have been uploaded again since it was listed.
    if (!found || found.writtenAt.getTime() > sinceMs) return false;
    const { sizes, address }: PictureInfo = JSON.parse(Buffer.from(found.bytes).toString());
    if (address !== undefined && isKept({ id: address, ...found }, await use([address]), nowMs, referenceGraceMs)) {
      return false;
    }
    for (const { width } of sizes) {
      if (!(await removeIfOld(store, renditionName(id, width), sinceMs))) return false;
    }
    return removeIfOld(store, infoName(id), sinceMs);
  });
}

/** Of an upload that failed before its description was written. Another upload of it renews them. */
function removeRenditions(options: RemoveUnusedOptions, id: string, files: readonly ListedFile[], sinceMs: number) {
  const { store, oneAtATime } = options;
  return oneAtATime(id, async () => {
    for (const { name } of files) await removeIfOld(store, name, sinceMs);
  });
}

/** Another node, which shares no lock with this one, may have just stored it again. */
async function removeIfOld(store: PictureStore, name: string, sinceMs: number): Promise<boolean> {
  const writtenAt = await store.writtenAt(name);
  if (writtenAt && writtenAt.getTime() > sinceMs) return false;
  await store.remove(name);
  return true;
}
