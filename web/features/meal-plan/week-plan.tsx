import { useState } from 'react';
import type { PlannedSlot } from '../../../server/core/contracts/live.ts';
import type { MealPlan, PlannedRecipe } from '../../../server/core/contracts/meal-plan.ts';
import { slotsOf } from '../../../server/core/contracts/plan-slots.ts';
import { type Day, days } from '../../../server/core/contracts/week.ts';
import { Announcement } from '../../components/screen-reader.tsx';
import { useDialog } from '../../components/use-dialog.ts';
import type { SessionUser } from '../../lib/identity/session.ts';
import { undoOffers } from '../../lib/undo-offers.ts';
import { shoppingMealId } from './add-week-ingredients.ts';
import { plans } from './api.ts';
import { DayPlan } from './day-plan.tsx';
import { MealNames } from './meal-names.tsx';
import { PastDays } from './past-days.tsx';
import { type PlanChange, slotName } from './plan.ts';
import { useTakeBack } from './use-take-back.tsx';
import { WeekIngredients } from './week-ingredients.tsx';
import styles from './week-plan.module.css';
import { dateOf, pastDays } from './weeks.ts';

const loadDialog = async () => (await import('./add-recipe-dialog.tsx')).AddRecipeDialog;

export interface WeekPlanProps {
  user: SessionUser;
  /** The id of the plan's owner: a user or a household. */
  whose: string;
  week: string;
  today: string;
  /** Includes the pending changes. */
  plan: MealPlan;
}

type Slot = Omit<PlannedSlot, 'recipe'>;
/** A slot, and the id of the recipe that the user saw in it. */
type SeenSlot = Slot & Pick<PlanChange, 'from'>;

/** The seven days, with three meals each. A change is shown at once. */
export function WeekPlan({ user: { uid, name }, whose, week, today, plan }: WeekPlanProps) {
  const dialog = useDialog(loadDialog);
  /** The slot that the user fills in the dialog. */
  const [selected, select] = useState<SeenSlot>();
  const [announcement, announce] = useState('');

  const list = { uid, name, whose };
  const { offer, dialog: takeBackDialog } = useTakeBack(list);

  const change = (slot: SeenSlot, recipe: PlannedRecipe | null): string =>
    plans.change([uid, whose, week], { ...slot, recipe });
  const add = (slot: SeenSlot, recipe: PlannedRecipe) => {
    change(slot, recipe);
    announce(`${recipe.title} is planned for ${slotName(slot)}`);
  };
  const remove = (slot: Slot, recipe: PlannedRecipe) => {
    const onUndo = () => add({ ...slot, from: null }, recipe);
    undoOffers.show({
      changeKey: change({ ...slot, from: recipe.id }, null),
      message: (
        <>
          Removed <b>{recipe.title}</b>
        </>
      ),
      onUndo,
    });
    offer({ mealId: shoppingMealId(week, slot, recipe.id), title: recipe.title, onUndo });
  };
  const open = (slot: Slot) => {
    select({ ...slot, from: plan[slot.day][slot.meal]?.id ?? null });
    dialog.open();
  };
  const folded = pastDays(week, today);
  const isFoldedMeal = ({ day, recipe }: PlannedSlot) => recipe !== null && folded.includes(day);
  const toDayPlan = (day: Day) => (
    <DayPlan
      key={day}
      day={day}
      date={dateOf(week, day)}
      today={today}
      recipes={plan[day]}
      week={week}
      onOpen={open}
      onRemove={remove}
    />
  );

  return (
    <div className={styles.week}>
      <MealNames />
      <PastDays names={folded} mealCount={slotsOf(plan).filter(isFoldedMeal).length}>
        {folded.map(toDayPlan)}
      </PastDays>
      {days.filter((day) => !folded.includes(day)).map(toDayPlan)}
      <WeekIngredients list={list} week={week} today={today} plan={plan} />
      <Announcement>{announcement}</Announcement>
      {takeBackDialog}
      {dialog.Dialog && selected && (
        <dialog.Dialog slot={selected} onChoose={(recipe) => add(selected, recipe)} onClose={dialog.close} />
      )}
    </div>
  );
}
