import { useState } from 'react';
import { explainFailure } from '../lib/failure-text.ts';
import { requiredProblem } from '../lib/field-checks.ts';
import { useCloseWhenPaused } from '../lib/sync/use-close-when-paused.ts';
import { FormDialog } from './form-dialog.tsx';
import { TextField } from './text-field.tsx';
import { useForm } from './use-form.ts';

export interface NameDialogProps<Named> {
  title: string;
  action: string;
  initialName: string;
  hint?: string;
  maxLength: number;
  send: (name: string) => Promise<Named>;
  /** The text if the server gives none. */
  failure: string;
  onSent: (named: Named) => void;
  onClose: () => void;
  /** Whether it closes when the change can wait for a connection. */
  canWait?: boolean;
}

/** Names something new, or renames it. */
export function NameDialog<Named>(props: NameDialogProps<Named>) {
  const { initialName, hint, maxLength, send, failure, onSent, canWait = false, ...dialog } = props;
  const [draft, setDraft] = useState({ name: initialName });
  const form = useForm({
    draft,
    onChange: setDraft,
    check: ({ name }) => ({ name: requiredProblem(name, 'Enter a name') }),
    send: ({ name }) => send(name.trim()),
    onSent,
    explain: explainFailure(failure),
  });
  useCloseWhenPaused(canWait && form.busy, dialog.onClose);
  return (
    <FormDialog {...dialog} form={form}>
      <TextField label="Name" {...form.field('name')} hint={hint} maxLength={maxLength} autoComplete="off" required />
    </FormDialog>
  );
}
