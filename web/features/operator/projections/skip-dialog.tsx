import { type FormEvent, useState } from 'react';
import { Actions } from '../../../components/actions.tsx';
import { Button } from '../../../components/button.tsx';
import { Dialog } from '../../../components/dialog.tsx';
import { TextField } from '../../../components/text-field.tsx';
import { ActionButton } from '../action-button.tsx';
import { formatNumber } from '../format.ts';

export interface SkipDialogProps {
  name: string;
  position: string;
  onSkip: (why: string) => void;
  onClose: () => void;
}

const minLength = 3;
const maxLength = 200;

/** Asks why a projection leaves out an event. The reason is shown ever after. */
export function SkipDialog({ name, position, onSkip, onClose }: SkipDialogProps) {
  const [why, setWhy] = useState('');
  const [isShort, setShort] = useState(false);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setShort(why.trim().length < minLength);
    if (why.trim().length < minLength) return;
    onClose();
    onSkip(why.trim());
  };
  return (
    <Dialog title={`Skip event ${formatNumber(position)}?`} onClose={onClose}>
      <form onSubmit={submit} className="op-dialog-form">
        <p>{name} leaves out this event and no other. The reason is recorded, and shown ever after.</p>
        <TextField
          label="Reason"
          value={why}
          maxLength={maxLength}
          error={isShort ? 'Give a reason of at least 3 characters' : undefined}
          onChange={setWhy}
        />
        <Actions>
          <Button variant="quiet" onClick={onClose}>
            Cancel
          </Button>
          <ActionButton type="submit">Skip</ActionButton>
        </Actions>
      </form>
    </Dialog>
  );
}
