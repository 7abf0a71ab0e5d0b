import { IconButton } from './button.tsx';
import styles from './delete-comment.module.css';
import { CloseIcon } from './icons.tsx';

/** For users' own comments. */
export const DeleteComment = ({ onDelete }: { onDelete: () => void }) => (
  <IconButton label="Delete comment" icon={<CloseIcon size={16} />} className={styles.delete} onClick={onDelete} />
);
