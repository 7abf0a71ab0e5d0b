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
  const boxes = useRef<HTMLDivElement>(null);
  const focusBox = (at: number) => boxes.current?.querySelectorAll('input')[at]?.focus();
  const row = useEntryRows('ingredients', { draft, onChange }, () => focusBox(0));
  const { ingredients, ingredient } = draft;
  const full = ingredients.length >= recipeLimits.ingredients;
  const add = () => {
    if (!full) onChange(withIngredient(draft));
    focusBox(ingredient.name.trim() === '' ? 2 : 0);
  };

  return (
    <FormPart legend="Ingredients" className={styles.part}>
      {ingredients.length > 0 && (
        <ul className={styles.list}>
          {ingredients
            .map((added, at) => ({ added, at, ...row(at) }))
            .map(({ added, at, ...acts }) => (
              <EntryRow
                key={at}
                {...acts}
                removeLabel={`Remove ${added.name}`}
                fieldsLabel="Change ingredient"
                fieldsClassName={styles.ingredient}
                fields={
                  <IngredientFields
                    ingredient={added}
                    onChange={(changed) => onChange(withIngredientAt(draft, at, changed))}
                    onEnter={acts.onClose}
                  />
                }
              >
                <span className={styles.text}>{added.name}</span>
                <span className={styles.amount}>{amountText(added)}</span>
              </EntryRow>
            ))}
        </ul>
      )}
      <div ref={boxes} className={styles.ingredient}>
        <IngredientFields
          ingredient={ingredient}
          onChange={(written) => onChange({ ...draft, ingredient: written })}
          onEnter={add}
        />
        <Button disabled={full} onClick={add}>
          Add
        </Button>
      </div>
      <AddAll title={draft.title.trim()} ingredients={ingredients} />
    </FormPart>
  );
}
