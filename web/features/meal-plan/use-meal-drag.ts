import { type RefObject, useEffect, useEffectEvent, useRef, useState } from 'react';
import type { PlannedMeal } from '../../../server/core/contracts/meal-plan.ts';
import { days, meals as partsOfDay } from '../../../server/core/contracts/week.ts';
import { followDrag } from '../../lib/follow-drag.ts';
import { suppressClick } from '../../lib/suppress-click.ts';
import { type Drop, dropAt, isSameDrop } from './drop.ts';
import { onDragStart } from './on-drag-start.ts';
import { slotName } from './plan.ts';

/** A meal that is being dragged. */
export interface MealDrag {
  readonly meal: PlannedMeal;
  /** What releasing it does now. */
  readonly drop: Drop | undefined;
  /** Its card's place in the week when the drag began, in px. */
  readonly box: { readonly left: number; readonly top: number; readonly width: number };
}

const slots = days.flatMap((day) => partsOfDay.map((meal) => ({ day, meal })));

/** Of a card. They are pressed, not dragged. */
const controls = 'button:not([data-draggable]), [role=menu]';

/**
 * Drags meals to other slots: with the mouse, or with a finger after a long press.
 * @param week contains the cards. What is dragged follows the pointer by `--x` and `--y`, which are set on it.
 */
export function useMealDrag(
  week: RefObject<HTMLElement | null>,
  planned: readonly PlannedMeal[],
  onDrop: (meal: PlannedMeal, drop: Drop) => void,
) {
  const [drag, setDrag] = useState<MealDrag>();
  const current = useRef({ planned, onDrop });
  /** Cancels the drag that is under way. */
  const cancelDrag = useRef<() => void>(undefined);
  useEffect(() => {
    current.current = { planned, onDrop };
  });
  useEffect(() => () => cancelDrag.current?.(), []);

  const lift = (meal: PlannedMeal, card: HTMLElement, start: PointerEvent) => {
    const element = week.current;
    if (!element) return;
    const [outer, inner] = [element.getBoundingClientRect(), card.getBoundingClientRect()];
    const box = { left: inner.left - outer.left, top: inner.top - outer.top, width: inner.width };
    const follow = (x: number, y: number) => {
      element.style.setProperty('--x', `${x}px`);
      element.style.setProperty('--y', `${y}px`);
    };
    let drop: Drop | undefined;
    follow(0, 0);
    cancelDrag.current = followDrag(card, start.pointerId, {
      onMove: ({ x, y, scrolled }) => {
        follow(x - start.clientX, y - start.clientY + scrolled);
        const next = dropUnder(document.elementFromPoint(x, y), current.current.planned, meal);
        if (!isSameDrop(drop, next)) setDrag((before) => before && { ...before, drop: next });
        drop = next;
      },
      onEnd: (isDropped) => {
        cancelDrag.current = undefined;
        setDrag(undefined);
        const isPlanned = current.current.planned.some(({ id }) => id === meal.id);
        if (isDropped && drop && isPlanned) current.current.onDrop(meal, drop);
      },
    });
    suppressClick();
    setDrag({ meal, drop, box });
  };

  const grab = useEffectEvent((event: PointerEvent) => {
    const { target } = event;
    if (event.button !== 0 || !(target instanceof Element) || target.closest(controls)) return;
    const card = target.closest<HTMLElement>('[data-meal-id]');
    const meal = planned.find(({ id }) => id === card?.dataset.mealId);
    if (card && meal) onDragStart(event, (start) => lift(meal, card, start));
  });
  useEffect(() => {
    const listening = new AbortController();
    const { signal } = listening;
    /** A finger that drags neither scrolls nor opens the menu of a link. */
    const keepStill = (event: Event) => {
      if (cancelDrag.current && event.cancelable) event.preventDefault();
    };
    const element = week.current;
    element?.addEventListener('pointerdown', (event) => grab(event), { signal });
    // Browsers ask only the listeners that exist when the touch begins.
    element?.addEventListener('touchmove', keepStill, { signal, passive: false });
    element?.addEventListener('contextmenu', keepStill, { signal });
    // Links and pictures have a drag of their own.
    element?.addEventListener('dragstart', (event) => event.preventDefault(), { signal });
    return () => listening.abort();
  }, [week]);

  return { drag, cancel: () => cancelDrag.current?.() };
}

function dropUnder(element: Element | null, planned: readonly PlannedMeal[], meal: PlannedMeal): Drop | undefined {
  const name = element?.closest<HTMLElement>('[data-slot]')?.dataset.slot;
  const slot = slots.find((each) => slotName(each) === name);
  const overId = element?.closest<HTMLElement>('[data-meal-id]')?.dataset.mealId;
  return slot && dropAt(planned, meal, slot, overId);
}
