import { useState } from 'react';
import type { GroceryItem } from '../../../server/core/contracts/grocery-list.ts';
import { groceryLimits } from '../../../server/core/contracts/limits.ts';
import { FormDialog } from '../../components/form-dialog.tsx';
import { TextField } from '../../components/text-field.tsx';
import { useForm } from '../../components/use-form.ts';
import { ApiError } from '../../lib/api-client.ts';
import { explainFailure } from '../../lib/failure-text.ts';
import { requiredProblem } from '../../lib/field-checks.ts';
import { useDraft } from '../../lib/use-draft.ts';
import styles from './edit-item-dialog.module.css';
import { type Entry, type EntryEdit, editOf, entryOf, quantityOf } from './entry.ts';
import { findEditButton } from './move-focus.ts';
import { useCloseWhenHeldUp } from './use-close-when-held-up.ts';

export interface EditItemDialogProps {
  uid: string;
  item: GroceryItem;
  /** Fetches the item as the server has it now; undefined if it was removed. */
  fetchItem: () => Promise<GroceryItem | undefined>;
  /** Resolves when the server has saved the edit. */
  onSave: (edit: EntryEdit) => Promise<void>;
  onClose: () => void;
}

/** `before`: the entry that the user began to edit. It may have changed when the draft is continued. */
interface Draft extends Entry {
  readonly before: Entry;
}

/** Keeps a draft until the edit is saved or cancelled, so that a failed edit can be continued. */
export function EditItemDialog({ uid, item, fetchItem, onSave, onClose }: EditItemDialogProps) {
  const [initial] = useState((): Draft => ({ ...entryOf(item), before: entryOf(item) }));
  const [draft, setDraft, dropDraft] = useDraft(`grocery.${uid}.${item.id}`, initial, parseDraft);
  const form = useForm({
    draft,
    onChange: setDraft,
    check: ({ name }) => ({ name: requiredProblem(name, 'An item needs a name') }),
    send: async ({ name, amount, unit, before }) => {
      const edit = editOf(before, { name: name.trim(), amount: amount.trim(), unit: unit.trim() });
      if (Object.keys(edit.changes).length > 0) await onSave(edit);
      dropDraft();
    },
    onSent: onClose,
    explain: async (error) => {
      const explanation = explainFailure('Failed to update item')(error);
      const current = isConflict(error) ? await fetchItem() : undefined;
      if (!current) return explanation;
      // The user sees the other value now, and may replace it.
      setDraft({ ...draft, before: entryOf(current) });
      return { ...explanation, text: conflictText(current, explanation.field) };
    },
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

const isConflict = (error: unknown): boolean => error instanceof ApiError && error.code === 'ITEM_CHANGED_MEANWHILE';

function conflictText(item: GroceryItem, field: string | undefined): string {
  const current = (field === 'name' ? item.name : quantityOf(item)) || 'none';
  const change = item.changedBy === undefined ? 'This was changed' : `${item.changedBy.name} changed this`;
  return `${change} to ${current} meanwhile. Save again to replace it.`;
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
