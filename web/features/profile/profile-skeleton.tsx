import { Card } from '../../components/card.tsx';
import { Skeleton } from '../../components/skeleton.tsx';
import styles from './profile-screen.module.css';
import { TableBanner } from './table-banner.tsx';

/** The card in its final dimensions, with "Loading..." in place of the name. */
export function ProfileSkeleton() {
  return (
    <Card className={styles.card}>
      <TableBanner />
      <div className={styles.content} aria-busy="true">
        <div className={styles.who}>
          <div className={styles.avatar}>
            <Skeleton width={112} height={112} radius={999} />
          </div>
          <div className={styles.words}>
            <p role="status" className={styles.loading}>
              Loading...
            </p>
            <Skeleton width={180} height={16} className={styles.line} />
            <Skeleton width={140} height={14} className={styles.line} />
          </div>
          <Skeleton width="var(--edit-width)" height={44} radius={999} className={styles.edit} />
        </div>
      </div>
    </Card>
  );
}
