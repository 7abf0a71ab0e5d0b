import { Link } from 'react-router-dom';
import { Button, IconButton } from '../../../components/button.tsx';
import { Card } from '../../../components/card.tsx';
import { CloseIcon, PlayIcon } from '../../../components/icons.tsx';
import { PauseIcon } from './icons.ts';
import styles from './timer-card.module.css';
import { timerElementId } from './timer-focus.ts';
import { addMinute, pauseTimer, resumeTimer, stopTimer } from './timer-store.ts';
import { doneText, isPaused, type Timer, timeText } from './timers.ts';
import { useSecondsLeft } from './use-seconds-left.ts';

export const TimerCard = ({ timer, isRinging }: { timer: Timer; isRinging: boolean }) =>
  isRinging ? <RingingTimer timer={timer} /> : <RunningTimer timer={timer} />;

function RunningTimer({ timer }: { timer: Timer }) {
  const { id, label, durationMs } = timer;
  const seconds = useSecondsLeft(timer);
  const paused = isPaused(timer);
  return (
    <Card className={styles.card}>
      <Ring part={(seconds * 1_000) / durationMs} />
      <span role="timer" className={styles.time}>
        {timeText(seconds * 1_000)}
      </span>
      <span className={styles.label}>{label}</span>
      <button type="button" className={styles.more} aria-label={`+1 min: ${label}`} onClick={() => addMinute(id)}>
        +1 min
      </button>
      <IconButton
        id={timerElementId(id)}
        label={`${paused ? 'Go on' : 'Pause'}: ${label}`}
        icon={paused ? <PlayIcon size={20} /> : <PauseIcon size={20} />}
        onClick={() => (paused ? resumeTimer : pauseTimer)(id)}
      />
      {paused && <IconButton label={`Remove: ${label}`} icon={<CloseIcon size={16} />} onClick={() => stopTimer(id)} />}
    </Card>
  );
}

export interface RingingTimerProps {
  timer: Timer;
  /** On another screen than that of cooking: leads there. */
  isElsewhere?: boolean;
}

export function RingingTimer({ timer: { id, recipeId, label }, isElsewhere = false }: RingingTimerProps) {
  return (
    <Card className={styles.ringing} role="alert">
      <span className={styles.done}>
        {isElsewhere ? <Link to={`/recipe/${recipeId}/cook`}>{doneText(label)}</Link> : doneText(label)}
      </span>
      <button type="button" className={styles.more} aria-label={`+1 min: ${label}`} onClick={() => addMinute(id)}>
        +1 min
      </button>
      <Button id={timerElementId(id)} aria-label={`Stop: ${label}`} onClick={() => stopTimer(id)}>
        Stop
      </Button>
    </Card>
  );
}

const radius = 16.5;
const circumference = 2 * Math.PI * radius;

/** @param part of the time that is left, from 0 to 1 */
const Ring = ({ part }: { part: number }) => (
  <svg viewBox="0 0 38 38" width={38} height={38} className={styles.ring} aria-hidden="true">
    <circle cx={19} cy={19} r={radius} className={styles.whole} />
    <circle
      cx={19}
      cy={19}
      r={radius}
      className={styles.left}
      strokeDasharray={`${part * circumference} ${circumference}`}
    />
  </svg>
);
