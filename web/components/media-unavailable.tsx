import { WarningIcon } from './icons.tsx';
import styles from './media-unavailable.module.css';

/** Takes the place of a picture or a video that cannot be had. */
export function MediaUnavailable() {
  return (
    <div className={styles.unavailable}>
      <WarningIcon size={28} />
      <p>Media unavailable</p>
    </div>
  );
}
