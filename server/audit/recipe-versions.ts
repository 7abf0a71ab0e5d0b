import type { RecipeVersion } from '../core/contracts/recipe-versions.ts';
import { upcast } from '../core/domain/event-versions.ts';
import { type RecipeEvent, recipeCategory } from '../core/domain/recipe/events.ts';
import { recipeEvents } from '../core/domain/recipe/upcast.ts';
import type { EventLog, RecordedEvent } from '../core/event-log.ts';
import { recipeChanges } from './recipe-changes.ts';

/** A version as recorded in the log: users are uids. */
export type RecordedVersion = Omit<RecipeVersion, 'by'> & { readonly by: string };

export interface VersionsRange {
  /** Maximum number of versions. */
  readonly limit: number;
  /** Revision to continue from: `next` of the previous page. Default: the newest version. */
  readonly from?: bigint;
}

/** The versions of a recipe, newest first; `next` is undefined on the last page. */
export async function readRecipeVersions(
  log: Pick<EventLog, 'readStream'>,
  recipeId: string,
  { limit, from }: VersionsRange,
): Promise<{ versions: RecordedVersion[]; next: bigint | undefined }> {
  // One more, which the oldest one of the page is compared with.
  const backwards = { direction: 'backwards', limit: limit + 1, ...(from !== undefined && { from }) } as const;
  const events: (RecordedEvent & RecipeEvent)[] = [];
  for await (const event of log.readStream(`${recipeCategory}-${recipeId}`, backwards)) {
    events.push(upcast(recipeEvents, event));
  }
  const versions = events.slice(0, limit).flatMap((event, index) => {
    if (event.type === 'RecipeWithdrawn') return [];
    const before = events[index + 1];
    const changes = before && before.type !== 'RecipeWithdrawn' ? recipeChanges(before.data, event.data) : [];
    return { revision: event.revision.toString(), at: event.meta.at, by: event.meta.actor, changes };
  });
  return { versions, next: events[limit]?.revision };
}
