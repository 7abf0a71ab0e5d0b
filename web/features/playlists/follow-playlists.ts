import { followLive } from '../../lib/follow-live.ts';
import { queryClient } from '../../lib/query-client.ts';
import { allOf, type Pages } from '../../lib/sync/pages.ts';
import { playlistListsKey, playlists } from './api.ts';
import type { CachedPlaylist } from './playlist-changes.ts';

/** Applies pushed changes to the cached playlists from now on, whether they are on the screen or not. */
export function followPlaylists(): void {
  playlists.follow();
  followWithdrawnRecipes();
}

/** A shortened playlist may count the recipe unlisted. Refetches on the next visit, not in all browsers at once. */
const followWithdrawnRecipes = followLive(({ kind }) => {
  if (kind !== 'recipe.withdrawn') return;
  const predicate = ({ queryKey }: { queryKey: readonly unknown[] }) => {
    const pages = queryClient.getQueryData<Pages<CachedPlaylist>>(queryKey);
    return pages !== undefined && allOf(pages).some(({ recipeCount }) => recipeCount !== undefined);
  };
  queryClient.invalidateQueries({ queryKey: playlistListsKey, predicate, refetchType: 'none' }).catch(reportError);
});
