import { useMutation } from '@tanstack/react-query';
import type { MealPlan } from '../../../server/core/contracts/meal-plan.ts';
import { Alert } from '../../components/alert.tsx';
import { Button } from '../../components/button.tsx';
import { ErrorAlert } from '../../components/error-alert.tsx';
import { failureText } from '../../lib/failure-text.ts';
import { buyIngredients, dishesOf } from './buy-ingredients.ts';
import styles from './week-ingredients.module.css';

/** Puts all that the week's recipes need on the grocery list. What came of it stands where the button was, at the page's foot. */
export function WeekIngredients({ uid, week, plan }: { uid: string; week: string; plan: MealPlan }) {
  const buying = useMutation({ mutationFn: () => buyIngredients(uid, week, dishesOf(plan)) });
  if (dishesOf(plan).length === 0) return null;
  return (
    <div className={styles.ingredients}>
      {buying.isSuccess && <Alert kind={buying.data.added > 0 ? 'success' : 'info'}>{told(buying.data)}</Alert>}
      {buying.isError && (
        <ErrorAlert>{failureText(buying.error, 'Failed to add ingredients to grocery list')}</ErrorAlert>
      )}
      <Button block busy={buying.isPending} onClick={() => buying.mutate()}>
        Add this week’s ingredients to the grocery list
      </Button>
    </div>
  );
}

function told({ added, missing }: { added: number; missing: readonly string[] }): string {
  const gone = missing.length > 0 ? `Not there any more: ${missing.join(', ')}.` : '';
  if (added === 0) return gone || 'These recipes need no ingredients.';
  return ['Ingredients added to grocery list successfully!', gone].filter(Boolean).join(' ');
}
