import styles from './media-spinner.module.css';

/** Four dots that go round while a picture or a video comes. */
export function MediaSpinner() {
  return (
    <span role="img" aria-label="Loading" className={styles.place}>
      <span className={styles.spinner}>
        <i />
        <i />
        <i />
        <i />
      </span>
    </span>
  );
}
