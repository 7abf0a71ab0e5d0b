import { counted } from '../lib/counted.ts';
import type { LiveStatus } from '../lib/live.ts';
import { classNames } from './class-names.ts';
import styles from './status-pill.module.css';

export interface StatusPillProps {
  status: LiveStatus;
  /** Changes made here that the server does not have yet. */
  waiting?: number;
}

/**
 * Whether what is shown is up to date. Being offline is no error: everything works, and is sent later. Put it into a
 * live region, which says when it changes.
 */
export function StatusPill({ status, waiting = 0 }: StatusPillProps) {
  const [kind, words] = describe(status, waiting);
  return (
    <span key={kind} className={classNames(styles.pill, styles[kind])}>
      <span className={styles.mark} aria-hidden="true" />
      {words}
    </span>
  );
}

function describe(status: LiveStatus, waiting: number): [kind: LiveStatus | 'waiting', words: string] {
  if (waiting > 0) return ['waiting', `${counted(waiting, 'change')} waiting`];
  switch (status) {
    case 'live':
      return ['live', 'Live'];
    case 'connecting':
      return ['connecting', 'Connecting'];
    case 'offline':
      return ['offline', 'Offline'];
  }
}
