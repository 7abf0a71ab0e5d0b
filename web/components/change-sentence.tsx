import type { ChangeText } from '../lib/sync/pending-changes.ts';
import styles from './waiting-sheet.module.css';

/** "Add **Basil**, 1 bunch". */
export const ChangeSentence = ({ text: { verb, what, rest } }: { text: ChangeText }) => (
  <span className={styles.sentence}>
    {verb} <b>{what}</b>
    {rest}
  </span>
);
