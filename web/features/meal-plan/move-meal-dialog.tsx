import { useId, useState } from 'react';
import { mealPlanLimits } from '../../../server/core/contracts/limits.ts';
import type { PlannedMeal } from '../../../server/core/contracts/meal-plan.ts';
import { isSameSlot, mealsAt } from '../../../server/core/contracts/plan-meals.ts';
import { days, meals as partsOfDay } from '../../../server/core/contracts/week.ts';
import { Button } from '../../components/button.tsx';
import covering from '../../components/covering-control.module.css';
import { Dialog } from '../../components/dialog.tsx';
import { formatCount } from '../../lib/format-count.ts';
import { listNames } from '../../lib/list-names.ts';
import type { Drop } from './drop.ts';
import styles from './move-meal-dialog.module.css';
import { titleOf } from './plan.ts';
import { dateOf } from './weeks.ts';

export interface MoveMealDialogProps {
  meal: PlannedMeal;
  /** The meals of the week. */
  planned: readonly PlannedMeal[];
  week: string;
  today: string;
  onMove: (drop: Drop) => void;
  onClose: () => void;
}

/** Moves a meal to another slot of the week, without dragging. */
export function MoveMealDialog({ meal, planned, week, today, onMove, onClose }: MoveMealDialogProps) {
  const [slot, setSlot] = useState({ day: meal.day, meal: meal.meal });
  const there = mealsAt(planned, slot);
  const isHere = isSameSlot(meal, slot);
  const isFull = there.length >= mealPlanLimits.perSlot;
  const move = (drop: Drop) => {
    onMove(drop);
    onClose();
  };
  const slotText = `${slot.day} ${slot.meal.toLowerCase()}`;
  return (
    <Dialog
      title={`Move ${titleOf(meal)}`}
      sheet
      onClose={onClose}
      focusAfter={() => document.querySelector<HTMLElement>(`[data-meal-id="${meal.id}"] [aria-haspopup=menu]`)}
    >
      <Choice
        label="Day"
        options={days.map((day) => ({
          value: day,
          name: day,
          shown: day.slice(0, 3),
          isToday: dateOf(week, day) === today,
        }))}
        chosen={slot.day}
        onChoose={(day) => setSlot({ ...slot, day })}
      />
      <Choice
        label="Meal"
        options={partsOfDay.map((each) => ({ value: each, name: each, shown: each }))}
        chosen={slot.meal}
        onChoose={(chosen) => setSlot({ ...slot, meal: chosen })}
      />
      <p className={styles.state} role="status">
        {isHere ? 'It is planned here now.' : stateOf(slotText, there)}
      </p>
      <div className={styles.actions}>
        {!isHere &&
          there.map((other) => (
            <Button key={other.id} block onClick={() => move({ slot, swapped: other })}>
              Swap with {titleOf(other)}
            </Button>
          ))}
        <Button variant="primary" block disabled={isHere || isFull} onClick={() => move({ slot })}>
          {there.length === 0 || isHere ? 'Move' : 'Move beside'}
        </Button>
      </div>
    </Dialog>
  );
}

function stateOf(slotText: string, there: readonly PlannedMeal[]): string {
  if (there.length === 0) return `${slotText} is free.`;
  const text = `${slotText} has ${listNames(there.map(titleOf), mealPlanLimits.perSlot)}.`;
  return there.length < mealPlanLimits.perSlot ? text : `${text} ${formatCount(there.length, 'meal')} fit in.`;
}

interface ChoiceProps<Value extends string> {
  label: string;
  options: readonly { value: Value; name: string; shown: string; isToday?: boolean }[];
  chosen: Value;
  onChoose: (value: Value) => void;
}

function Choice<Value extends string>({ label, options, chosen, onChoose }: ChoiceProps<Value>) {
  const name = useId();
  return (
    <fieldset className={styles.choice}>
      <legend className={styles.legend}>{label}</legend>
      <div className={styles.options}>
        {options.map(({ value, name: optionName, shown, isToday }) => (
          <label key={value} className={styles.option}>
            <input
              type="radio"
              name={name}
              className={covering.control}
              checked={value === chosen}
              onChange={() => onChoose(value)}
              aria-label={isToday ? `${optionName}, today` : optionName}
            />
            <span className={isToday ? styles.today : undefined} aria-hidden="true">
              {shown}
            </span>
          </label>
        ))}
      </div>
    </fieldset>
  );
}
