import { useState } from 'react';
import { mealPlanLimits } from '../../../server/core/contracts/limits.ts';
import type { PlannedMeal } from '../../../server/core/contracts/meal-plan.ts';
import { isSameSlot, mealsAt } from '../../../server/core/contracts/plan-meals.ts';
import { Button } from '../../components/button.tsx';
import { Dialog } from '../../components/dialog.tsx';
import type { Drop } from './drop.ts';
import styles from './move-meal-dialog.module.css';
import { titleOf } from './plan.ts';
import { SlotChoice, slotState } from './slot-choice.tsx';

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
  return (
    <Dialog
      title={`Move ${titleOf(meal)}`}
      sheet
      onClose={onClose}
      focusAfter={() => document.querySelector<HTMLElement>(`[data-meal-id="${meal.id}"] [aria-haspopup=menu]`)}
    >
      <SlotChoice slot={slot} week={week} today={today} onChoose={setSlot} />
      <p className={styles.state} role="status">
        {isHere ? 'It is planned here now.' : slotState(slot, there)}
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
