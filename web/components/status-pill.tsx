import type { ReactNode } from 'react';
import { formatCount } from '../lib/format-count.ts';
import type { LiveStatus } from '../lib/live.ts';
import { refusedChanges } from '../lib/sync/refused-changes.ts';
import { usePausedChangeCount } from '../lib/sync/send-changes.ts';
import { classNames } from './class-names.ts';
import { WarningIcon } from './icons.tsx';
import styles from './status-pill.module.css';
import { useDialog } from './use-dialog.ts';

const loadSheet = async () => (await import('./waiting-sheet.tsx')).WaitingSheet;

export interface StatusPillProps {
  status: LiveStatus;
  /** Shows nothing while there is a connection and everything is saved. */
  isQuiet?: boolean;
}

/**
 * Shows whether the data is up to date and the user's changes are saved. A press opens the list of those that are not.
 * Offline is not an error: the user can go on, and changes are sent later. Put it into a live region, so that a screen reader
 * announces changes of status.
 */
export function StatusPill({ status, isQuiet = false }: StatusPillProps) {
  const { kind, text, refused } = usePill(status);
  const sheet = useDialog(loadSheet);
  if (isQuiet && !sheet.Dialog && !needsAttention(kind)) return null;
  return (
    <>
      <button
        type="button"
        className={classNames(styles.pill, styles[kind])}
        aria-haspopup="dialog"
        onClick={sheet.open}
      >
        {kind === 'refused' ? <WarningIcon size={16} /> : <span className={styles.mark} aria-hidden="true" />}
        {text}
        {kind === 'waiting' && refused > 0 && (
          <span className={styles.refusedCount}>
            <WarningIcon size={16} />
            <span aria-hidden="true">{refused}</span>
            <span className={styles.hidden}>{`, ${refused} not saved`}</span>
          </span>
        )}
      </button>
      {sheet.Dialog && <sheet.Dialog onClose={sheet.close} />}
    </>
  );
}

/** Whether a quiet pill shows anything. */
export const useIsPillShown = (status: LiveStatus): boolean => needsAttention(usePill(status).kind);

type Kind = LiveStatus | 'waiting' | 'refused';

const needsAttention = (kind: Kind): boolean => kind !== 'live' && kind !== 'connecting';

/** `refused`: the number of changes that were not saved. */
function usePill(status: LiveStatus): { kind: Kind; text: ReactNode; refused: number } {
  const waiting = usePausedChangeCount();
  const refused = refusedChanges.useGroups().length;
  const [kind, text] = describe(status, waiting, refused);
  return { kind, text, refused };
}

/** Where there is little room, CSS leaves out "changes". */
function Waiting({ count }: { count: number }) {
  const [number, noun] = formatCount(count, 'change').split(' ');
  return (
    <span>
      {number}
      <span className={styles.noun}> {noun}</span> waiting
    </span>
  );
}

function describe(status: LiveStatus, waiting: number, refused: number): [kind: Kind, text: ReactNode] {
  if (waiting > 0 && refused > 0) return ['waiting', `${waiting} waiting`];
  if (waiting > 0) return ['waiting', <Waiting key="waiting" count={waiting} />];
  if (refused > 0) return ['refused', `${refused} not saved`];
  switch (status) {
    case 'live':
      return ['live', 'Live'];
    case 'connecting':
      return ['connecting', 'Connecting'];
    case 'offline':
      return ['offline', 'Offline'];
  }
}
