import { IconButton } from './button.tsx';
import styles from './delete-comment.module.css';
import { CloseIcon } from './icons.tsx';
import { useDialog } from './use-dialog.ts';

const loadConfirmation = async () => (await import('./confirm-dialog.tsx')).ConfirmDialog;

/** For users' own comments. */
export function DeleteComment({ onDelete }: { onDelete: () => void }) {
  const { Dialog, open, close } = useDialog(loadConfirmation);
  return (
    <>
      <IconButton label="Delete comment" icon={<CloseIcon size={16} />} className={styles.delete} onClick={open} />
      {Dialog && (
        <Dialog
          title="Delete this comment?"
          text="It goes for everybody."
          action="Delete comment"
          onConfirm={onDelete}
          onClose={close}
        />
      )}
    </>
  );
}
