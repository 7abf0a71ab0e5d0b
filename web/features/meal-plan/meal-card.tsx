import { type ReactNode, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import type { PlannedMeal } from '../../../server/core/contracts/meal-plan.ts';
import { CardLink } from '../../components/card-link.tsx';
import { classNames } from '../../components/class-names.ts';
import { CommunityIcon } from '../../components/icons.tsx';
import { MoreMenu } from '../../components/more-menu.tsx';
import { ScreenReaderText } from '../../components/screen-reader.tsx';
import type { ListOfUser } from '../../lib/list-writer.ts';
import styles from './meal-card.module.css';
import { MealFace } from './meal-face.tsx';
import { MealServings } from './meal-servings.tsx';
import { eatersText, slotName, titleOf } from './plan.ts';
import type { PlanActions } from './plan-actions.tsx';

export interface MealCardProps {
  planned: PlannedMeal;
  /** The list of the plan's owner. */
  list: ListOfUser;
  /** Whether it is being dragged: then this is its former place. */
  isDragged: boolean;
  /** Whether the dragged meal would be swapped with it. */
  isTarget: boolean;
  /** Chooses another dish, or changes the note. */
  onReplace: () => void;
  onMove: () => void;
  /** Adds a meal to the same slot. Undefined if it is full. */
  onAdd: (() => void) | undefined;
  onRemove: () => void;
  onCount: PlanActions['setServings'];
  /** @param meal with how many eat now */
  onServed: (meal: PlannedMeal) => void;
}

/** A planned meal. A press opens its recipe; the menu at the right changes the plan; it can be dragged to another slot. */
export function MealCard({ planned, list, isDragged, isTarget, onReplace, ...actions }: MealCardProps) {
  const { onMove, onAdd, onRemove, onCount, onServed } = actions;
  const { id, meal, recipe, servings } = planned;
  const [isCounting, setCounting] = useState(false);
  const card = useRef<HTMLDivElement>(null);
  const stopCounting = (isEscaped: boolean) => {
    flushSync(() => setCounting(false));
    if (isEscaped) card.current?.querySelector('button')?.focus();
  };
  const count = () => setCounting(true);
  return (
    <div
      ref={card}
      className={classNames(styles.filled, isDragged && styles.dragged, isTarget && styles.isTarget)}
      data-meal-id={id}
    >
      <MealFace
        planned={planned}
        label={meal}
        title={<Title planned={planned} onReplace={onReplace} />}
        servings={
          isCounting ? (
            <MealServings meal={planned} list={list} onSave={onCount} onServed={onServed} onClose={stopCounting} />
          ) : (
            servings !== null && (
              <button type="button" className={styles.servings} onClick={count}>
                <CommunityIcon size={16} />
                {eatersText(servings)}
                <ScreenReaderText>, change how many</ScreenReaderText>
              </button>
            )
          )
        }
      />
      <div className={styles.menu}>
        <MoreMenu
          label={`Options for ${titleOf(planned)} on ${slotName(planned)}`}
          items={[
            { label: recipe ? 'Choose another' : 'Change', onChoose: onReplace },
            ...(recipe ? [{ label: 'How many eat', onChoose: count }] : []),
            { label: 'Move', onChoose: onMove },
            ...(onAdd ? [{ label: 'Add beside', onChoose: onAdd }] : []),
            { label: 'Remove', onChoose: onRemove },
          ]}
        />
      </div>
    </div>
  );
}

function Title({ planned, onReplace }: Pick<MealCardProps, 'planned' | 'onReplace'>): ReactNode {
  const { recipe, isWithdrawn } = planned;
  if (recipe) return isWithdrawn ? recipe.title : <CardLink to={`/recipe/${recipe.id}`}>{recipe.title}</CardLink>;
  return (
    <button type="button" className={styles.note} onClick={onReplace} data-draggable>
      {titleOf(planned)}
    </button>
  );
}
