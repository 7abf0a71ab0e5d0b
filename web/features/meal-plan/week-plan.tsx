import { useState } from 'react';
import type { PlannedSlot } from '../../../server/core/contracts/live.ts';
import type { MealPlan, PlannedRecipe } from '../../../server/core/contracts/meal-plan.ts';
import { type Day, days, daysAfter } from '../../../server/core/contracts/week.ts';
import { Announcement } from '../../components/screen-reader.tsx';
import { useUndo } from '../../components/undo-bar.tsx';
import { useDialog } from '../../components/use-dialog.ts';
import { usePlanChange } from './api.ts';
import { DayPlan } from './day-plan.tsx';
import { MealNames } from './meal-names.tsx';
import { slotName } from './plan.ts';
import { WeekIngredients } from './week-ingredients.tsx';
import styles from './week-plan.module.css';

const loadDialog = async () => (await import('./add-recipe-dialog.tsx')).AddRecipeDialog;

export interface WeekPlanProps {
  uid: string;
  /** The id of the plan's owner: a user or a household. */
  whose: string;
  week: string;
  today: string;
  /** Includes the pending changes. */
  plan: MealPlan;
}

/** The seven days, with three meals each. A change is shown at once and saves the whole plan. */
export function WeekPlan({ uid, whose, week, today, plan }: WeekPlanProps) {
  const { mutate } = usePlanChange(uid, whose, week);
  const undo = useUndo();
  const dialog = useDialog(loadDialog);
  const [selectedSlot, selectSlot] = useState<Omit<PlannedSlot, 'recipe'>>();
  const [announcement, announce] = useState('');

  const change = (slot: PlannedSlot): string => {
    const key = crypto.randomUUID();
    mutate({ ...slot, week, key });
    return key;
  };
  const add = (slot: Omit<PlannedSlot, 'recipe'>, recipe: PlannedRecipe) => {
    change({ ...slot, recipe });
    announce(`${recipe.title} is planned for ${slotName(slot)}`);
  };
  const remove = (slot: Omit<PlannedSlot, 'recipe'>, recipe: PlannedRecipe) => {
    undo.show({
      changeKey: change({ ...slot, recipe: null }),
      message: (
        <>
          Removed <b>{recipe.title}</b>
        </>
      ),
      onUndo: () => add(slot, recipe),
    });
  };
  const open = (slot: Omit<PlannedSlot, 'recipe'>) => {
    selectSlot(slot);
    dialog.open();
  };
  const dateOf = (day: Day) => daysAfter(week, days.indexOf(day));

  return (
    <div className={styles.week}>
      <MealNames />
      {days.map((day) => (
        <DayPlan
          key={day}
          day={day}
          date={dateOf(day)}
          isToday={dateOf(day) === today}
          recipes={plan[day]}
          week={week}
          onOpen={open}
          onRemove={remove}
        />
      ))}
      <WeekIngredients uid={uid} week={week} plan={plan} />
      <Announcement>{announcement}</Announcement>
      {dialog.Dialog && selectedSlot && (
        <dialog.Dialog slot={selectedSlot} onChoose={(recipe) => add(selectedSlot, recipe)} onClose={dialog.close} />
      )}
    </div>
  );
}
