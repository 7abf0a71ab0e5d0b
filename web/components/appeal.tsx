import type { OwnHidden } from '../../server/core/contracts/moderation.ts';
import styles from './appeal.module.css';
import { Button } from './button.tsx';
import { useDialog } from './use-dialog.ts';

const loadDialog = async () => (await import('./appeal-dialog.tsx')).AppealDialog;

/** The button that appeals a decision or, afterwards, what became of the appeal. */
export function Appeal({ caseId, appeal }: Pick<OwnHidden, 'caseId' | 'appeal'>) {
  const { Dialog, open, close } = useDialog(loadDialog);
  if (appeal) {
    const { rejected } = appeal;
    return (
      <p className={styles.outcome} dir="auto">
        {rejected === null ? 'You have appealed. A moderator will answer.' : `Your appeal was rejected: ${rejected}`}
      </p>
    );
  }
  return (
    <>
      <Button size="small" onClick={open}>
        Appeal
      </Button>
      {Dialog && <Dialog caseId={caseId} onClose={close} />}
    </>
  );
}
