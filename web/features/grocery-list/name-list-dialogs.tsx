import { useRef, useState } from 'react';
import type { OwnersList } from '../../../server/core/contracts/grocery-lists.ts';
import { groceryLimits } from '../../../server/core/contracts/limits.ts';
import { FormDialog } from '../../components/form-dialog.tsx';
import { TextField } from '../../components/text-field.tsx';
import { useForm } from '../../components/use-form.ts';
import { explainFailure } from '../../lib/failure-text.ts';
import { requiredProblem } from '../../lib/field-checks.ts';
import { chooseOpenedList, type FurtherList } from '../../lib/households/saved-lists.ts';
import { sendIdempotently } from '../../lib/send-idempotently.ts';
import { openList, ownersLists } from './owners-lists.ts';
import { useCloseWhenHeldUp } from './use-close-when-held-up.ts';

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
  /** Whether it closes when the change can wait for a connection. */
  canWait?: boolean;
}

function NameDialog({ initialName, hint, send, failure, onSent, canWait = false, ...dialog }: NameDialogProps) {
  const [draft, setDraft] = useState({ name: initialName });
  const form = useForm({
    draft,
    onChange: setDraft,
    check: ({ name }) => ({ name: requiredProblem(name, 'Enter a name') }),
    send: ({ name }) => send(name.trim()),
    onSent,
    explain: explainFailure(failure),
  });
  useCloseWhenHeldUp(canWait && form.busy, dialog.onClose);
  return (
    <FormDialog {...dialog} form={form}>
      <TextField
        label="Name"
        {...form.field('name')}
        hint={hint}
        maxLength={groceryLimits.listName}
        autoComplete="off"
        required
      />
    </FormDialog>
  );
}

export interface NewListDialogProps {
  uid: string;
  /** The id of the user or the household that the list is for. */
  owner: string;
  onClose: () => void;
}

/** Opens a list, and shows it. */
export function NewListDialog({ uid, owner, onClose }: NewListDialogProps) {
  const opened = useRef<OwnersList>(undefined);
  return (
    <NameDialog
      title="New list"
      action="Create"
      initialName=""
      hint="Such as Hardware store or Party. It is shared like the main list."
      send={async (name) => {
        const list = await sendIdempotently(`list.${owner}`, { name }, (sent) =>
          openList(owner, sent.form.name, sent.key),
        );
        await untilListed(uid, owner, list.id);
        opened.current = list;
      }}
      failure="Creating a list needs a connection. Try again when there is one."
      onSent={() => {
        if (opened.current) chooseOpenedList(owner, { id: opened.current.id, name: opened.current.name ?? '' });
        onClose();
      }}
      onClose={onClose}
    />
  );
}

/** A fetch that began before the list was opened does not include it. */
async function untilListed(uid: string, owner: string, listId: string): Promise<void> {
  for (let fetches = 0; fetches < 3; fetches++) {
    const lists = await ownersLists.fetchAgain(uid, owner);
    if (lists?.items.some(({ id }) => id === listId)) return;
  }
}

export interface RenameListDialogProps extends NewListDialogProps {
  list: FurtherList;
}

export const RenameListDialog = ({ uid, owner, list, onClose }: RenameListDialogProps) => (
  <NameDialog
    title="Rename list"
    action="Save"
    initialName={list.name}
    send={(name) => ownersLists.saved(ownersLists.change([uid, owner], { kind: 'rename', listId: list.id, name }))}
    failure="Failed to rename the list"
    canWait
    onSent={onClose}
    onClose={onClose}
  />
);
