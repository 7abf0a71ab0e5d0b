import { useState } from 'react';
import { groceryLimits } from '../../../server/core/contracts/limits.ts';
import { Actions } from '../../components/actions.tsx';
import { Button, IconButton } from '../../components/button.tsx';
import { Dialog } from '../../components/dialog.tsx';
import { CloseIcon } from '../../components/icons.tsx';
import { SortableList } from '../../components/sortable-list.tsx';
import { TextField } from '../../components/text-field.tsx';
import styles from './aisles-dialog.module.css';
import { categories } from './catalogue.ts';
import { inOrder } from './categories.ts';

export interface AislesDialogProps {
  /** The order that was chosen before; empty for the usual one. */
  order: readonly string[];
  /** The categories that items of the owner have. */
  used: readonly string[];
  onSave: (order: readonly string[]) => void;
  onClose: () => void;
}

const usual: ReadonlySet<string> = new Set(categories);

/** Orders the categories of a list as the aisles of its shop, and adds own ones. */
export function AislesDialog({ order, used, onSave, onClose }: AislesDialogProps) {
  const [names, setNames] = useState<readonly string[]>(() => inOrder(order, used));
  const [added, setAdded] = useState('');
  const [problem, setProblem] = useState<string>();
  const add = () => {
    const name = added.trim().replace(/\s+/g, ' ');
    const isKnown = names.some((known) => known.toLowerCase() === name.toLowerCase());
    if (name === '') setProblem('Enter a name');
    else if (isKnown) setProblem('There is an aisle of this name already');
    else if (names.length >= groceryLimits.categories) setProblem(`A list can have ${groceryLimits.categories} aisles`);
    else {
      setNames([name, ...names]);
      setAdded('');
      setProblem(undefined);
    }
  };
  const canRemove = (name: string) => !usual.has(name) && !used.includes(name);
  return (
    <Dialog title="Aisles" onClose={onClose} focusAfter={() => document.querySelector<HTMLElement>('#main')}>
      <SortableList
        label="Aisles"
        names={names}
        onChange={setNames}
        renderEnd={(name) =>
          canRemove(name) && (
            <IconButton
              label={`Remove ${name}`}
              icon={<CloseIcon size={14} />}
              onClick={() => setNames(names.filter((other) => other !== name))}
            />
          )
        }
      />
      <div className={styles.add}>
        <div className={styles.field}>
          <TextField
            label="Another aisle"
            value={added}
            onChange={(text) => {
              setAdded(text);
              setProblem(undefined);
            }}
            onEnter={add}
            error={problem}
            maxLength={groceryLimits.category}
            autoComplete="off"
          />
        </div>
        <Button className={styles.button} onClick={add}>
          Add
        </Button>
      </div>
      <Actions>
        <Button variant="quiet" onClick={() => setNames(inOrder([], names))}>
          Usual order
        </Button>
        <Button
          variant="primary"
          onClick={() => {
            onClose();
            onSave(names);
          }}
        >
          Save
        </Button>
      </Actions>
    </Dialog>
  );
}
