import { useState } from 'react';
import type { RecipeIngredient } from '../../../server/core/contracts/recipes.ts';
import { Button } from '../../components/button.tsx';
import styles from './recipe-form.module.css';
import { Told } from './told.tsx';
import { type Outcome, useAdding } from './use-adding.ts';

export interface AddAllProps {
  title: string;
  ingredients: readonly RecipeIngredient[];
}

/** Whatever the recipe that is being written needs, onto the grocery list. */
export function AddAll({ title, ingredients }: AddAllProps) {
  const [outcome, setOutcome] = useState<Outcome>();
  const { adding, add } = useAdding('Failed to add items to grocery list', setOutcome);
  const named = title === '' ? {} : { recipeTitle: title };
  const send = () =>
    add(
      'new recipe',
      ingredients.map((ingredient) => ({ ...ingredient, ...named })),
    );
  return (
    <div className={styles.all}>
      <Button busy={adding} disabled={ingredients.length === 0} onClick={send}>
        Add All to Grocery List
      </Button>
      {outcome && <Told outcome={outcome} />}
    </div>
  );
}
