import { useState } from 'react';
import { FormDialog } from '../../components/form-dialog.tsx';
import { useForm } from '../../components/use-form.ts';
import { explainFailure } from '../../lib/failure-text.ts';
import { sendIdempotently } from '../../lib/send-idempotently.ts';
import { createPlaylist } from './api.ts';
import { isComplete, type PlaylistDraft, PlaylistFields } from './playlist-fields.tsx';

const emptyDraft: PlaylistDraft = { name: '', description: '', isPrivate: false, recipes: [] };

const toPlaylistForm = ({ recipes, ...fields }: PlaylistDraft) => ({
  ...fields,
  recipes: recipes.map(({ id, title, cuisine }) => ({ id, title, cuisine })),
});

export function CreatePlaylistDialog({ uid, onClose }: { uid: string; onClose: () => void }) {
  const [draft, setDraft] = useState(emptyDraft);
  const form = useForm({
    draft,
    onChange: setDraft,
    send: () => sendIdempotently(`playlist.${uid}`, toPlaylistForm(draft), (sent) => createPlaylist(uid, sent)),
    onSent: onClose,
    explain: explainFailure('Failed to create playlist'),
  });
  return (
    <FormDialog
      title="Create New Playlist"
      form={form}
      action="Create Playlist"
      isComplete={isComplete(draft)}
      onClose={onClose}
      wide
    >
      <PlaylistFields field={form.field} />
    </FormDialog>
  );
}
