import { useState } from 'react';
import type { GroceryItem } from '../../../server/core/contracts/grocery-list.ts';
import { groceryLimits } from '../../../server/core/contracts/limits.ts';
import { FormDialog } from '../../components/form-dialog.tsx';
import { TextField } from '../../components/text-field.tsx';
import { useForm } from '../../components/use-form.ts';
import { explainFailure } from '../../lib/failure-text.ts';
import { requiredProblem } from '../../lib/field-checks.ts';
import { useDraft } from '../../lib/use-draft.ts';
import styles from './edit-item-dialog.module.css';
import { changedFields, type Entry, entryOf } from './entry.ts';
import { findEditButton } from './move-focus.ts';
import { useCloseWhenHeldUp } from './use-close-when-held-up.ts';

export interface EditItemDialogProps {
  uid: string;
  item: GroceryItem;
  /** Resolves when the server has saved the changed fields. */
  onSave: (changes: Partial<Entry>) => Promise<void>;
  onClose: () => void;
}

/** `before`: the entry that the user began to edit. It may have changed when the draft is continued. */
interface Draft extends Entry {
  readonly before: Entry;
}

/** Keeps a draft until the edit is saved or cancelled, so that a failed edit can be continued. */
export function EditItemDialog({ uid, item, onSave, onClose }: EditItemDialogProps) {
  const [initial] = useState((): Draft => ({ ...entryOf(item), before: entryOf(item) }));
  const [draft, setDraft, dropDraft] = useDraft(`grocery.${uid}.${item.id}`, initial, parseDraft);
  const form = useForm({
    draft,
    onChange: setDraft,
    check: ({ name }) => ({ name: requiredProblem(name, 'An item needs a name') }),
    send: async ({ name, amount, unit, before }) => {
      const changes = changedFields(before, { name: name.trim(), amount: amount.trim(), unit: unit.trim() });
      if (Object.keys(changes).length > 0) await onSave(changes);
      dropDraft();
    },
    onSent: onClose,
    explain: explainFailure('Failed to update item'),
  });
  const { field, busy } = form;
  useCloseWhenHeldUp(busy, onClose);
  const cancel = () => {
    if (!busy) dropDraft();
    onClose();
  };

  return (
    <FormDialog title="Edit item" form={form} action="Save" onClose={cancel} focusAfter={() => findEditButton(item.id)}>
      <div className={styles.fields}>
        <div className={styles.name}>
          <TextField label="Name" {...field('name')} maxLength={groceryLimits.name} required />
        </div>
        <TextField label="Amount" {...field('amount')} maxLength={groceryLimits.amount} />
        <TextField label="Unit" {...field('unit')} maxLength={groceryLimits.unit} placeholder="g, l, bunch" />
      </div>
    </FormDialog>
  );
}

function parseDraft(stored: unknown): Draft | undefined {
  const entry = parseEntry(stored);
  const before = entry && parseEntry(Reflect.get(Object(stored), 'before'));
  return before && { ...entry, before };
}

function parseEntry(stored: unknown): Entry | undefined {
  if (typeof stored !== 'object' || stored === null) return undefined;
  const text = (name: keyof Entry): string => {
    const value: unknown = Reflect.get(stored, name);
    return typeof value === 'string' ? value : '';
  };
  return { name: text('name'), amount: text('amount'), unit: text('unit') };
}
