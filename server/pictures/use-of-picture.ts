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
/** How long a picture stays that no event has named since it was stored: drafts in browsers may. */
const notYetUsedMs = 7 * dayMs;
/** How long one stays after its last use. */
const notUsedAnyMoreMs = dayMs;

/**
 * Whether a picture is in use, or has not been unused for long.
 * @param graceMs by how much longer it stays
 */
export function isKept(
  { id, writtenAt }: Stored,
  uses: ReadonlyMap<string, PictureUse>,
  nowMs: number,
  graceMs = 0,
): boolean {
  const use = uses.get(id);
  if (use?.unusedSince === null) return true;
  const unusedSinceMs = use ? Date.parse(use.unusedSince) : Number.NEGATIVE_INFINITY;
  const keptUntilMs =
    writtenAt.getTime() > unusedSinceMs ? writtenAt.getTime() + notYetUsedMs : unusedSinceMs + notUsedAnyMoreMs;
  return keptUntilMs + graceMs > nowMs;
}
