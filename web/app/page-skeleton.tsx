import { Loading, Skeleton } from '../components/skeleton.tsx';
import styles from './page-skeleton.module.css';

export function PageSkeleton() {
  return (
    <div className={styles.skeleton}>
      <Loading>
        <Skeleton width="40%" height={36} />
        <Skeleton height={200} radius="var(--radius-card)" className={styles.block} />
        <Skeleton height={200} radius="var(--radius-card)" className={styles.block} />
      </Loading>
    </div>
  );
}
