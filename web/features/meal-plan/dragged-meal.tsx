import type { CSSProperties } from 'react';
import { createPortal } from 'react-dom';
import { ActionBar } from '../../components/action-bar.tsx';
import { GripIcon } from '../../components/grip-icon.tsx';
import { CommunityIcon } from '../../components/icons.tsx';
import styles from './dragged-meal.module.css';
import { describeDrop } from './drop.ts';
import cardStyles from './meal-card.module.css';
import { MealFace } from './meal-face.tsx';
import { eatersText, titleOf } from './plan.ts';
import type { MealDrag } from './use-meal-drag.ts';

/** The card that follows the pointer, and the bar that says what is moved. */
export function DraggedMeal({ drag: { meal, drop, box }, onCancel }: { drag: MealDrag; onCancel: () => void }) {
  const title = titleOf(meal);
  const place: CSSProperties = box;
  const floating = document.querySelector('[data-floating]');
  const bar = (
    <ActionBar
      message={
        <>
          {drop?.swapped ? 'Swapping' : 'Moving'} <b>{title}</b>
          {drop?.swapped && (
            <>
              {' '}
              and <b>{titleOf(drop.swapped)}</b>
            </>
          )}
        </>
      }
      action="Cancel"
      onAction={onCancel}
      // Another finger, while the first one holds the meal.
      onPointerDown={onCancel}
    />
  );
  return (
    <>
      <div className={styles.lifted} style={place} aria-hidden="true">
        <MealFace
          planned={meal}
          label={describeDrop(meal, drop)}
          title={title}
          servings={
            meal.servings !== null && (
              <span className={cardStyles.servings}>
                <CommunityIcon size={16} />
                {eatersText(meal.servings)}
              </span>
            )
          }
          className={styles.label}
        />
        <span className={styles.grip}>
          <GripIcon />
        </span>
      </div>
      {floating && createPortal(bar, floating)}
    </>
  );
}
