import { useState } from 'react';
import type { Playlist } from '../../../server/contracts/playlists.ts';
import { useRevisePlaylist } from './api.ts';
import type { PlaylistDraft } from './playlist-fields.tsx';
import { PlaylistFormDialog } from './playlist-form.tsx';
import { useSending } from './use-sending.ts';

export function EditPlaylistDialog({ playlist, onClose }: { playlist: Playlist; onClose: () => void }) {
  const [before] = useState<PlaylistDraft>(playlist);
  const [draft, setDraft] = useState<PlaylistDraft>(before);
  const revise = useRevisePlaylist(playlist.id);
  const { name, description, isPrivate } = draft;
  const recipes = draft.recipes.map(({ id }) => ({ id }));
  const { saving, failure, submit } = useSending({
    // Recipes that nobody touched here are left out: on another device there may be more of them by now.
    form: { name, description, isPrivate, ...(draft.recipes !== before.recipes && { recipes }) },
    save: revise.mutateAsync,
    onSaved: onClose,
    failure: 'Failed to update playlist',
  });
  return (
    <PlaylistFormDialog
      title="Edit playlist"
      action="Save"
      draft={draft}
      onChange={setDraft}
      saving={saving}
      failure={failure}
      onSubmit={submit}
      onClose={onClose}
    />
  );
}
