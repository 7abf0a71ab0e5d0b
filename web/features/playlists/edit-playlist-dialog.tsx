import { useState } from 'react';
import type { Playlist } from '../../../server/core/contracts/playlists.ts';
import { FormDialog } from '../../components/form-dialog.tsx';
import { useForm } from '../../components/use-form.ts';
import { explainFailure } from '../../lib/failure-text.ts';
import { sendIdempotently } from '../../lib/send-idempotently.ts';
import { editPlaylist } from './api.ts';
import { isComplete, type PlaylistDraft, PlaylistFields } from './playlist-fields.tsx';

const idsOf = (recipes: PlaylistDraft['recipes']) => recipes.map(({ id }) => ({ id }));

/** The server applies the changes of the recipes that were made here: other devices and moderators may change them, too. */
const toPlaylistChange = ({ name, description, isPrivate, recipes }: PlaylistDraft, before: PlaylistDraft) => ({
  name,
  description,
  isPrivate,
  ...(recipes !== before.recipes && { recipes: idsOf(recipes), shownRecipes: idsOf(before.recipes) }),
});

export function EditPlaylistDialog({ playlist, onClose }: { playlist: Playlist; onClose: () => void }) {
  const [before] = useState<PlaylistDraft>(playlist);
  const [draft, setDraft] = useState(before);
  const form = useForm({
    draft,
    onChange: setDraft,
    send: () =>
      sendIdempotently(`playlist.${playlist.id}`, toPlaylistChange(draft, before), (sent) =>
        editPlaylist(playlist, sent),
      ),
    onSent: onClose,
    explain: explainFailure('Failed to update playlist'),
  });
  return (
    <FormDialog title="Edit playlist" form={form} action="Save" isComplete={isComplete(draft)} onClose={onClose} wide>
      <PlaylistFields field={form.field} />
    </FormDialog>
  );
}
