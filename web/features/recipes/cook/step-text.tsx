import { type Step, stepParts } from './step-parts.ts';
import styles from './step-text.module.css';
import { durationElementId, timerElementId } from './timer-focus.ts';
import { startTimer, useTimers } from './timer-store.ts';
import type { NewTimer } from './timers.ts';

/** The text of a step. A press on a duration starts its timer. */
export function StepText({ step }: { step: Step }) {
  const timers = useTimers();
  const isStarted = (timer: NewTimer): boolean => timers.some(({ id }) => id === timer.id);
  return (
    <p>
      {stepParts(step).map(({ text, timer }) =>
        timer ? <DurationButton key={timer.id} text={text} timer={timer} isStarted={isStarted(timer)} /> : text,
      )}
    </p>
  );
}

interface DurationButtonProps {
  text: string;
  timer: NewTimer;
  isStarted: boolean;
}

/** Starts a timer. Leads to the timer if it is started. */
function DurationButton({ text, timer, isStarted }: DurationButtonProps) {
  const press = () => {
    if (isStarted) document.getElementById(timerElementId(timer.id))?.focus();
    else startTimer(timer);
  };
  return (
    <button
      type="button"
      id={durationElementId(timer.id)}
      className={styles.duration}
      data-started={isStarted}
      aria-label={`${text}: ${isStarted ? 'show' : 'start'} timer`}
      onClick={press}
    >
      {text}
    </button>
  );
}
