import { useRef } from 'react';
import { recipeLimits } from '../../../server/core/contracts/limits.ts';
import { Button } from '../../components/button.tsx';
import { FormPart } from '../../components/form-part.tsx';
import { Announcement } from '../../components/screen-reader.tsx';
import { AddAll } from './add-all.tsx';
import { amountText } from './amount-text.ts';
import { EntryRow } from './entry-row.tsx';
import { IngredientFields } from './ingredient-fields.tsx';
import { withPastedIngredients } from './pasted-entries.ts';
import { withIngredient, withIngredientAt } from './recipe-draft.ts';
import styles from './recipe-form.module.css';
import { type AdderProps, useEntryRows } from './use-entry-rows.ts';
import { useListPaste } from './use-list-paste.ts';

export function IngredientAdder({ draft, onChange }: AdderProps) {
  const inputs = useRef<HTMLDivElement>(null);
  const focusInput = (index: number) => inputs.current?.querySelectorAll('input')[index]?.focus();
  const { ingredients, ingredient } = draft;
  const { listRef, announcement, rowProps } = useEntryRows<HTMLUListElement>({
    list: 'ingredients',
    names: ingredients.map(({ name }) => name),
    ...{ draft, onChange },
    focusFields: () => focusInput(0),
  });
  const isFull = ingredients.length >= recipeLimits.ingredients;
  const add = () => {
    if (!isFull) onChange(withIngredient(draft));
    focusInput(ingredient.name.trim() === '' ? 2 : 0);
  };
  const onPaste = useListPaste({ draft, onChange }, withPastedIngredients);

  return (
    <FormPart legend="Ingredients" className={styles.part}>
      {ingredients.length > 0 && (
        <ul ref={listRef} className={styles.list}>
          {ingredients
            .map((added, index) => ({ added, index, ...rowProps(index) }))
            .map(({ added, index, ...row }) => (
              <EntryRow
                key={index}
                {...row}
                removeLabel={`Remove ${added.name}`}
                fieldsLabel="Change ingredient"
                fieldsClassName={styles.ingredient}
                fields={
                  <IngredientFields
                    ingredient={added}
                    onChange={(changed) => onChange(withIngredientAt(draft, index, changed))}
                    onEnter={row.onClose}
                  />
                }
              >
                <span className={styles.text}>{added.name}</span>
                <span className={styles.amount}>{amountText(added)}</span>
              </EntryRow>
            ))}
        </ul>
      )}
      <Announcement>{announcement}</Announcement>
      <div ref={inputs} className={styles.ingredient} onPaste={onPaste}>
        <IngredientFields
          ingredient={ingredient}
          onChange={(written) => onChange({ ...draft, ingredient: written })}
          onEnter={add}
        />
        <Button disabled={isFull} onClick={add}>
          Add
        </Button>
      </div>
      <p className={styles.tip}>You can paste a whole list here, or a whole recipe.</p>
      <AddAll title={draft.title.trim()} ingredients={ingredients} />
    </FormPart>
  );
}
