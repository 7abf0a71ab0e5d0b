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

/** Whether a picture is in use, or was stored or used after `sinceMs`. */
export function isKept({ id, writtenAt }: Stored, uses: ReadonlyMap<string, PictureUse>, sinceMs: number): boolean {
  const use = uses.get(id);
  if (use && use.unusedSince === null) return true;
  return Math.max(writtenAt.getTime(), Date.parse(use?.unusedSince ?? '') || 0) > sinceMs;
}
