import { classNames } from './class-names.ts';
import { FilledHeartIcon, HeartIcon } from './icons.tsx';
import styles from './like-button.module.css';
import { ScreenReaderText } from './screen-reader.tsx';

export interface LikeButtonProps {
  /** The accessible name: what a press does. */
  label: string;
  liked: boolean;
  /** Shown beside the heart. */
  count?: number;
  onToggle: () => void;
}

/** A toggle with a heart, filled when the user likes the item. */
export function LikeButton({ label, liked, count, onToggle }: LikeButtonProps) {
  return (
    <button
      type="button"
      aria-pressed={liked}
      aria-label={count === undefined ? label : undefined}
      className={classNames(styles.like, count === undefined && styles.round, liked && styles.liked)}
      onClick={onToggle}
    >
      {liked ? <FilledHeartIcon size={22} /> : <HeartIcon size={22} />}
      {count !== undefined && (
        <>
          <ScreenReaderText>{label}</ScreenReaderText>
          {count}
        </>
      )}
    </button>
  );
}
