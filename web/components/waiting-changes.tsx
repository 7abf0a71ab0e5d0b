import { useLiveStatus } from '../lib/live.ts';
import { useHeldUpChanges } from '../lib/sync/send-changes.ts';
import { StatusPill } from './status-pill.tsx';
import styles from './waiting-changes.module.css';

/** Says how many changes wait for a network or the server, on a screen that does not show its status otherwise. */
export function WaitingChanges({ queryKey }: { queryKey: readonly string[] }) {
  const status = useLiveStatus();
  const waiting = useHeldUpChanges(queryKey);
  return (
    <div role="status" className={styles.line}>
      {waiting > 0 && <StatusPill status={status} waiting={waiting} />}
    </div>
  );
}
