import { Card } from '../../components/card.tsx';
import { Loading, Skeleton } from '../../components/skeleton.tsx';
import styles from './list-skeleton.module.css';

const rows = ['42%', '30%', '50%', '36%'];

export function ListSkeleton() {
  return (
    <div className={styles.list}>
      <Loading text="Loading your list...">
        <Skeleton height="auto" radius={18} className={styles.box} />
        <Skeleton width={90} height={14} className={styles.heading} />
        <Card className={styles.items}>
          {rows.map((width) => (
            <div key={width} className={styles.row}>
              <Skeleton width={26} height={26} radius="50%" />
              <Skeleton width={width} height={16} />
            </div>
          ))}
        </Card>
      </Loading>
    </div>
  );
}
