import { useEffect, useRef } from 'react';
import { ScreenReaderText } from '../../../components/screen-reader.tsx';
import { TimerCard } from './timer-card.tsx';
import { useKeptFocus } from './timer-focus.ts';
import { useTimers } from './timer-store.ts';
import styles from './timer-tray.module.css';
import { useAlarm } from './use-alarm.ts';
import { useRinging } from './use-ringing.ts';

/** The timers of all recipes: those that ring first. */
export function TimerTray() {
  const timers = useTimers();
  const ringing = useRinging(timers);
  useAlarm(ringing);
  const list = useShownEnd(timers.length, ringing.length);
  const shown = [...ringing, ...timers.filter((timer) => !ringing.includes(timer))];
  const keepFocus = useKeptFocus(shown.map(({ id }) => id));
  if (timers.length === 0) return null;
  return (
    <section className={styles.tray} aria-labelledby="timers">
      <h2 id="timers">
        <ScreenReaderText>Timers</ScreenReaderText>
      </h2>
      <ul ref={list} className={styles.timers}>
        {shown.map((timer) => (
          <li key={timer.id} className={styles.timer} {...keepFocus(timer.id)}>
            <TimerCard timer={timer} isRinging={ringing.includes(timer)} />
          </li>
        ))}
      </ul>
    </section>
  );
}

/** Scrolls a list that is wider than the window to a timer that was added at its end, or that rings at its beginning. */
function useShownEnd(timers: number, ringing: number) {
  const list = useRef<HTMLUListElement>(null);
  const shown = useRef({ timers, ringing });
  useEffect(() => {
    const { current: before } = shown;
    shown.current = { timers, ringing };
    if (ringing > before.ringing) list.current?.scrollTo({ left: 0 });
    else if (timers > before.timers) list.current?.scrollTo({ left: list.current.scrollWidth });
  }, [timers, ringing]);
  return list;
}
