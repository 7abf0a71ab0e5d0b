import { useLiveStatus } from '../lib/live.ts';
import { StatusPill } from './status-pill.tsx';
import styles from './waiting-changes.module.css';

/** Says how many changes are not saved yet, on a screen that does not show its status otherwise. */
export function WaitingChanges() {
  const status = useLiveStatus();
  return (
    <div role="status" className={styles.line}>
      <StatusPill status={status} isQuiet />
    </div>
  );
}
