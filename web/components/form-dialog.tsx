import { Button } from './button.tsx';
import { Dialog, type DialogProps } from './dialog.tsx';
import { Form, type FormProps } from './form.tsx';

export interface FormDialogProps
  extends Omit<DialogProps, 'children'>,
    Pick<FormProps, 'form' | 'action' | 'isComplete' | 'children'> {}

/** A dialog that is a form. It stays open until the form is sent, and shows a failure inside. */
export function FormDialog({ form, action, isComplete, children, ...dialog }: FormDialogProps) {
  const cancel = (
    <Button variant="quiet" disabled={dialog.isBusy} onClick={dialog.onClose}>
      Cancel
    </Button>
  );
  return (
    <Dialog {...dialog}>
      <Form form={form} action={action} otherActions={cancel} {...(isComplete !== undefined && { isComplete })}>
        {children}
      </Form>
    </Dialog>
  );
}
