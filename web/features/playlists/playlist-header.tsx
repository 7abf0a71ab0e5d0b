import type { Playlist } from '../../../server/core/contracts/playlists.ts';
import { Button } from '../../components/button.tsx';
import { AddIcon } from '../../components/icons.tsx';
import { PageTitle } from '../../components/page-title.tsx';
import { ReportMenu } from '../../components/report-menu.tsx';
import { useDialog } from '../../components/use-dialog.ts';
import { WaitingChanges } from '../../components/waiting-changes.tsx';
import { LikePlaylist } from './like-playlist.tsx';
import { PlaylistFacts } from './playlist-facts.tsx';
import styles from './playlist-header.module.css';
import { PlaylistMenu } from './playlist-menu.tsx';
import { SharePlaylist } from './share-playlist.tsx';

const loadAdder = async () => (await import('./add-recipes-dialog.tsx')).AddRecipesDialog;

export function PlaylistHeader({ playlist, isOwner }: { playlist: Playlist; isOwner: boolean }) {
  const adder = useDialog(loadAdder);
  return (
    <header className={styles.header}>
      <PageTitle title={playlist.name}>
        <div className={styles.actions}>
          {isOwner && (
            <Button variant="primary" icon={<AddIcon size={18} />} onClick={adder.open}>
              Add recipes
            </Button>
          )}
          <div className={styles.keys}>
            {!playlist.isPrivate && <SharePlaylist playlist={playlist} />}
            <LikePlaylist playlist={playlist} />
            {isOwner ? (
              <PlaylistMenu playlist={playlist} />
            ) : (
              <ReportMenu label="Playlist options" reported={{ kind: 'playlist', id: playlist.id }} />
            )}
          </div>
        </div>
      </PageTitle>
      <p className={styles.owner}>By {playlist.ownerName}</p>
      {playlist.description !== '' && (
        <p className={styles.description} dir="auto">
          {playlist.description}
        </p>
      )}
      <PlaylistFacts playlist={playlist} />
      <WaitingChanges />
      {adder.Dialog && <adder.Dialog playlist={playlist} onClose={adder.close} />}
    </header>
  );
}
