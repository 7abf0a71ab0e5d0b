import { formatCount } from '../lib/format-count.ts';
import { sentenceOf } from '../lib/sync/change-actions.ts';
import { refusedChanges, seenRefusals } from '../lib/sync/refused-changes.ts';
import { Alert } from './alert.tsx';
import { Button, IconButton } from './button.tsx';
import { CloseIcon } from './icons.tsx';
import styles from './not-saved-notice.module.css';
import { useDialog } from './use-dialog.ts';

const loadSheet = async () => (await import('./waiting-sheet.tsx')).WaitingSheet;

/** Reports a change that was not saved, on any screen, until the user has seen it. Rendered once, in the layout. */
export function NotSavedNotice() {
  const seen = seenRefusals.use();
  const unseen = refusedChanges.useGroups().filter(([{ key }]) => !seen.has(key));
  const sheet = useDialog(loadSheet);
  const newest = unseen.at(-1)?.[0];
  return (
    <>
      {newest && (
        <div className={styles.notice}>
          <Alert
            kind="error"
            className={styles.alert}
            action={
              <>
                <Button variant="quiet" size="small" className={styles.show} onClick={sheet.open}>
                  Show
                </Button>
                <IconButton label="Close" icon={<CloseIcon size={16} />} onClick={refusedChanges.markSeen} />
              </>
            }
          >
            <b>Not saved: {sentenceOf(newest.text)}</b>
            <br />
            <span>{newest.refusal.reason}</span>
            {unseen.length > 1 && (
              <>
                <br />
                <span>And {formatCount(unseen.length - 1, 'more change')}</span>
              </>
            )}
          </Alert>
        </div>
      )}
      {sheet.Dialog && <sheet.Dialog onClose={sheet.close} />}
    </>
  );
}
