import { useQuery } from '@tanstack/react-query';
import { type RefObject, useEffect, useEffectEvent, useRef, useState } from 'react';
import { mealPlanLimits } from '../../../server/core/contracts/limits.ts';
import type { PlannedMeal } from '../../../server/core/contracts/meal-plan.ts';
import { StepperKeys } from '../../components/stepper-keys.tsx';
import { householdsQuery } from '../../lib/households/households.ts';
import type { ListOfUser } from '../../lib/list-writer.ts';
import { queryClient } from '../../lib/query-client.ts';
import { keptRecipeQuery } from './kept-recipes.ts';
import styles from './meal-servings.module.css';
import { titleOf } from './plan.ts';
import { useSavedLater } from './use-saved-later.ts';

export interface MealServingsProps {
  /** A meal with a recipe. */
  meal: PlannedMeal;
  /** The list of the plan's owner. */
  list: ListOfUser;
  /** @param seen the meal as it was when the user chose */
  onSave: (seen: PlannedMeal, servings: number) => void;
  /** Called at the end, if the number was changed. @param meal with how many eat now */
  onServed: (meal: PlannedMeal) => void;
  onClose: (isEscaped: boolean) => void;
}

interface Chosen {
  readonly seen: PlannedMeal;
  readonly servings: number;
}

/** How many eat. Starts with the number that the recipe is for, has the focus, and closes when it loses it. */
export function MealServings({ meal, list: { uid, whose }, onSave, onServed, onClose }: MealServingsProps) {
  const group = useRef<HTMLFieldSetElement>(null);
  const [chosen, setChosen] = useState<Chosen>();
  const last = useRef<number>(undefined);
  const { data: recipe } = useQuery(keptRecipeQuery(uid, meal.recipe?.id ?? ''));
  const saveLater = useSavedLater<Chosen>(({ seen, servings }) => {
    setChosen(undefined);
    onSave(seen, servings);
  });
  const end = useEffectEvent(() => {
    if (last.current !== undefined) onServed({ ...meal, servings: last.current });
  });
  useEffect(() => () => end(), []);
  useCloseOutside(group, onClose);

  const servings = chosen?.servings ?? meal.servings ?? recipe?.servings ?? membersOf(uid, whose);
  const choose = (wanted: number) => {
    const choice = { seen: chosen?.seen ?? meal, servings: wanted };
    last.current = wanted;
    setChosen(choice);
    saveLater(choice);
  };
  return (
    <fieldset ref={group} className={styles.servings} aria-label={`How many eat ${titleOf(meal)}`}>
      <StepperKeys value={servings} max={mealPlanLimits.servings} onChange={choose} />
      <span className={styles.unit}>{servings === 1 ? 'eats' : 'eat'}</span>
    </fieldset>
  );
}

/** How many people a plan is for. */
const membersOf = (uid: string, whose: string): number =>
  queryClient.getQueryData(householdsQuery(uid).queryKey)?.find(({ id }) => id === whose)?.members.length ?? 1;

/** Focuses the last key. Closes on Escape, and when the user presses or focuses something else. */
function useCloseOutside(group: RefObject<HTMLElement | null>, onClose: (isEscaped: boolean) => void): void {
  const close = useEffectEvent(onClose);
  useEffect(() => {
    const element = group.current;
    [...(element?.querySelectorAll<HTMLElement>('button:enabled') ?? [])].at(-1)?.focus();
    const listening = new AbortController();
    const { signal } = listening;
    const closeOutside = ({ target }: Event) => {
      if (target instanceof Node && !element?.contains(target)) close(false);
    };
    document.addEventListener('pointerdown', closeOutside, { signal });
    document.addEventListener('focusin', closeOutside, { signal });
    element?.addEventListener(
      'keydown',
      ({ key }) => {
        if (key === 'Escape') close(true);
      },
      { signal },
    );
    return () => listening.abort();
  }, [group]);
}
