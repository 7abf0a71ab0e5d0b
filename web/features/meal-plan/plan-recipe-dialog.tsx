import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { mealPlanLimits } from '../../../server/core/contracts/limits.ts';
import { mealsAt, type Slot } from '../../../server/core/contracts/plan-meals.ts';
import { toPlannedRecipe } from '../../../server/core/contracts/planned-recipe.ts';
import { days, daysAfter, mondayOf } from '../../../server/core/contracts/week.ts';
import { Button } from '../../components/button.tsx';
import { Dialog } from '../../components/dialog.tsx';
import { HouseholdSwitch } from '../../components/household-switch.tsx';
import { useWhose } from '../../components/use-whose.ts';
import { newId } from '../../lib/new-id.ts';
import { notify } from '../../lib/notices.ts';
import type { RecipeDialogProps } from '../../lib/recipe-dialogs.ts';
import { plans } from './api.ts';
import styles from './move-meal-dialog.module.css';
import { unseenWeek } from './plan.ts';
import { Choice, SlotChoice, slotState, slotText } from './slot-choice.tsx';
import { formatRange, localDate } from './weeks.ts';

/** Plans a recipe for a day of this week or the next one. */
export function PlanRecipeDialog({ recipe, uid, onClose }: RecipeDialogProps) {
  const shown = useWhose(uid);
  const { whose } = shown;
  const today = localDate(new Date());
  const thisWeek = mondayOf(today);
  const nextWeek = daysAfter(thisWeek, 7);
  const [week, setWeek] = useState(thisWeek);
  const [slot, setSlot] = useState<Slot>(() => ({ day: dayOf(today), meal: 'Dinner' }));
  const plan = useQuery(plans.query(uid, whose, week));
  const pending = plans.usePending(uid, whose, week);
  useEffect(plans.follow, []);
  const isKnown = plan.data !== undefined || pending.length > 0;
  const meals = isKnown ? plans.applyPending(plan.data ?? unseenWeek(week), pending).meals : undefined;
  const there = meals && mealsAt(meals, slot);

  const add = () => {
    plans.change([uid, whose, week], {
      plan: [{ id: newId(), ...slot, recipe: toPlannedRecipe(recipe), note: null }],
    });
    const when = week === nextWeek ? ` of next week` : '';
    notify.info(`${recipe.title} is planned for ${slotText(slot)}${when}`);
    onClose();
  };
  return (
    <Dialog title={`Plan ${recipe.title}`} sheet onClose={onClose}>
      <HouseholdSwitch label="Whose plan" reader={uid} shown={shown} />
      <Choice
        label="Week"
        options={[
          { value: thisWeek, name: `This week, ${formatRange(thisWeek)}`, shown: 'This week' },
          { value: nextWeek, name: `Next week, ${formatRange(nextWeek)}`, shown: 'Next week' },
        ]}
        chosen={week}
        onChoose={setWeek}
      />
      <SlotChoice slot={slot} week={week} today={today} onChoose={setSlot} />
      <p className={styles.state} role="status">
        {there && slotState(slot, there)}
      </p>
      <Button variant="primary" block disabled={there && there.length >= mealPlanLimits.perSlot} onClick={add}>
        Add to Meal Plan
      </Button>
    </Dialog>
  );
}

const dayOf = (date: string) => days.find((_, index) => daysAfter(mondayOf(date), index) === date) ?? days[0];
