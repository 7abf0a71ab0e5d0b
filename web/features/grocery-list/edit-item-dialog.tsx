import { type SubmitEvent, useState } from 'react';
import { groceryLimits } from '../../../server/contracts/limits.ts';
import { Button } from '../../components/button.tsx';
import { Dialog, DialogActions } from '../../components/dialog.tsx';
import { TextField } from '../../components/text-field.tsx';
import styles from './edit-item-dialog.module.css';
import type { Entry } from './entry.ts';

export interface EditItemDialogProps {
  item: Entry;
  onSave: (entry: Entry) => void;
  onClose: () => void;
}

export function EditItemDialog({ item, onSave, onClose }: EditItemDialogProps) {
  const [name, setName] = useState(item.name);
  const [amount, setAmount] = useState(item.amount);
  const [unit, setUnit] = useState(item.unit);
  const [error, setError] = useState<string>();

  const save = (event: SubmitEvent) => {
    event.preventDefault();
    const entry = { name: name.trim(), amount: amount.trim(), unit: unit.trim() };
    if (entry.name === '') {
      setError('An item needs a name');
      return;
    }
    onClose();
    if (entry.name !== item.name || entry.amount !== item.amount || entry.unit !== item.unit) onSave(entry);
  };

  return (
    <Dialog title="Edit item" onClose={onClose}>
      <form noValidate onSubmit={save}>
        <div className={styles.fields}>
          <div className={styles.name}>
            <TextField
              label="Name"
              value={name}
              onChange={setName}
              error={error}
              maxLength={groceryLimits.name}
              required
            />
          </div>
          <TextField label="Amount" value={amount} onChange={setAmount} maxLength={groceryLimits.amount} />
          <TextField
            label="Unit"
            value={unit}
            onChange={setUnit}
            maxLength={groceryLimits.unit}
            placeholder="g, l, bunch"
          />
        </div>
        <DialogActions>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" variant="primary">
            Save
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  );
}
