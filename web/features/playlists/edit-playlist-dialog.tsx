import { useRef, useState } from 'react';
import type { Playlist } from '../../../server/core/contracts/playlists.ts';
import { FormDialog } from '../../components/form-dialog.tsx';
import { useForm } from '../../components/use-form.ts';
import { explainFailure } from '../../lib/failure-text.ts';
import { sendIdempotently } from '../../lib/send-idempotently.ts';
import { editPlaylist } from './api.ts';
import { editOf } from './playlist-edit.ts';
import { isComplete, type PlaylistDraft, PlaylistFields } from './playlist-fields.tsx';

export function EditPlaylistDialog({ playlist, onClose }: { playlist: Playlist; onClose: () => void }) {
  const [draft, setDraft] = useState<PlaylistDraft>(playlist);
  const sent = useRef<readonly PlaylistDraft[]>([draft]);
  const form = useForm({
    draft,
    onChange: setDraft,
    send: async () => {
      const edit = editOf(draft, sent.current);
      if (!edit) return;
      sent.current = [...sent.current, draft];
      await sendIdempotently(`playlist.${playlist.id}`, edit, (keyed) => editPlaylist(playlist, keyed));
    },
    onSent: onClose,
    explain: explainFailure('Failed to update playlist'),
  });
  return (
    <FormDialog title="Edit playlist" form={form} action="Save" isComplete={isComplete(draft)} onClose={onClose} wide>
      <PlaylistFields field={form.field} />
    </FormDialog>
  );
}
