import { formatCount } from '../lib/format-count.ts';
import type { LiveStatus } from '../lib/live.ts';
import { classNames } from './class-names.ts';
import styles from './status-pill.module.css';

export interface StatusPillProps {
  status: LiveStatus;
  /** The number of local changes that the server does not have yet. */
  waiting?: number;
}

/**
 * Shows whether the data is up to date. Offline is not an error: the user can go on, and changes are sent later. Put it
 * into a live region, so that a screen reader announces changes of status.
 */
export function StatusPill({ status, waiting = 0 }: StatusPillProps) {
  const [kind, text] = describe(status, waiting);
  return (
    <span key={kind} className={classNames(styles.pill, styles[kind])}>
      <span className={styles.mark} aria-hidden="true" />
      {text}
    </span>
  );
}

function describe(status: LiveStatus, waiting: number): [kind: LiveStatus | 'waiting', text: string] {
  if (waiting > 0) return ['waiting', `${formatCount(waiting, 'change')} waiting`];
  switch (status) {
    case 'live':
      return ['live', 'Live'];
    case 'connecting':
      return ['connecting', 'Connecting'];
    case 'offline':
      return ['offline', 'Offline'];
  }
}
