import { CloseIcon } from '../../../components/icons.tsx';
import styles from './removable-chip.module.css';

/** A chosen value, which a press removes. */
export const RemovableChip = ({ label, onRemove }: { label: string; onRemove: () => void }) => (
  <button type="button" className={styles.chip} aria-label={`Remove ${label}`} onClick={onRemove}>
    <span className={styles.label}>{label}</span>
    <CloseIcon size={14} className={styles.cross} />
  </button>
);
