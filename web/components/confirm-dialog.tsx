import { Actions } from './actions.tsx';
import { Button } from './button.tsx';
import { Dialog } from './dialog.tsx';

export interface ConfirmDialogProps {
  title: string;
  /** What will happen. */
  text: string;
  /** What the button that does it says. */
  action: string;
  onConfirm: () => void;
  onClose: () => void;
}

/** Asks before something that cannot be taken back. The focus is on the way out. */
export function ConfirmDialog({ title, text, action, onConfirm, onClose }: ConfirmDialogProps) {
  const confirm = () => {
    onClose();
    onConfirm();
  };
  return (
    <Dialog title={title} onClose={onClose}>
      <p>{text}</p>
      <Actions>
        <Button variant="quiet" onClick={onClose}>
          Cancel
        </Button>
        <Button variant="danger" onClick={confirm}>
          {action}
        </Button>
      </Actions>
    </Dialog>
  );
}
