import styles from './media-spinner.module.css';

/** Four rotating dots, shown while a picture or a video loads. */
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
