import { Button } from './button.tsx';
import { Dialog, type DialogProps } from './dialog.tsx';
import { Form, type FormProps } from './form.tsx';

export interface FormDialogProps
  extends Omit<DialogProps, 'children'>,
    Pick<FormProps, 'form' | 'action' | 'complete' | 'children'> {}

/** A dialog that is a form. It stays open until the form is sent, and shows a failure inside. */
export function FormDialog({ form, action, complete, children, ...dialog }: FormDialogProps) {
  const cancel = (
    <Button variant="quiet" onClick={dialog.onClose}>
      Cancel
    </Button>
  );
  return (
    <Dialog {...dialog}>
      <Form form={form} action={action} beside={cancel} {...(complete !== undefined && { complete })}>
        {children}
      </Form>
    </Dialog>
  );
}
