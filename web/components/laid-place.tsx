import { avatarTone } from './avatar-tone.ts';
import styles from './laid-place.module.css';

/** What the cloth depends on: the cuisine, or the title if none was given. */
export interface Laid {
  readonly cuisine?: string | undefined;
  readonly title?: string | undefined;
}

/** In place of the picture of a recipe that has none: a plate on a cloth. Fills its container. */
export const LaidPlace = ({ cuisine, title = '' }: Laid) => (
  <span className={styles.place} style={{ backgroundColor: avatarTone(cuisine || title).fill }} />
);
