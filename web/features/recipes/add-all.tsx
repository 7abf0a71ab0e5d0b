import { useState } from 'react';
import type { RecipeIngredient } from '../../../server/core/contracts/recipes.ts';
import { Button } from '../../components/button.tsx';
import { OutcomeAlert } from './outcome-alert.tsx';
import styles from './recipe-form.module.css';
import { type Outcome, useAddToGroceryList } from './use-add-to-grocery-list.ts';

export interface AddAllProps {
  title: string;
  ingredients: readonly RecipeIngredient[];
}

/** Adds the ingredients in the recipe form to the grocery list. */
export function AddAll({ title, ingredients }: AddAllProps) {
  const [outcome, setOutcome] = useState<Outcome>();
  const { isAdding, add } = useAddToGroceryList('Failed to add items to grocery list', setOutcome);
  const recipeTitle = title === '' ? {} : { recipeTitle: title };
  const send = () => add(ingredients.map((ingredient) => ({ ...ingredient, ...recipeTitle })));
  return (
    <div className={styles.all}>
      <Button busy={isAdding} disabled={ingredients.length === 0} onClick={send}>
        Add All to Grocery List
      </Button>
      {outcome && <OutcomeAlert outcome={outcome} />}
    </div>
  );
}
