import { useRef } from 'react';
import { recipeLimits } from '../../../server/contracts/limits.ts';
import type { RecipeIngredient } from '../../../server/contracts/recipes.ts';
import { Button, IconButton } from '../../components/button.tsx';
import { CloseIcon } from '../../components/icons.tsx';
import { TextField } from '../../components/text-field.tsx';
import { AddAll } from './add-all.tsx';
import { amountText } from './amount-text.ts';
import { type RecipeDraft, withIngredient, withoutIngredient } from './recipe-draft.ts';
import styles from './recipe-form.module.css';

export interface AdderProps {
  draft: RecipeDraft;
  onChange: (draft: RecipeDraft) => void;
}

export function IngredientAdder({ draft, onChange }: AdderProps) {
  const fields = useRef<HTMLDivElement>(null);
  const { ingredients, ingredient } = draft;
  const set = (change: Partial<RecipeIngredient>) => onChange({ ...draft, ingredient: { ...ingredient, ...change } });
  const full = ingredients.length >= recipeLimits.ingredients;
  const add = () => {
    if (!full) onChange(withIngredient(draft));
    const [amount, , name] = fields.current?.querySelectorAll('input') ?? [];
    (ingredient.name.trim() === '' ? name : amount)?.focus();
  };

  return (
    <fieldset className={styles.part}>
      <legend className={styles.legend}>Ingredients</legend>
      {ingredients.length > 0 && (
        <ul className={styles.list}>
          {ingredients
            .map((added, at) => ({ added, at }))
            .map(({ added, at }) => (
              <li key={at} className={styles.row}>
                <span className={styles.text}>{added.name}</span>
                <span className={styles.amount}>{amountText(added)}</span>
                <IconButton
                  label={`Remove ${added.name}`}
                  icon={<CloseIcon size={16} />}
                  onClick={() => onChange(withoutIngredient(draft, at))}
                />
              </li>
            ))}
        </ul>
      )}
      <div ref={fields} className={styles.ingredient}>
        <TextField
          label="Amount"
          value={ingredient.amount}
          onChange={(amount) => set({ amount })}
          onEnter={add}
          placeholder="1 1/2"
          maxLength={recipeLimits.amount}
        />
        <TextField
          label="Unit"
          value={ingredient.unit}
          onChange={(unit) => set({ unit })}
          onEnter={add}
          placeholder="cups"
          maxLength={recipeLimits.unit}
        />
        <TextField
          label="Ingredient"
          value={ingredient.name}
          onChange={(name) => set({ name })}
          onEnter={add}
          placeholder="Flour"
          maxLength={recipeLimits.ingredient}
        />
        <Button className={styles.add} disabled={full} onClick={add}>
          Add
        </Button>
      </div>
      <AddAll title={draft.title.trim()} ingredients={ingredients} />
    </fieldset>
  );
}
