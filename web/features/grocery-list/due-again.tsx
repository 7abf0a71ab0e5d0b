import { AddIcon } from '../../components/icons.tsx';
import styles from './due-again.module.css';

export interface DueAgainProps {
  names: readonly string[];
  onAdd: (name: string) => void;
}

/** What the owner usually needs again about now. A press adds it. */
export function DueAgain({ names, onAdd }: DueAgainProps) {
  if (names.length === 0) return null;
  return (
    <section aria-label="Usually due" className={styles.line}>
      <span className={styles.label}>Usually due</span>
      {names.map((name) => (
        <button key={name} type="button" className={styles.chip} aria-label={`Add ${name}`} onClick={() => onAdd(name)}>
          <AddIcon size={14} className={styles.plus} /> {name}
        </button>
      ))}
    </section>
  );
}
