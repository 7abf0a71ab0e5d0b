import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useParams } from 'react-router-dom';
import { LinkButton } from '../../components/button.tsx';
import { EmptyState } from '../../components/empty-state.tsx';
import { ErrorAlert } from '../../components/error-alert.tsx';
import { PageTitle } from '../../components/page-title.tsx';
import { ApiError } from '../../lib/api-client.ts';
import { failureText } from '../../lib/failure-text.ts';
import { useReader } from '../../lib/use-reader.ts';
import { oneQuery, usePendingLikes } from './api.ts';
import { followPlaylists } from './follow-playlists.ts';
import { withPending } from './pending.ts';
import { seenBy } from './playlist-cache.ts';
import { PlaylistHeader } from './playlist-header.tsx';
import { PlaylistRecipes } from './playlist-recipes.tsx';
import { PlaylistSkeleton } from './playlist-skeleton.tsx';
import styles from './playlists-screen.module.css';

/** One playlist with all its recipes. */
export function PlaylistScreen() {
  const { userId = '', playlistId = '' } = useParams();
  const { reader } = useReader();
  const shelf = useQuery(oneQuery(reader, userId, playlistId));
  const pending = usePendingLikes(playlistId);
  useEffect(followPlaylists, []);

  const shown = shelf.data && seenBy(reader, shelf.data)[0]?.playlist;
  const playlist = shown && withPending(shown, pending);
  const missing = shelf.error instanceof ApiError && shelf.error.statusCode === 404;
  const isOwner = playlist?.ownerId === reader;
  return (
    <div className={styles.screen}>
      {shelf.isPending && <PlaylistSkeleton />}
      {playlist && !missing && (
        <>
          <PlaylistHeader playlist={playlist} isOwner={isOwner} />
          <PlaylistRecipes playlist={playlist} isOwner={isOwner} />
        </>
      )}
      {((shelf.data && !playlist) || missing) && <Gone />}
      {shelf.isError && !missing && (
        <ErrorAlert className={styles.alert} retrying={shelf.isFetching} onRetry={() => shelf.refetch()}>
          {failureText(shelf.error, 'Failed to fetch playlists')}
        </ErrorAlert>
      )}
    </div>
  );
}

function Gone() {
  return (
    <>
      <PageTitle title="Playlist not found" />
      <EmptyState
        title="This plate is empty"
        text="There is no such playlist, or it is private by now."
        action={<LinkButton to="/playlists/public">Discover playlists</LinkButton>}
      />
    </>
  );
}
