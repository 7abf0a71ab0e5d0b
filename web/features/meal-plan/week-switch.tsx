import { daysAfter } from '../../../server/core/contracts/week.ts';
import { IconButton } from '../../components/button.tsx';
import { classNames } from '../../components/class-names.ts';
import { LeftIcon, RightIcon } from '../../components/icons.tsx';
import styles from './week-switch.module.css';
import { describeDistance, formatRange } from './weeks.ts';

export interface WeekSwitchProps {
  week: string;
  today: string;
  onSwitch: (week: string) => void;
}

/** The shown week, with buttons for the previous and the next one. */
export function WeekSwitch({ week, today, onSwitch }: WeekSwitchProps) {
  const distance = describeDistance(week, today);
  return (
    <div className={styles.switch}>
      <IconButton label="Previous week" icon={<LeftIcon size={18} />} onClick={() => onSwitch(daysAfter(week, -7))} />
      <p className={styles.week} role="status">
        <span className={styles.range}>{formatRange(week)}</span>{' '}
        <span className={classNames(styles.distance, distance === 'This week' && styles.present)}>{distance}</span>
      </p>
      <IconButton label="Next week" icon={<RightIcon size={18} />} onClick={() => onSwitch(daysAfter(week, 7))} />
    </div>
  );
}
