import { classNames } from './class-names.ts';
import { WarningIcon } from './icons.tsx';
import styles from './media-unavailable.module.css';

/** Takes the place of a picture or a video that cannot be loaded; of a video with a picture of its own, it is a label on that. */
export function MediaUnavailable({ onPicture = false }: { onPicture?: boolean }) {
  return (
    <div className={classNames(styles.unavailable, onPicture ? styles.label : styles.place)}>
      <WarningIcon size={onPicture ? 20 : 28} />
      <p>Media unavailable</p>
    </div>
  );
}
