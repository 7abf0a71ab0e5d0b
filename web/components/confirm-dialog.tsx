import { Actions } from './actions.tsx';
import { Button } from './button.tsx';
import { Dialog } from './dialog.tsx';

export interface ConfirmDialogProps {
  title: string;
  /** What will happen. */
  text: string;
  /** The label of the button that confirms. */
  action: string;
  onConfirm: () => void;
  onClose: () => void;
}

/** Asks before an action that cannot be undone. The focus starts on Cancel. */
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
