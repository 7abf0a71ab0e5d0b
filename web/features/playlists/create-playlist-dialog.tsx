import { useState } from 'react';
import { useCreatePlaylist } from './api.ts';
import type { PlaylistDraft } from './playlist-fields.tsx';
import { PlaylistFormDialog } from './playlist-form.tsx';
import { useSending } from './use-sending.ts';

const blank: PlaylistDraft = { name: '', description: '', isPrivate: false, recipes: [] };

export function CreatePlaylistDialog({ uid, onClose }: { uid: string; onClose: () => void }) {
  const [draft, setDraft] = useState(blank);
  const create = useCreatePlaylist(uid);
  const recipes = draft.recipes.map(({ id, title, cuisine }) => ({ id, title, cuisine }));
  const { saving, failure, submit } = useSending({
    form: { ...draft, recipes },
    save: create.mutateAsync,
    onSaved: onClose,
    failure: 'Failed to create playlist',
  });
  return (
    <PlaylistFormDialog
      title="Create New Playlist"
      action="Create Playlist"
      draft={draft}
      onChange={setDraft}
      saving={saving}
      failure={failure}
      onSubmit={submit}
      onClose={onClose}
    />
  );
}
