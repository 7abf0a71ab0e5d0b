import { Card } from '../../components/card.tsx';
import { Skeleton } from '../../components/skeleton.tsx';
import styles from './feed-skeleton.module.css';

export function FeedSkeleton() {
  return (
    <div className={styles.feed} aria-busy="true" aria-hidden="true">
      <PostSkeleton hasPicture />
      <PostSkeleton />
    </div>
  );
}

/** A placeholder with the dimensions of a post. */
export function PostSkeleton({ hasPicture = false }: { hasPicture?: boolean }) {
  return (
    <Card className={styles.post}>
      <div className={styles.header}>
        <Skeleton width={44} height={44} radius="50%" />
        <div>
          <Skeleton width={120} height={16} />
          <Skeleton width={90} height={12} className={styles.line} />
        </div>
      </div>
      <Skeleton width="70%" height={22} className={styles.title} />
      <Skeleton height={14} className={styles.line} />
      <Skeleton width="85%" height={14} className={styles.line} />
      {hasPicture && <Skeleton height="auto" radius={0} className={styles.picture} />}
      <Skeleton width={180} height={18} className={styles.actions} />
    </Card>
  );
}
