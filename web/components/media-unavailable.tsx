import { classNames } from './class-names.ts';
import { WarningIcon } from './icons.tsx';
import styles from './media-unavailable.module.css';

/** Replaces a picture or a video that cannot be loaded. For a video with a poster, it is a label on the poster. */
export function MediaUnavailable({ onPicture = false }: { onPicture?: boolean }) {
  return (
    <div className={classNames(styles.unavailable, onPicture ? styles.label : styles.place)}>
      <WarningIcon size={onPicture ? 20 : 28} />
      <p>Media unavailable</p>
    </div>
  );
}
