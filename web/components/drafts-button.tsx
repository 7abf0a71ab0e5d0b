import { useKeptDrafts } from '../lib/kept-drafts.ts';
import { Button } from './button.tsx';
import styles from './drafts-button.module.css';
import type { DraftsDialogProps } from './drafts-dialog.tsx';
import { useDialog } from './use-dialog.ts';

const loadDialog = async () => (await import('./drafts-dialog.tsx')).DraftsDialog;

export interface DraftsButtonProps extends Omit<DraftsDialogProps, 'onClose'> {
  /** While the shown draft is being sent: its outcome belongs to the form that shows it. */
  disabled: boolean;
}

/** Opens the user's drafts. It has its place before there are any, so that nothing moves while the first one is written. */
export function DraftsButton({ disabled, ...props }: DraftsButtonProps) {
  const { length } = useKeptDrafts(props.place);
  const dialog = useDialog(loadDialog);
  return (
    <>
      <Button size="small" className={length === 0 ? styles.none : undefined} disabled={disabled} onClick={dialog.open}>
        Drafts ({length})
      </Button>
      {dialog.Dialog && <dialog.Dialog {...props} onClose={dialog.close} />}
    </>
  );
}
