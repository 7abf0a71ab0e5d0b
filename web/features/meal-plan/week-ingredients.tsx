import { useMutation } from '@tanstack/react-query';
import { useEffect } from 'react';
import type { PlannedMeal } from '../../../server/core/contracts/meal-plan.ts';
import { Alert } from '../../components/alert.tsx';
import { Button } from '../../components/button.tsx';
import { ErrorAlert } from '../../components/error-alert.tsx';
import { whenIdle } from '../../lib/after-first-paint.ts';
import { failureText } from '../../lib/failure-text.ts';
import { type ListOfUser, loadListWriter } from '../../lib/list-writer.ts';
import { useClosedSignal } from '../../lib/use-closed-signal.ts';
import { addWeekIngredients, mealsFrom } from './add-week-ingredients.ts';
import { addedWeekText } from './added-week-text.ts';
import { prefetchRecipes } from './kept-recipes.ts';
import styles from './week-ingredients.module.css';

export interface WeekIngredientsProps {
  /** Of the plan's owner. */
  list: ListOfUser;
  week: string;
  /** Meals before this date are not shopped for. */
  today: string;
  meals: readonly PlannedMeal[];
}

/** Adds the ingredients of the week's recipes to the grocery list of the plan's owner. The result appears above the button. */
export function WeekIngredients({ list, week, today, meals: planned }: WeekIngredientsProps) {
  const meals = mealsFrom(today, week, planned);
  const closed = useClosedSignal();
  const adding = useMutation({ mutationFn: () => addWeekIngredients(list, meals, closed()) });
  const recipeIds = meals.map(({ recipe }) => recipe.id).join(' ');
  const { uid } = list;
  useEffect(() => {
    if (recipeIds === '') return;
    // So that the button works without a connection.
    whenIdle(() => {
      prefetchRecipes(uid, recipeIds.split(' '));
      loadListWriter().catch(() => undefined);
    });
  }, [uid, recipeIds]);

  if (meals.length === 0) return null;
  const { data } = adding;
  const hasAdded = data?.addition.kind === 'added' && data.addition.count !== 0;
  return (
    <div className={styles.ingredients}>
      {data && <Alert kind={hasAdded ? 'success' : 'info'}>{addedWeekText(data)}</Alert>}
      {adding.isError && (
        <ErrorAlert>{failureText(adding.error, 'Failed to add ingredients to grocery list')}</ErrorAlert>
      )}
      <Button busy={adding.isPending} onClick={() => adding.mutate()}>
        Add this week’s ingredients to the grocery list
      </Button>
    </div>
  );
}
