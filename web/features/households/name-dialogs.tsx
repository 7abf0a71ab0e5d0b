import { useRef, useState } from 'react';
import type { Household } from '../../../server/core/contracts/households.ts';
import { householdLimits } from '../../../server/core/contracts/limits.ts';
import { FormDialog } from '../../components/form-dialog.tsx';
import { TextField } from '../../components/text-field.tsx';
import { useForm } from '../../components/use-form.ts';
import { explainFailure } from '../../lib/failure-text.ts';
import { requiredProblem } from '../../lib/field-checks.ts';
import { sendIdempotently } from '../../lib/send-idempotently.ts';
import { changeHousehold, failureTexts, foundHousehold } from './api.ts';

interface NameDialogProps {
  title: string;
  action: string;
  initialName: string;
  hint?: string;
  send: (name: string) => Promise<unknown>;
  /** The text if the server gives none. */
  failure: string;
  onSent: () => void;
  onClose: () => void;
}

function NameDialog({ title, action, initialName, hint, send, failure, onSent, onClose }: NameDialogProps) {
  const [draft, setDraft] = useState({ name: initialName });
  const form = useForm({
    draft,
    onChange: setDraft,
    check: ({ name }) => ({ name: requiredProblem(name, 'Enter a name') }),
    send: ({ name }) => send(name.trim()),
    onSent,
    explain: explainFailure(failure),
  });
  return (
    <FormDialog title={title} form={form} action={action} onClose={onClose}>
      <TextField
        label="Name"
        {...form.field('name')}
        hint={hint}
        maxLength={householdLimits.name}
        autoComplete="off"
        required
      />
    </FormDialog>
  );
}

export interface FoundDialogProps {
  uid: string;
  onFounded: (household: Household) => void;
  onClose: () => void;
}

export function FoundDialog({ uid, onFounded, onClose }: FoundDialogProps) {
  const founded = useRef<Household>(undefined);
  return (
    <NameDialog
      title="New household"
      action="Create"
      initialName=""
      hint="Such as Home. Its members see it; you can change it later."
      send={async (name) => {
        founded.current = await sendIdempotently(`household.${uid}`, { name }, (sent) => foundHousehold(uid, sent));
      }}
      failure="Failed to create the household"
      onSent={() => founded.current && onFounded(founded.current)}
      onClose={onClose}
    />
  );
}

export interface RenameDialogProps {
  uid: string;
  household: Household;
  onClose: () => void;
}

export const RenameDialog = ({ uid, household: { id, name }, onClose }: RenameDialogProps) => (
  <NameDialog
    title="Rename household"
    action="Save"
    initialName={name}
    send={(changed) => changeHousehold(uid, id, { kind: 'rename', name: changed })}
    failure={failureTexts.rename}
    onSent={onClose}
    onClose={onClose}
  />
);
