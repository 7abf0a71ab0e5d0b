import { type SubmitEvent, useState } from 'react';
import { groceryLimits } from '../../../server/contracts/limits.ts';
import { Button } from '../../components/button.tsx';
import { Dialog, DialogActions } from '../../components/dialog.tsx';
import { FailureAlert } from '../../components/failure.tsx';
import { TextField } from '../../components/text-field.tsx';
import { failureText } from '../../lib/failure-text.ts';
import { useDraft } from '../../lib/use-draft.ts';
import styles from './edit-item-dialog.module.css';
import type { Entry } from './entry.ts';
import { editButtonOf } from './move-focus.ts';
import type { ListedItem } from './pending.ts';
import { useSaving } from './use-saving.ts';

export interface EditItemDialogProps {
  uid: string;
  item: ListedItem;
  /** Resolves when the server has it. */
  onSave: (entry: Entry) => Promise<void>;
  onClose: () => void;
}

/** What is typed is kept until it is saved or given up, so that it is there again after a failure. */
export function EditItemDialog({ uid, item, onSave, onClose }: EditItemDialogProps) {
  const [before] = useState<Entry>(() => ({ name: item.name, amount: item.amount, unit: item.unit }));
  const [typed, setTyped, forget] = useDraft(`grocery.${uid}.${item.key}`, before, parseTyped);
  const [nameless, setNameless] = useState(false);
  const { saving, failure, save } = useSaving(onClose, (error) => failureText(error, 'Failed to update item'));

  const set = (change: Partial<Entry>) => {
    setTyped({ ...typed, ...change });
    setNameless(false);
  };
  const giveUp = () => {
    if (!saving) forget();
    onClose();
  };
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    const entry = { name: typed.name.trim(), amount: typed.amount.trim(), unit: typed.unit.trim() };
    if (entry.name === '') setNameless(true);
    else if (sameEntry(entry, before)) giveUp();
    else if (!saving) save(() => onSave(entry), forget).catch(reportError);
  };

  return (
    <Dialog title="Edit item" onClose={giveUp} focusAfter={() => editButtonOf(item.key)}>
      <form noValidate onSubmit={submit}>
        <div className={styles.fields}>
          <div className={styles.name}>
            <TextField
              label="Name"
              value={typed.name}
              onChange={(name) => set({ name })}
              error={nameless ? 'An item needs a name' : undefined}
              maxLength={groceryLimits.name}
              required
            />
          </div>
          <TextField
            label="Amount"
            value={typed.amount}
            onChange={(amount) => set({ amount })}
            maxLength={groceryLimits.amount}
          />
          <TextField
            label="Unit"
            value={typed.unit}
            onChange={(unit) => set({ unit })}
            maxLength={groceryLimits.unit}
            placeholder="g, l, bunch"
          />
        </div>
        <FailureAlert failure={failure} className={styles.failed} />
        <DialogActions>
          <Button variant="quiet" onClick={giveUp}>
            Cancel
          </Button>
          <Button type="submit" variant="primary" busy={saving}>
            Save
          </Button>
        </DialogActions>
      </form>
    </Dialog>
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
