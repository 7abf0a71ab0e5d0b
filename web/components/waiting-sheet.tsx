import { useEffect, useRef } from 'react';
import { formatCount } from '../lib/format-count.ts';
import { useLiveStatus } from '../lib/live.ts';
import { isStorageAvailable } from '../lib/sync/outbox-writes.ts';
import { type PendingChange, pendingChanges } from '../lib/sync/pending-changes.ts';
import { type RefusedChange, refusedChanges } from '../lib/sync/refused-changes.ts';
import { timeText } from '../lib/time-text.ts';
import { ChangeSentence } from './change-sentence.tsx';
import { Dialog } from './dialog.tsx';
import { WarningIcon } from './icons.tsx';
import { NotSavedChange } from './not-saved-change.tsx';
import styles from './waiting-sheet.module.css';

/** The user's changes that wait to be sent, and those that were not saved. */
export function WaitingSheet({ onClose }: { onClose: () => void }) {
  const waiting = pendingChanges.useWaiting();
  const refused = refusedChanges.useGroups();
  const notSaved = useRef<HTMLHeadingElement>(null);
  const sheet = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (refused.length > 0) refusedChanges.markSeen();
  }, [refused]);
  const status = useLiveStatus();

  /** The pressed button has disappeared with its change. */
  const keepFocus = () => {
    if (notSaved.current) notSaved.current.focus();
    else sheet.current?.closest('dialog')?.querySelector<HTMLElement>('button')?.focus();
  };
  return (
    <Dialog sheet title={titleOf(waiting.length, refused.length)} onClose={onClose}>
      <div ref={sheet} className={styles.content}>
        <Explanation waiting={waiting} refused={refused.length} isOffline={status === 'offline'} />
        {waiting.length > 0 && (
          <ol className={styles.waiting}>
            {waiting.map((change, index) => (
              <li key={change.key} className={styles.change}>
                <span className={styles.number} aria-hidden="true">
                  {index + 1}
                </span>
                <span className={styles.words}>
                  <ChangeSentence text={change.text} />
                  {change.text.place && <span className={styles.place}>{change.text.place}</span>}
                </span>
                <time className={styles.time}>{timeText(change.at)}</time>
              </li>
            ))}
          </ol>
        )}
        {refused.length > 0 && (
          <section aria-labelledby="not-saved" className={styles.notSaved}>
            {waiting.length > 0 && (
              <h3 id="not-saved" ref={notSaved} tabIndex={-1} className={styles.heading}>
                <WarningIcon size={20} className={styles.sign} />
                Not saved <span className={styles.count}>{refused.length}</span>
              </h3>
            )}
            <ul className={styles.cards}>
              {refused.map((group) => (
                <NotSavedChange key={group[0].key} group={group} onDone={keepFocus} onClose={onClose} />
              ))}
            </ul>
            <p className={styles.foot}>{keptText(refused)}</p>
          </section>
        )}
      </div>
    </Dialog>
  );
}

function titleOf(waiting: number, refused: number): string {
  if (waiting > 0) return `${formatCount(waiting, 'change')} waiting`;
  return refused > 0 ? `${formatCount(refused, 'change')} not saved` : 'Everything is saved';
}

function keptText(refused: readonly (readonly RefusedChange[])[]): string {
  const unstored = refused.filter((group) => group.some(({ sequence }) => sequence === undefined)).length;
  if (unstored === 0) return 'Nothing here is lost until you discard it.';
  return unstored === refused.length ? 'Kept only while this page is open.' : unstoredText(unstored);
}

const unstoredText = (count: number): string =>
  `${formatCount(count, 'change')} of these ${count === 1 ? 'is' : 'are'} kept only while this page is open.`;

interface ExplanationProps {
  waiting: readonly PendingChange[];
  refused: number;
  isOffline: boolean;
}

function Explanation({ waiting, refused, isOffline }: ExplanationProps) {
  const isStored = isStorageAvailable.use();
  const unstored = pendingChanges.useUnstoredCount();
  return <p className={styles.explanation}>{textOf()}</p>;

  function textOf(): string {
    if (waiting.length > 0) {
      if (unstored === 0) return 'Kept on this device, sent in this order.';
      if (!isStored || unstored === waiting.length) return 'Kept only while this page is open, sent in this order.';
      return `Sent in this order. ${unstoredText(unstored)}`;
    }
    if (refused > 0) return 'Decide what to do with each of them.';
    return isOffline
      ? 'There is no connection. What you change now is kept here, and sent later.'
      : 'Your changes appear on your other devices at once.';
  }
}
