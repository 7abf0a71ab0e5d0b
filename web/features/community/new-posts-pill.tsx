import { UpIcon } from '../../components/icons.tsx';
import { mostWaiting } from './feed-cache.ts';
import styles from './new-posts-pill.module.css';

function words(count: number): string {
  if (count >= mostWaiting) return `${mostWaiting}+ new posts`;
  return count === 1 ? '1 new post' : `${count} new posts`;
}

/** Says that there are new posts and shows them when it is pressed. It lies over the feed and moves nothing. */
export function NewPostsPill({ count, onShow }: { count: number; onShow: () => void }) {
  return (
    <div role="status" className={styles.place}>
      {count > 0 && (
        <button type="button" className={styles.pill} onClick={onShow}>
          <UpIcon size={16} />
          {words(count)}
        </button>
      )}
    </div>
  );
}
