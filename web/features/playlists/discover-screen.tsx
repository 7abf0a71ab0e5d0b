import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { LinkButton } from '../../components/button.tsx';
import { EmptyState } from '../../components/empty-state.tsx';
import { LoadFailure } from '../../components/load-failure.tsx';
import { PageTitle } from '../../components/page-title.tsx';
import { WaitingChanges } from '../../components/waiting-changes.tsx';
import { failureText } from '../../lib/failure-text.ts';
import { useReader } from '../../lib/use-reader.ts';
import { playlists } from './api.ts';
import { isVisibleTo } from './fold-playlist.ts';
import { followPlaylists } from './follow-playlists.ts';
import { ListEnd } from './list-end.tsx';
import { GridSkeleton, PlaylistGrid } from './playlist-grid.tsx';
import styles from './playlists-screen.module.css';

/** Everybody's public playlists, most liked first. */
export function DiscoverScreen() {
  const reader = useReader().reader ?? '';
  const list = useQuery(playlists.query(reader, 'public'));
  const visible = list.data?.items.filter((playlist) => isVisibleTo(reader, playlist));
  useEffect(followPlaylists, []);
  return (
    <div className={styles.screen}>
      <PageTitle title="Discover Playlists">
        <div className={styles.buttons}>
          <LinkButton to="/playlists">My Playlists</LinkButton>
        </div>
      </PageTitle>
      <WaitingChanges />
      <LoadFailure query={list} subject="Browsing playlists" className={styles.alert}>
        {failureText(list.error, 'Failed to fetch playlists')}
      </LoadFailure>
      {list.isPending && <GridSkeleton showsOwner />}
      {visible && <PlaylistGrid label="Public playlists" reader={reader} playlists={visible} showsOwner />}
      {visible?.length === 0 && (
        <EmptyState
          title="No public playlists yet"
          text="Make one of yours public, and it is the first here."
          action={<LinkButton to="/playlists">My Playlists</LinkButton>}
        />
      )}
      {list.data && list.data.nextCursor !== null && (
        <ListEnd key={list.data.nextCursor} list={[reader, 'public']} cursor={list.data.nextCursor} />
      )}
    </div>
  );
}
