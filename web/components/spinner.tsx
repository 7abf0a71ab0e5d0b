import { classNames } from './class-names.ts';
import styles from './spinner.module.css';

/** A ring that goes round in the colour of the text beside it, which says what is being done. */
export function Spinner({ className }: { className?: string | undefined }) {
  return <span className={classNames(styles.spinner, className)} />;
}
