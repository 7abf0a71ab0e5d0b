import { useState } from 'react';
import type { GroceryItem, NamedUser } from '../../../server/core/contracts/grocery-list.ts';
import { groceryLimits } from '../../../server/core/contracts/limits.ts';
import { FormDialog } from '../../components/form-dialog.tsx';
import { TextField } from '../../components/text-field.tsx';
import { useForm } from '../../components/use-form.ts';
import { ApiError } from '../../lib/api-client.ts';
import { explainFailure } from '../../lib/failure-text.ts';
import { requiredProblem } from '../../lib/field-checks.ts';
import { quantityOf } from '../../lib/quantity-of.ts';
import { useCloseWhenPaused } from '../../lib/sync/use-close-when-paused.ts';
import { useClosedSignal } from '../../lib/use-closed-signal.ts';
import { useDraft } from '../../lib/use-draft.ts';
import { BringerField } from './bringer-field.tsx';
import { CategoryField, type CategoryFieldProps } from './category-field.tsx';
import styles from './edit-item-dialog.module.css';
import { afterConflict, detailsOf, type EditedDetails, type EntryEdit, editOf, type ItemDetails } from './entry.ts';
import { ItemStory } from './item-story.tsx';
import { findEditButton } from './move-focus.ts';
import type { People } from './people.ts';

export interface EditItemDialogProps extends Pick<CategoryFieldProps, 'categories' | 'usual'> {
  item: GroceryItem;
  people: People;
  /** Fetches the item as the server has it now; undefined if it was removed. */
  fetchItem: () => Promise<GroceryItem | undefined>;
  /** Resolves when the server has saved the edit, or when the dialog is closed: the edit is sent without it then. */
  onSave: (edit: EntryEdit, closed: AbortSignal, assignee?: NamedUser) => Promise<void>;
  onClose: () => void;
}

/** Keeps a draft until the edit is saved, sent without the dialog, or cancelled, so that a failed edit can be continued. */
export function EditItemDialog({ item, people, categories, usual, fetchItem, onSave, onClose }: EditItemDialogProps) {
  const [initial] = useState((): EditedDetails => ({ ...detailsOf(item), before: detailsOf(item) }));
  const [draft, setDraft, dropDraft] = useDraft(`grocery.${people.uid}.${item.id}`, initial, parseDraft);
  const closed = useClosedSignal();
  const form = useForm({
    draft,
    onChange: setDraft,
    check: ({ name }) => ({ name: requiredProblem(name, 'An item needs a name') }),
    send: async ({ before, ...after }) => {
      const edit = editOf(before, trimmed(after));
      const assignee = people.members.find(({ uid }) => uid === edit.changes.assignedTo);
      if (Object.keys(edit.changes).length > 0) {
        await onSave(edit, closed(), assignee && { uid: assignee.uid, name: assignee.name });
      }
      dropDraft();
    },
    onSent: onClose,
    explain: async (error) => {
      const explanation = explainFailure('Failed to update item')(error);
      const current = isConflict(error) ? await fetchItem() : undefined;
      if (!current) return explanation;
      // The user may have gone on typing.
      setDraft((now) => afterConflict(now, detailsOf(current), explanation.field));
      return { ...explanation, text: conflictText(current, explanation.field) };
    },
  });
  const { field, busy } = form;
  useCloseWhenPaused(busy, onClose);
  const cancel = () => {
    if (!busy) dropDraft();
    onClose();
  };

  return (
    <FormDialog title="Edit item" form={form} action="Save" onClose={cancel} focusAfter={() => findEditButton(item.id)}>
      <div className={styles.fields}>
        <div className={styles.wide}>
          <TextField label="Name" {...field('name')} maxLength={groceryLimits.name} required />
        </div>
        <TextField label="Amount" {...field('amount')} maxLength={groceryLimits.amount} />
        <TextField label="Unit" {...field('unit')} maxLength={groceryLimits.unit} placeholder="g, l, bunch" />
        <div className={styles.wide}>
          <TextField
            label="Note"
            {...field('note')}
            maxLength={groceryLimits.note}
            placeholder="The one in the blue carton"
          />
          <CategoryField {...field('category')} categories={categories} usual={usual} />
          {people.members.length > 0 && <BringerField {...field('assignedTo')} members={people.members} />}
        </div>
        <ItemStory item={item} people={people} />
      </div>
    </FormDialog>
  );
}

const trimmed = ({ assignedTo, ...texts }: ItemDetails): ItemDetails => ({
  name: texts.name.trim(),
  amount: texts.amount.trim(),
  unit: texts.unit.trim(),
  note: texts.note.trim(),
  category: texts.category.trim(),
  assignedTo,
});

const isConflict = (error: unknown): boolean => error instanceof ApiError && error.code === 'ITEM_CHANGED_MEANWHILE';

function conflictText(item: GroceryItem, field: string | undefined): string {
  const current = currentText(item, field) || 'none';
  const change = item.changedBy === undefined ? 'This was changed' : `${item.changedBy.name} changed this`;
  return `${change} to ${current} meanwhile. Save again to replace it.`;
}

function currentText(item: GroceryItem, field: string | undefined): string | undefined {
  switch (field) {
    case 'name':
    case 'note':
    case 'category':
      return item[field];
    case 'assignedTo':
      return item.assignedTo?.name ?? 'nobody';
    default:
      return quantityOf(item);
  }
}

function parseDraft(stored: unknown): EditedDetails | undefined {
  const details = parseDetails(stored);
  const before = details && parseDetails(Reflect.get(Object(stored), 'before'));
  return before && { ...details, before };
}

function parseDetails(stored: unknown): ItemDetails | undefined {
  if (typeof stored !== 'object' || stored === null) return undefined;
  const text = (name: keyof ItemDetails): string => {
    const value: unknown = Reflect.get(stored, name);
    return typeof value === 'string' ? value : '';
  };
  return {
    name: text('name'),
    amount: text('amount'),
    unit: text('unit'),
    note: text('note'),
    category: text('category'),
    assignedTo: text('assignedTo'),
  };
}
