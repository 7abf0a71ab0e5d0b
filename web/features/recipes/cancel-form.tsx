import { Button } from '../../components/button.tsx';
import { useDialog } from '../../components/use-dialog.ts';

const loadConfirmation = async () => (await import('../../components/confirm-dialog.tsx')).ConfirmDialog;

export interface CancelFormProps {
  question: string;
  /** Whether nothing would be lost. */
  isUntouched: boolean;
  onCancel: () => void;
}

/** Leaves a form without saving. Asks first if that loses what the user wrote. */
export function CancelForm({ question, isUntouched, onCancel }: CancelFormProps) {
  const confirmation = useDialog(loadConfirmation);
  return (
    <>
      <Button variant="quiet" onClick={isUntouched ? onCancel : confirmation.open}>
        Cancel
      </Button>
      {confirmation.Dialog && (
        <confirmation.Dialog
          title={question}
          text="What you wrote here is not kept."
          action="Discard"
          cancel="Keep writing"
          onConfirm={onCancel}
          onClose={confirmation.close}
        />
      )}
    </>
  );
}
