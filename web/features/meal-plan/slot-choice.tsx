import { useId } from 'react';
import { mealPlanLimits } from '../../../server/core/contracts/limits.ts';
import type { PlannedMeal } from '../../../server/core/contracts/meal-plan.ts';
import type { Slot } from '../../../server/core/contracts/plan-meals.ts';
import { days, meals as partsOfDay } from '../../../server/core/contracts/week.ts';
import covering from '../../components/covering-control.module.css';
import { formatCount } from '../../lib/format-count.ts';
import { listNames } from '../../lib/list-names.ts';
import { titleOf } from './plan.ts';
import styles from './slot-choice.module.css';
import { dateOf } from './weeks.ts';

export interface SlotChoiceProps {
  slot: Slot;
  week: string;
  today: string;
  onChoose: (slot: Slot) => void;
}

/** Chooses a day and a meal of a week. */
export function SlotChoice({ slot, week, today, onChoose }: SlotChoiceProps) {
  return (
    <>
      <Choice
        label="Day"
        options={days.map((day) => ({
          value: day,
          name: day,
          shown: day.slice(0, 3),
          isToday: dateOf(week, day) === today,
        }))}
        chosen={slot.day}
        onChoose={(day) => onChoose({ ...slot, day })}
      />
      <Choice
        label="Meal"
        options={partsOfDay.map((each) => ({ value: each, name: each, shown: each }))}
        chosen={slot.meal}
        onChoose={(meal) => onChoose({ ...slot, meal })}
      />
    </>
  );
}

/** "Monday dinner". */
export const slotText = ({ day, meal }: Slot): string => `${day} ${meal.toLowerCase()}`;

/** What is planned in a slot, in a sentence. */
export function slotState(slot: Slot, there: readonly PlannedMeal[]): string {
  if (there.length === 0) return `${slotText(slot)} is free.`;
  const text = `${slotText(slot)} has ${listNames(there.map(titleOf), mealPlanLimits.perSlot)}.`;
  return there.length < mealPlanLimits.perSlot ? text : `${text} ${formatCount(there.length, 'meal')} fit in.`;
}

export interface ChoiceProps<Value extends string> {
  label: string;
  options: readonly { value: Value; name: string; shown: string; isToday?: boolean }[];
  chosen: Value;
  onChoose: (value: Value) => void;
}

/** One of a few options, side by side. */
export function Choice<Value extends string>({ label, options, chosen, onChoose }: ChoiceProps<Value>) {
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
