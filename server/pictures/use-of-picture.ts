/** How recipes, posts and others use pictures, by the events in the log. */
export interface PictureUse {
  /** Recipes, posts, comments and profiles that use it. */
  readonly count: number;
  /** Since when none of them uses it any more (ISO 8601); null while one does. */
  readonly unusedSince: string | null;
}

/** By id, or by address for pictures that events name by that. A picture that no event has ever named is missing. */
export type UseOfPicture = (ids: readonly string[]) => Promise<ReadonlyMap<string, PictureUse>>;

interface Stored {
  readonly id: string;
  readonly writtenAt: Date;
}

const dayMs = 24 * 60 * 60_000;
/** How long a picture stays that no event has named: drafts in browsers may. */
const neverUsedMs = 7 * dayMs;
/** How long one stays after its last use, or after it was stored again. */
const notUsedAnyMoreMs = dayMs;

/** Whether a picture is in use, or has not been unused for long. */
export function isKept({ id, writtenAt }: Stored, uses: ReadonlyMap<string, PictureUse>, nowMs: number): boolean {
  const use = uses.get(id);
  if (!use) return writtenAt.getTime() > nowMs - neverUsedMs;
  if (use.unusedSince === null) return true;
  return Math.max(writtenAt.getTime(), Date.parse(use.unusedSince)) > nowMs - notUsedAnyMoreMs;
}
