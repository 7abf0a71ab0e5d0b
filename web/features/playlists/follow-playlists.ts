import { onLive } from '../../lib/live.ts';
import { queryClient } from '../../lib/query-client.ts';
import { allOf, type Pages } from '../../lib/sync/pages.ts';
import { playlistLists, playlists } from './api.ts';
import type { CachedPlaylist } from './playlist-changes.ts';

let isFollowing = false;

/** Applies pushed changes to the cached playlists from now on, whether they are on the screen or not. */
export function followPlaylists(): void {
  if (isFollowing) return;
  isFollowing = true;
  playlists.follow();
  onLive(({ kind }) => {
    if (kind !== 'recipe.withdrawn') return;
    // A cut playlist does not say which recipes it counts. The next visit fetches it: at once, all visitors would.
    const predicate = ({ queryKey }: { queryKey: readonly unknown[] }) => {
      const pages = queryClient.getQueryData<Pages<CachedPlaylist>>(queryKey);
      return pages !== undefined && allOf(pages).some(({ recipeCount }) => recipeCount !== undefined);
    };
    queryClient.invalidateQueries({ queryKey: playlistLists, predicate, refetchType: 'none' }).catch(reportError);
  });
}
