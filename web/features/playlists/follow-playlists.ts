import { followLive } from '../../lib/follow-live.ts';
import { queryClient } from '../../lib/query-client.ts';
import { allOf, type Pages } from '../../lib/sync/pages.ts';
import { playlistListsKey, playlists } from './api.ts';
import type { CachedPlaylist } from './playlist-changes.ts';

/** Applies pushed changes to the cached playlists from now on, whether they are on the screen or not. */
export function followPlaylists(): void {
  playlists.follow();
  followChanges();
}

type Key = { readonly queryKey: readonly unknown[] };
const pagesOf = ({ queryKey }: Key) => queryClient.getQueryData<Pages<CachedPlaylist>>(queryKey);

/** A shortened playlist may count the recipe unlisted. Refetches on the next visit, not in all browsers at once. */
function refetchShortened() {
  const predicate = (query: Key) => {
    const pages = pagesOf(query);
    return pages !== undefined && allOf(pages).some(({ recipeCount }) => recipeCount !== undefined);
  };
  queryClient.invalidateQueries({ queryKey: playlistListsKey, predicate, refetchType: 'none' }).catch(reportError);
}

/** A playlist that was not found while it was private. */
function refetchMissing({ ownerId, id }: CachedPlaylist) {
  const predicate = (query: Key) => {
    const [list, owner, playlistId] = query.queryKey.slice(-3);
    return list === 'one' && owner === ownerId && playlistId === id && pagesOf(query)?.items.length === 0;
  };
  queryClient.invalidateQueries({ queryKey: playlistListsKey, predicate }).catch(reportError);
}

const followChanges = followLive((message) => {
  if (message.kind === 'recipe.withdrawn') refetchShortened();
  else if (message.kind === 'playlist.changed') refetchMissing(message.playlist);
  else if (message.kind === 'content.restored' || message.kind === 'moderation.changed') {
    queryClient.invalidateQueries({ queryKey: playlistListsKey }).catch(reportError);
  }
});
