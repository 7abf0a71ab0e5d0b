import type { Playlist } from '../../../server/core/contracts/playlists.ts';
import { MoreMenu } from '../../components/more-menu.tsx';
import { useDialog } from '../../components/use-dialog.ts';
import { useGo } from '../../lib/use-go.ts';
import { playlists, usePlaylistChange } from './api.ts';

const loadEditor = async () => (await import('./edit-playlist-dialog.tsx')).EditPlaylistDialog;
const loadQuestion = async () => (await import('../../components/confirm-dialog.tsx')).ConfirmDialog;

/** What an owner can do with their playlist. */
export function PlaylistMenu({ playlist }: { playlist: Playlist }) {
  const editor = useDialog(loadEditor);
  const question = useDialog(loadQuestion);
  const go = useGo();
  const { ownerId, id } = playlist;
  const change = usePlaylistChange(ownerId, id);
  const remove = () =>
    change.mutateAsync({ kind: 'delete' }).then(
      async (revision) => {
        await playlists.reached([ownerId, id], revision);
        go('/playlists', { replace: true });
      },
      () => undefined, // A notice has said that it failed.
    );
  return (
    <>
      <MoreMenu
        label="Playlist options"
        items={[
          { label: 'Edit', onChoose: editor.open },
          { label: 'Delete', onChoose: question.open },
        ]}
      />
      {editor.Dialog && <editor.Dialog playlist={playlist} onClose={editor.close} />}
      {question.Dialog && (
        <question.Dialog
          title="Delete this playlist?"
          text="It goes for everybody, with its likes. The recipes stay."
          action="Delete playlist"
          onConfirm={remove}
          onClose={question.close}
        />
      )}
    </>
  );
}
