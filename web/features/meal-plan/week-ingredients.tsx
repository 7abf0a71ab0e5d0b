import { useMutation } from '@tanstack/react-query';
import type { MealPlan } from '../../../server/core/contracts/meal-plan.ts';
import { Alert } from '../../components/alert.tsx';
import { Button } from '../../components/button.tsx';
import { ErrorAlert } from '../../components/error-alert.tsx';
import { failureText } from '../../lib/failure-text.ts';
import { addWeekIngredients, dishesFrom } from './add-week-ingredients.ts';
import styles from './week-ingredients.module.css';

export interface WeekIngredientsProps {
  /** The id of the owner of plan and list: a user or a household. */
  whose: string;
  week: string;
  /** Meals before this date are not shopped for. */
  today: string;
  plan: MealPlan;
}

/** Adds the ingredients of the week's recipes to the grocery list of the plan's owner. The result appears above the button. */
export function WeekIngredients({ whose, week, today, plan }: WeekIngredientsProps) {
  const dishes = dishesFrom(today, week, plan);
  const adding = useMutation({ mutationFn: () => addWeekIngredients(whose, week, dishes) });
  if (dishes.length === 0) return null;
  return (
    <div className={styles.ingredients}>
      {adding.isSuccess && <Alert kind={adding.data.added > 0 ? 'success' : 'info'}>{resultText(adding.data)}</Alert>}
      {adding.isError && (
        <ErrorAlert>{failureText(adding.error, 'Failed to add ingredients to grocery list')}</ErrorAlert>
      )}
      <Button busy={adding.isPending} onClick={() => adding.mutate()}>
        Add this week’s ingredients to the grocery list
      </Button>
    </div>
  );
}

function resultText({ added, missing }: { added: number; missing: readonly string[] }): string {
  const missingText = missing.length > 0 ? `Not there any more: ${missing.join(', ')}.` : '';
  if (added === 0) return missingText || 'These recipes need no ingredients.';
  return ['Ingredients added to grocery list successfully!', missingText].filter(Boolean).join(' ');
}
