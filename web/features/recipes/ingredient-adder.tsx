import { useRef, useState } from 'react';
import { recipeLimits } from '../../../server/contracts/limits.ts';
import { Button } from '../../components/button.tsx';
import { AddAll } from './add-all.tsx';
import { amountText } from './amount-text.ts';
import { EntryRow } from './entry-row.tsx';
import { IngredientFields } from './ingredient-fields.tsx';
import {
  type RecipeDraft,
  withIngredient,
  withIngredientAt,
  withoutBlankEntries,
  withoutIngredient,
} from './recipe-draft.ts';
import styles from './recipe-form.module.css';

export interface AdderProps {
  draft: RecipeDraft;
  onChange: (draft: RecipeDraft) => void;
}

export function IngredientAdder({ draft, onChange }: AdderProps) {
  const fields = useRef<HTMLDivElement>(null);
  const [changing, setChanging] = useState<number>();
  const { ingredients, ingredient } = draft;
  const full = ingredients.length >= recipeLimits.ingredients;
  const focusField = (at: number) => fields.current?.querySelectorAll('input')[at]?.focus();
  const add = () => {
    if (!full) onChange(withIngredient(draft));
    focusField(ingredient.name.trim() === '' ? 2 : 0);
  };
  const close = () => {
    setChanging(undefined);
    onChange(withoutBlankEntries(draft));
  };
  const remove = (at: number) => {
    setChanging(undefined);
    onChange(withoutIngredient(draft, at));
    if (at === ingredients.length - 1) focusField(0); // Else the next one takes its place, and the focus.
  };

  return (
    <fieldset className={styles.part}>
      <legend className={styles.legend}>Ingredients</legend>
      {ingredients.length > 0 && (
        <ul className={styles.list}>
          {ingredients
            .map((added, at) => ({ added, at }))
            .map(({ added, at }) => (
              <EntryRow
                key={at}
                removeLabel={`Remove ${added.name}`}
                onRemove={() => remove(at)}
                open={changing === at}
                onOpen={() => setChanging(at)}
                onClose={close}
                fieldsLabel="Change ingredient"
                fieldsClassName={styles.ingredient}
                fields={
                  <IngredientFields
                    ingredient={added}
                    onChange={(changed) => onChange(withIngredientAt(draft, at, changed))}
                    onEnter={close}
                  />
                }
              >
                <span className={styles.text}>{added.name}</span>
                <span className={styles.amount}>{amountText(added)}</span>
              </EntryRow>
            ))}
        </ul>
      )}
      <div ref={fields} className={styles.ingredient}>
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
    </fieldset>
  );
}
