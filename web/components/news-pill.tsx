import { counted } from '../lib/counted.ts';
import { mostWaiting } from '../lib/live-list.ts';
import { UpIcon } from './icons.tsx';
import styles from './news-pill.module.css';

export interface NewsPillProps {
  /** The number of new items. */
  count: number;
  /** The singular noun for an item. */
  one: string;
  onShow: () => void;
}

/** Announces new items, and shows them when pressed. It floats over the page, so that nothing moves. */
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
