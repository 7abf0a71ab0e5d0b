import { onLive } from '../../lib/live.ts';
import { queryClient } from '../../lib/query-client.ts';
import { allOf, type Pages } from '../../lib/sync/pages.ts';
import { playlistListsKey, playlists } from './api.ts';
import type { CachedPlaylist } from './playlist-changes.ts';

let isFollowing = false;

/** Applies pushed changes to the cached playlists from now on, whether they are on the screen or not. */
export function followPlaylists(): void {
  if (isFollowing) return;
  isFollowing = true;
  playlists.follow();
  onLive(({ kind }) => {
    if (kind !== 'recipe.withdrawn') return;
    // A shortened playlist does not say which recipes it counts. Refetch on the next visit, not in all browsers at once.
    const predicate = ({ queryKey }: { queryKey: readonly unknown[] }) => {
      const pages = queryClient.getQueryData<Pages<CachedPlaylist>>(queryKey);
      return pages !== undefined && allOf(pages).some(({ recipeCount }) => recipeCount !== undefined);
    };
    queryClient.invalidateQueries({ queryKey: playlistListsKey, predicate, refetchType: 'none' }).catch(reportError);
  });
}
