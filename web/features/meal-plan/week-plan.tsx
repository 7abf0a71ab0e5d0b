import { useRef, useState } from 'react';
import type { PlannedMeal } from '../../../server/core/contracts/meal-plan.ts';
import { mealsAt, type Slot } from '../../../server/core/contracts/plan-meals.ts';
import { type Day, days, meals as partsOfDay } from '../../../server/core/contracts/week.ts';
import { Announcement } from '../../components/screen-reader.tsx';
import { useDialog } from '../../components/use-dialog.ts';
import type { SessionUser } from '../../lib/identity/session.ts';
import { DayPlan } from './day-plan.tsx';
import { DraggedMeal } from './dragged-meal.tsx';
import { MealNames } from './meal-names.tsx';
import { MealSlot } from './meal-slot.tsx';
import { PastDays } from './past-days.tsx';
import { planActions } from './plan-actions.tsx';
import { useListQuestions } from './use-list-questions.tsx';
import { useMealDrag } from './use-meal-drag.ts';
import { WeekIngredients } from './week-ingredients.tsx';
import styles from './week-plan.module.css';
import { dateOf, pastDays } from './weeks.ts';

const loadDialog = async () => (await import('./choose-dish-dialog.tsx')).ChooseDishDialog;

const loadMoveDialog = async () => (await import('./move-meal-dialog.tsx')).MoveMealDialog;

export interface WeekPlanProps {
  user: SessionUser;
  /** The id of the plan's owner: a user or a household. */
  whose: string;
  week: string;
  today: string;
  /** With the pending changes. */
  meals: readonly PlannedMeal[];
}

/** What the user chooses a dish for: a planned meal, or a new one. */
type Choice = Slot & { readonly replaced?: PlannedMeal };

/** The seven days with their meals. A change is shown at once. */
export function WeekPlan({ user: { uid, name }, whose, week, today, meals }: WeekPlanProps) {
  const dialog = useDialog(loadDialog);
  const [choice, setChoice] = useState<Choice>();
  const [announcement, announce] = useState('');
  const list = { uid, name, whose };
  const questions = useListQuestions(list, meals);
  const actions = planActions([uid, whose, week], {
    announce,
    removed: questions.askToTakeBack,
    replaced: questions.askToTakeBack,
  });
  const choose = (chosen: Choice) => {
    setChoice(chosen);
    dialog.open();
  };
  const weekElement = useRef<HTMLDivElement>(null);
  const { drag, cancel } = useMealDrag(weekElement, meals, actions.move);
  const moveDialog = useDialog(loadMoveDialog);
  const [moving, setMoving] = useState<PlannedMeal>();
  const folded = pastDays(week, today);
  const toSlot = (slot: Slot) => (
    <MealSlot
      key={slot.meal}
      slot={slot}
      week={week}
      planned={mealsAt(meals, slot)}
      drag={drag}
      actions={actions}
      list={list}
      onServed={questions.askAboutAmounts}
      onAdd={choose}
      onReplace={(meal) => choose({ day: meal.day, meal: meal.meal, replaced: meal })}
      onMove={(meal) => {
        setMoving(meal);
        moveDialog.open();
      }}
    />
  );
  const toDayPlan = (day: Day) => (
    <DayPlan key={day} day={day} date={dateOf(week, day)} today={today}>
      {partsOfDay.map((meal) => toSlot({ day, meal }))}
    </DayPlan>
  );

  return (
    <div ref={weekElement} className={styles.week}>
      <MealNames />
      <PastDays names={folded} mealCount={meals.filter(({ day }) => folded.includes(day)).length}>
        {folded.map(toDayPlan)}
      </PastDays>
      {days.filter((day) => !folded.includes(day)).map(toDayPlan)}
      <WeekIngredients list={list} week={week} today={today} meals={meals} />
      <Announcement>{announcement}</Announcement>
      {drag && <DraggedMeal drag={drag} onCancel={cancel} />}
      {questions.dialog}
      {moveDialog.Dialog && moving && (
        <moveDialog.Dialog
          meal={moving}
          planned={meals}
          week={week}
          today={today}
          onMove={(drop) => actions.move(moving, drop)}
          onClose={moveDialog.close}
        />
      )}
      {dialog.Dialog && choice && (
        <dialog.Dialog
          slot={choice}
          replaced={choice.replaced}
          onChoose={(dish) => (choice.replaced ? actions.replace(choice.replaced, dish) : actions.plan(choice, dish))}
          onClose={dialog.close}
        />
      )}
    </div>
  );
}
