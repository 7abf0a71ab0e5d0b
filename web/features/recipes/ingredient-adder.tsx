import { useRef } from 'react';
import { recipeLimits } from '../../../server/core/contracts/limits.ts';
import { Button } from '../../components/button.tsx';
import { FormPart } from '../../components/form-part.tsx';
import { AddAll } from './add-all.tsx';
import { amountText } from './amount-text.ts';
import { EntryRow } from './entry-row.tsx';
import { IngredientFields } from './ingredient-fields.tsx';
import { withIngredient, withIngredientAt } from './recipe-draft.ts';
import styles from './recipe-form.module.css';
import { type AdderProps, useEntryRows } from './use-entry-rows.ts';

export function IngredientAdder({ draft, onChange }: AdderProps) {
  const inputs = useRef<HTMLDivElement>(null);
  const focusInput = (index: number) => inputs.current?.querySelectorAll('input')[index]?.focus();
  const rowProps = useEntryRows('ingredients', { draft, onChange }, () => focusInput(0));
  const { ingredients, ingredient } = draft;
  const isFull = ingredients.length >= recipeLimits.ingredients;
  const add = () => {
    if (!isFull) onChange(withIngredient(draft));
    focusInput(ingredient.name.trim() === '' ? 2 : 0);
  };

  return (
    <FormPart legend="Ingredients" className={styles.part}>
      {ingredients.length > 0 && (
        <ul className={styles.list}>
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
      <div ref={inputs} className={styles.ingredient}>
        <IngredientFields
          ingredient={ingredient}
          onChange={(written) => onChange({ ...draft, ingredient: written })}
          onEnter={add}
        />
        <Button disabled={isFull} onClick={add}>
          Add
        </Button>
      </div>
      <AddAll title={draft.title.trim()} ingredients={ingredients} />
    </FormPart>
  );
}
