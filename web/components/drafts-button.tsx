import { useKeptDrafts } from '../lib/kept-drafts.ts';
import { Button } from './button.tsx';
import styles from './drafts-button.module.css';
import type { DraftsDialogProps } from './drafts-dialog.tsx';
import { useDialog } from './use-dialog.ts';

const loadDialog = async () => (await import('./drafts-dialog.tsx')).DraftsDialog;

/** Opens the user's drafts. It has its place before there are any, so that nothing moves while the first one is written. */
export function DraftsButton(props: Omit<DraftsDialogProps, 'onClose'>) {
  const { length } = useKeptDrafts(props.place);
  const dialog = useDialog(loadDialog);
  return (
    <>
      <Button size="small" className={length === 0 ? styles.none : undefined} onClick={dialog.open}>
        Drafts ({length})
      </Button>
      {dialog.Dialog && <dialog.Dialog {...props} onClose={dialog.close} />}
    </>
  );
}
