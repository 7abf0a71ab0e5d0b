import { useState } from 'react';
import type { GroceryItem } from '../../../server/core/contracts/grocery-list.ts';
import { groceryLimits } from '../../../server/core/contracts/limits.ts';
import { FormDialog } from '../../components/form-dialog.tsx';
import { TextField } from '../../components/text-field.tsx';
import { useForm } from '../../components/use-form.ts';
import { asServerSays } from '../../lib/failure-text.ts';
import { missing } from '../../lib/field-checks.ts';
import { useDraft } from '../../lib/use-draft.ts';
import styles from './edit-item-dialog.module.css';
import type { Entry } from './entry.ts';
import { editButtonOf } from './move-focus.ts';
import { useLeaveHeldUp } from './use-leave-held-up.ts';

export interface EditItemDialogProps {
  uid: string;
  item: GroceryItem;
  /** Resolves when the server has it. */
  onSave: (entry: Entry) => Promise<void>;
  onClose: () => void;
}

/** What is typed is kept until it is saved or given up, so that it is there again after a failure. */
export function EditItemDialog({ uid, item, onSave, onClose }: EditItemDialogProps) {
  const [before] = useState<Entry>(() => ({ name: item.name, amount: item.amount, unit: item.unit }));
  const [draft, setDraft, forget] = useDraft(`grocery.${uid}.${item.id}`, before, parseTyped);
  const form = useForm({
    draft,
    onChange: setDraft,
    check: ({ name }) => ({ name: missing(name, 'An item needs a name') }),
    send: async ({ name, amount, unit }) => {
      const entry = { name: name.trim(), amount: amount.trim(), unit: unit.trim() };
      if (!sameEntry(entry, before)) await onSave(entry);
      forget();
    },
    onSent: onClose,
    explain: asServerSays('Failed to update item'),
  });
  const { field, busy } = form;
  useLeaveHeldUp(busy, onClose);
  const giveUp = () => {
    if (!busy) forget();
    onClose();
  };

  return (
    <FormDialog title="Edit item" form={form} action="Save" onClose={giveUp} focusAfter={() => editButtonOf(item.id)}>
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

const sameEntry = (a: Entry, b: Entry): boolean => a.name === b.name && a.amount === b.amount && a.unit === b.unit;

function parseTyped(stored: unknown): Entry | undefined {
  if (typeof stored !== 'object' || stored === null) return undefined;
  const text = (name: keyof Entry): string => {
    const value: unknown = Reflect.get(stored, name);
    return typeof value === 'string' ? value : '';
  };
  return { name: text('name'), amount: text('amount'), unit: text('unit') };
}
