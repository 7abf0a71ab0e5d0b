import styles from './ringing-timers.module.css';
import { RingingTimer } from './timer-card.tsx';
import { useKeptFocus } from './timer-focus.ts';
import { useTimers } from './timer-store.ts';
import { useAlarm } from './use-alarm.ts';
import { useRinging } from './use-ringing.ts';

/** The timers that ring, on screens that show no others. Each leads to its recipe. */
export function RingingTimers() {
  const ringing = useRinging(useTimers());
  useAlarm(ringing);
  const keepFocus = useKeptFocus(ringing.map(({ id }) => id));
  if (ringing.length === 0) return null;
  return (
    <ul className={styles.timers} aria-label="Timers">
      {ringing.map((timer) => (
        <li key={timer.id} {...keepFocus(timer.id)}>
          <RingingTimer timer={timer} isElsewhere />
        </li>
      ))}
    </ul>
  );
}
