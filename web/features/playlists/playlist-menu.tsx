import type { Playlist } from '../../../server/core/contracts/playlists.ts';
import { MoreMenu } from '../../components/more-menu.tsx';
import { useDialog } from '../../components/use-dialog.ts';
import { useGo } from '../../lib/use-go.ts';
import { playlists } from './api.ts';

const loadEditor = async () => (await import('./edit-playlist-dialog.tsx')).EditPlaylistDialog;

/** The actions of the playlist's owner. */
export function PlaylistMenu({ playlist }: { playlist: Playlist }) {
  const editor = useDialog(loadEditor);
  const go = useGo();
  const { ownerId, id, name } = playlist;
  const remove = () => {
    playlists.changeUnlessUndone(
      [ownerId, id],
      { kind: 'delete' },
      <>
        Deleted <b>{name}</b>
      </>,
    );
    go('/playlists', { replace: true });
  };
  return (
    <>
      <MoreMenu
        label="Playlist options"
        items={[
          { label: 'Edit', onChoose: editor.open },
          { label: 'Delete', onChoose: remove },
        ]}
      />
      {editor.Dialog && <editor.Dialog playlist={playlist} onClose={editor.close} />}
    </>
  );
}
