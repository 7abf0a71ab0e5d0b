import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useParams } from 'react-router-dom';
import { LinkButton } from '../../components/button.tsx';
import { EmptyState } from '../../components/empty-state.tsx';
import { HiddenNotice } from '../../components/hidden-notice.tsx';
import { LoadFailure } from '../../components/load-failure.tsx';
import { PageTitle } from '../../components/page-title.tsx';
import { failureText } from '../../lib/failure-text.ts';
import { useReader } from '../../lib/use-reader.ts';
import { playlists } from './api.ts';
import { isVisibleTo } from './fold-playlist.ts';
import { followPlaylists } from './follow-playlists.ts';
import { PlaylistHeader } from './playlist-header.tsx';
import { PlaylistRecipes } from './playlist-recipes.tsx';
import { PlaylistSkeleton } from './playlist-skeleton.tsx';
import styles from './playlists-screen.module.css';

/** One playlist with all its recipes. */
export function PlaylistScreen() {
  const { userId = '', playlistId = '' } = useParams();
  const reader = useReader().reader ?? '';
  const list = useQuery(playlists.query(reader, 'one', userId, playlistId));
  const pending = playlists.usePending(reader, playlistId);
  useEffect(followPlaylists, []);

  // Shows the copy from another list until the playlist is fetched.
  const [confirmed] = list.isPending ? playlists.cached([reader, playlistId]) : (list.data?.items ?? []);
  const shown = confirmed && isVisibleTo(reader, confirmed) ? playlists.applyPending(confirmed, pending) : undefined;
  const playlist = shown?.isDeleted ? undefined : shown;
  const isOwner = playlist?.ownerId === reader;
  return (
    <div className={styles.screen}>
      {list.isPending && !playlist && <PlaylistSkeleton />}
      {playlist && (
        <>
          {playlist.hidden && <HiddenNotice id={playlist.id} hidden={playlist.hidden} />}
          <PlaylistHeader playlist={playlist} isOwner={isOwner} />
          <PlaylistRecipes playlist={playlist} isOwner={isOwner} />
        </>
      )}
      {list.data && !playlist && <PlaylistNotFound />}
      <LoadFailure query={list} subject="This playlist" className={styles.alert}>
        {failureText(list.error, 'Failed to fetch playlists')}
      </LoadFailure>
    </div>
  );
}

function PlaylistNotFound() {
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
