import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { LinkButton } from '../../components/button.tsx';
import { EmptyState } from '../../components/empty-state.tsx';
import { ErrorAlert } from '../../components/error-alert.tsx';
import { PageTitle } from '../../components/page-title.tsx';
import { failureText } from '../../lib/failure-text.ts';
import { useReader } from '../../lib/use-reader.ts';
import { publicQuery } from './api.ts';
import { followPlaylists } from './follow-playlists.ts';
import { seenBy } from './playlist-cache.ts';
import { GridSkeleton, PlaylistGrid } from './playlist-grid.tsx';
import styles from './playlists-screen.module.css';
import { ShelfEnd } from './shelf-end.tsx';

/** Everybody's public playlists, most liked first. */
export function DiscoverScreen() {
  const { reader } = useReader();
  const shelf = useQuery(publicQuery(reader));
  const playlists = shelf.data && seenBy(reader, shelf.data);
  useEffect(followPlaylists, []);
  return (
    <div className={styles.screen}>
      <PageTitle title="Discover Playlists">
        <div className={styles.buttons}>
          <LinkButton to="/playlists">My Playlists</LinkButton>
        </div>
      </PageTitle>
      {shelf.isError && (
        <ErrorAlert className={styles.alert} retrying={shelf.isFetching} onRetry={() => shelf.refetch()}>
          {failureText(shelf.error, 'Failed to fetch playlists')}
        </ErrorAlert>
      )}
      {shelf.isPending && <GridSkeleton signed />}
      {playlists && <PlaylistGrid label="Public playlists" playlists={playlists} signed />}
      {playlists?.length === 0 && (
        <EmptyState
          title="No public playlists yet"
          text="Make one of yours public, and it is the first here."
          action={<LinkButton to="/playlists">My Playlists</LinkButton>}
        />
      )}
      {shelf.data && shelf.data.nextCursor !== null && (
        <ShelfEnd key={shelf.data.nextCursor} reader={reader} shelf="public" cursor={shelf.data.nextCursor} />
      )}
    </div>
  );
}
