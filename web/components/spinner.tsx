import { classNames } from './class-names.ts';
import styles from './spinner.module.css';

/** A rotating ring in the colour of the text beside it, which says what is in progress. */
export function Spinner({ className }: { className?: string | undefined }) {
  return <span className={classNames(styles.spinner, className)} />;
}
