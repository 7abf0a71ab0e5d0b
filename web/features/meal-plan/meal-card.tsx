import { useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import type { PlannedMeal } from '../../../server/core/contracts/meal-plan.ts';
import { CardLink } from '../../components/card-link.tsx';
import { classNames } from '../../components/class-names.ts';
import { CommunityIcon } from '../../components/icons.tsx';
import { type MenuItem, MoreMenu } from '../../components/more-menu.tsx';
import { ScreenReaderText } from '../../components/screen-reader.tsx';
import type { ListOfUser } from '../../lib/list-writer.ts';
import styles from './meal-card.module.css';
import { MealFace } from './meal-face.tsx';
import { MealServings } from './meal-servings.tsx';
import { slotName, titleOf } from './plan.ts';
import type { PlanActions } from './plan-actions.tsx';

export interface MealCardProps {
  planned: PlannedMeal;
  /** The list of the plan's owner. */
  list: ListOfUser;
  /** Further ones of the menu. */
  items: readonly MenuItem[];
  onCount: PlanActions['setServings'];
  /** @param meal with how many eat now */
  onServed: (meal: PlannedMeal) => void;
  /** Whether it is being dragged: then this is its former place. */
  isDragged: boolean;
  /** Whether the dragged meal would be swapped with it. */
  isTarget: boolean;
}

/** A planned meal. A press opens its recipe; the menu at the right changes the plan; it can be dragged to another slot. */
export function MealCard({ planned, list, items, onCount, onServed, isDragged, isTarget }: MealCardProps) {
  const { id, meal, recipe } = planned;
  const [isCounting, setCounting] = useState(false);
  const card = useRef<HTMLDivElement>(null);
  const stopCounting = (isEscaped: boolean) => {
    flushSync(() => setCounting(false));
    if (isEscaped) card.current?.querySelector('button')?.focus();
  };
  return (
    <div
      ref={card}
      className={classNames(styles.filled, isDragged && styles.dragged, isTarget && styles.isTarget)}
      data-meal-id={id}
    >
      <MealFace
        planned={planned}
        label={meal}
        servings={
          isCounting ? (
            <MealServings meal={planned} list={list} onSave={onCount} onServed={onServed} onClose={stopCounting} />
          ) : (
            planned.servings !== null && (
              <button type="button" className={styles.servings} onClick={() => setCounting(true)}>
                <CommunityIcon size={16} />
                {planned.servings} eat
                <ScreenReaderText>, change how many</ScreenReaderText>
              </button>
            )
          )
        }
        title={
          recipe && !planned.isWithdrawn ? (
            <CardLink to={`/recipe/${recipe.id}`}>{recipe.title}</CardLink>
          ) : (
            titleOf(planned)
          )
        }
      />
      <div className={styles.menu}>
        <MoreMenu
          label={`Options for ${titleOf(planned)} on ${slotName(planned)}`}
          items={
            recipe
              ? [...items.slice(0, 1), { label: 'How many eat', onChoose: () => setCounting(true) }, ...items.slice(1)]
              : items
          }
        />
      </div>
    </div>
  );
}
