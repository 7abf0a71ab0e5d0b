import type { Playlist } from '../../../server/core/contracts/playlists.ts';
import { MoreMenu } from '../../components/more-menu.tsx';
import { useDialog } from '../../components/use-dialog.ts';
import { useGo } from '../../lib/use-go.ts';
import { playlists } from './api.ts';

const loadEditor = async () => (await import('./edit-playlist-dialog.tsx')).EditPlaylistDialog;
const loadConfirmation = async () => (await import('../../components/confirm-dialog.tsx')).ConfirmDialog;

/** The actions of the playlist's owner. */
export function PlaylistMenu({ playlist }: { playlist: Playlist }) {
  const editor = useDialog(loadEditor);
  const confirmation = useDialog(loadConfirmation);
  const go = useGo();
  const { ownerId, id } = playlist;
  const remove = () => {
    playlists.change([ownerId, id], { kind: 'delete' });
    go('/playlists', { replace: true });
  };
  return (
    <>
      <MoreMenu
        label="Playlist options"
        items={[
          { label: 'Edit', onChoose: editor.open },
          { label: 'Delete', onChoose: confirmation.open },
        ]}
      />
      {editor.Dialog && <editor.Dialog playlist={playlist} onClose={editor.close} />}
      {confirmation.Dialog && (
        <confirmation.Dialog
          title="Delete this playlist?"
          text="It goes for everybody, with its likes. The recipes stay."
          action="Delete playlist"
          onConfirm={remove}
          onClose={confirmation.close}
        />
      )}
    </>
  );
}
