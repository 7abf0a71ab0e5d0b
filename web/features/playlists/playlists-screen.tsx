import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { Alert } from '../../components/alert.tsx';
import { Button, LinkButton } from '../../components/button.tsx';
import { EmptyState } from '../../components/empty-state.tsx';
import { ErrorAlert } from '../../components/error-alert.tsx';
import { AddIcon } from '../../components/icons.tsx';
import { LogInButton } from '../../components/log-in-button.tsx';
import { PageTitle } from '../../components/page-title.tsx';
import { useDialog } from '../../components/use-dialog.ts';
import { failureText } from '../../lib/failure-text.ts';
import { type SessionUser, useSession } from '../../lib/identity/session.ts';
import { ownQuery } from './api.ts';
import { followPlaylists } from './follow-playlists.ts';
import { GridSkeleton, PlaylistGrid } from './playlist-grid.tsx';
import styles from './playlists-screen.module.css';
import { ShelfEnd } from './shelf-end.tsx';

const loadDialog = async () => (await import('./create-playlist-dialog.tsx')).CreatePlaylistDialog;

export function PlaylistsScreen() {
  const session = useSession();
  return (
    <div className={styles.screen}>
      {session.status === 'signedIn' ? <OwnPlaylists key={session.user.uid} user={session.user} /> : <SignedOut />}
    </div>
  );
}

function SignedOut() {
  return (
    <>
      <PageTitle title="My Playlists" />
      <Alert kind="info" className={styles.alert} action={<LogInButton />}>
        Please log in to view your playlists
      </Alert>
      <EmptyState
        title="Recipes that belong together"
        text="See what others have gathered, or begin your own."
        action={<LinkButton to="/playlists/public">Discover playlists</LinkButton>}
      />
    </>
  );
}

function OwnPlaylists({ user: { uid } }: { user: SessionUser }) {
  const shelf = useQuery(ownQuery(uid));
  const dialog = useDialog(loadDialog);
  useEffect(followPlaylists, []);
  return (
    <>
      <PageTitle title="My Playlists">
        <div className={styles.buttons}>
          <LinkButton to="/playlists/public">Discover</LinkButton>
          <Button variant="primary" icon={<AddIcon size={18} />} onClick={dialog.open}>
            Create Playlist
          </Button>
        </div>
      </PageTitle>
      {shelf.isError && (
        <ErrorAlert className={styles.alert} retrying={shelf.isFetching} onRetry={() => shelf.refetch()}>
          {failureText(shelf.error, 'Failed to fetch playlists')}
        </ErrorAlert>
      )}
      {shelf.isPending && <GridSkeleton />}
      {shelf.data && <PlaylistGrid label="My playlists" playlists={shelf.data.playlists} />}
      {shelf.data?.playlists.length === 0 && (
        <EmptyState
          title="No playlists yet"
          text="Gather the recipes that belong together: for Sundays, for school nights, for grandma’s table."
          action={<Button onClick={dialog.open}>Create your first playlist</Button>}
        />
      )}
      {shelf.data && shelf.data.nextCursor !== null && (
        <ShelfEnd key={shelf.data.nextCursor} reader={uid} shelf="own" cursor={shelf.data.nextCursor} />
      )}
      {dialog.Dialog && <dialog.Dialog uid={uid} onClose={dialog.close} />}
    </>
  );
}
