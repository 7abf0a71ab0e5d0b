import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { Alert } from '../../components/alert.tsx';
import { Button, LinkButton } from '../../components/button.tsx';
import { EmptyState } from '../../components/empty-state.tsx';
import { AddIcon } from '../../components/icons.tsx';
import { LoadFailure } from '../../components/load-failure.tsx';
import { LogInButton } from '../../components/log-in-button.tsx';
import { PageTitle } from '../../components/page-title.tsx';
import { useDialog } from '../../components/use-dialog.ts';
import { WaitingChanges } from '../../components/waiting-changes.tsx';
import { failureText } from '../../lib/failure-text.ts';
import { type SessionUser, useSession } from '../../lib/identity/session.ts';
import { playlists } from './api.ts';
import { followPlaylists } from './follow-playlists.ts';
import { ListEnd } from './list-end.tsx';
import { GridSkeleton, PlaylistGrid } from './playlist-grid.tsx';
import styles from './playlists-screen.module.css';

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
  const own = useQuery(playlists.query(uid, 'own'));
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
      <WaitingChanges />
      <LoadFailure query={own} subject="Your collection of playlists" className={styles.alert}>
        {failureText(own.error, 'Failed to fetch playlists')}
      </LoadFailure>
      {own.isPending && <GridSkeleton />}
      {own.data && <PlaylistGrid label="My playlists" reader={uid} playlists={own.data.items} />}
      {own.data?.items.length === 0 && (
        <EmptyState
          title="No playlists yet"
          text="Gather the recipes that belong together: for Sundays, for school nights, for grandma’s table."
          action={<Button onClick={dialog.open}>Create your first playlist</Button>}
        />
      )}
      {own.data && own.data.nextCursor !== null && (
        <ListEnd key={own.data.nextCursor} list={[uid, 'own']} cursor={own.data.nextCursor} />
      )}
      {dialog.Dialog && <dialog.Dialog uid={uid} onClose={dialog.close} />}
    </>
  );
}
