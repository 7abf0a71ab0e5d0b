import type { SubmitEvent } from 'react';
import { Button } from '../../components/button.tsx';
import { Dialog, DialogActions } from '../../components/dialog.tsx';
import { type Failure, FailureAlert } from '../../components/failure.tsx';
import { isComplete, type PlaylistDraft, PlaylistFields } from './playlist-fields.tsx';
import styles from './playlist-form.module.css';

export interface PlaylistFormDialogProps {
  title: string;
  /** What the button that saves says. */
  action: string;
  draft: PlaylistDraft;
  onChange: (draft: PlaylistDraft) => void;
  saving: boolean;
  failure: Failure | undefined;
  onSubmit: (event: SubmitEvent) => void;
  onClose: () => void;
}

export function PlaylistFormDialog(props: PlaylistFormDialogProps) {
  const { title, action, draft, onChange, saving, failure, onSubmit, onClose } = props;
  return (
    <Dialog title={title} onClose={onClose} wide>
      <form noValidate onSubmit={onSubmit}>
        <PlaylistFields draft={draft} onChange={onChange} />
        <FailureAlert failure={failure} className={styles.failed} />
        <DialogActions>
          <Button variant="quiet" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" variant="primary" busy={saving} disabled={!isComplete(draft)}>
            {action}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  );
}
