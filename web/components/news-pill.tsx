import { counted } from '../lib/counted.ts';
import { mostWaiting } from '../lib/live-list.ts';
import { UpIcon } from './icons.tsx';
import styles from './news-pill.module.css';

export interface NewsPillProps {
  /** How many there are that are new. */
  count: number;
  /** What one of them is called. */
  one: string;
  onShow: () => void;
}

/** Says that there is something new and shows it when it is pressed. It lies over what is there and moves nothing. */
export function NewsPill({ count, one, onShow }: NewsPillProps) {
  return (
    <div role="status" className={styles.place}>
      {count > 0 && (
        <button type="button" className={styles.pill} onClick={onShow}>
          <UpIcon size={16} />
          {count < mostWaiting ? counted(count, one) : `${mostWaiting}+ ${one}s`}
        </button>
      )}
    </div>
  );
}
