import { type FocusEvent, type RefObject, useLayoutEffect, useRef } from 'react';

/** The id of the main button of a timer. */
export const timerElementId = (timerId: string): string => elementId('timer', timerId);

/** The id of the duration in the text that starts a timer. */
export const durationElementId = (timerId: string): string => elementId('duration', timerId);

const elementId = (kind: string, timerId: string): string => `${kind} ${timerId}`.replaceAll(' ', '-');

/**
 * The timer to go on with where one was: itself if it is still there, else the next one that is, else the previous one.
 * Undefined if none is left.
 */
export function timerInPlaceOf(
  timerId: string,
  before: readonly string[],
  now: ReadonlySet<string>,
): string | undefined {
  const index = before.indexOf(timerId);
  const stays = (id: string) => now.has(id);
  return before.slice(index).find(stays) ?? before.slice(0, index).findLast(stays);
}

/**
 * Keeps the keyboard focus when the button that has it disappears, because its timer was stopped or has begun to ring: on
 * the timer or a neighbour of it, else on the duration that started it, else on the page.
 * @param timerIds in the order shown
 * @returns for each timer, the handlers of its element
 */
export function useKeptFocus(timerIds: readonly string[]) {
  const focused = useRef<string>(undefined);
  const before = useRef(timerIds);
  useLayoutEffect(() => {
    const { current: previous } = before;
    before.current = timerIds;
    const { current: left } = focused;
    if (left === undefined || document.activeElement !== document.body) return;
    focused.current = undefined;
    focusInPlaceOf(left, previous, timerIds);
  });
  return (timerId: string) => handlersOf(focused, timerId);
}

const handlersOf = (focused: RefObject<string | undefined>, timerId: string) => ({
  onFocus: () => {
    focused.current = timerId;
  },
  // React dispatches none for an element that it removes. When the window loses the focus, the button keeps it.
  onBlur: ({ currentTarget }: FocusEvent) => {
    if (!currentTarget.contains(document.activeElement)) focused.current = undefined;
  },
});

function focusInPlaceOf(timerId: string, before: readonly string[], now: readonly string[]): void {
  const successor = timerInPlaceOf(timerId, before, new Set(now));
  if (successor !== undefined) {
    document.getElementById(timerElementId(successor))?.focus();
    return;
  }
  const starter = document.getElementById(durationElementId(timerId)) ?? document.querySelector<HTMLElement>('#main');
  starter?.focus({ preventScroll: true });
}
