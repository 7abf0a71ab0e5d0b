import { Card } from '../../components/card.tsx';
import { Loading, Skeleton } from '../../components/skeleton.tsx';
import styles from './profile-screen.module.css';

export function ProfileSkeleton() {
  return (
    <div className={styles.loading}>
      <Loading text="Loading...">
        <Card className={styles.card}>
          <Skeleton height="var(--table-height)" radius={0} />
          <div className={styles.content}>
            <div className={styles.who}>
              <div className={styles.avatar}>
                <Skeleton width={112} height={112} radius={999} />
              </div>
              <div className={styles.words}>
                <Skeleton width={180} height={36} />
                <Skeleton width={220} className={styles.line} />
                <Skeleton width={160} className={styles.line} />
              </div>
            </div>
          </div>
        </Card>
      </Loading>
    </div>
  );
}
