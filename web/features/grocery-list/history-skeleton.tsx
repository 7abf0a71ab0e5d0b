import { Card } from '../../components/card.tsx';
import { Loading, Skeleton } from '../../components/skeleton.tsx';
import styles from './history-skeleton.module.css';

const widths = ['56%', '40%', '64%', '48%', '52%'];

export const HistorySkeleton = ({ rows = 5 }: { rows?: number }) => (
  <Loading>
    <Card className={styles.lines}>
      {widths.slice(0, rows).map((width) => (
        <div key={width} className={styles.line}>
          <Skeleton width={34} height={34} radius="50%" className={styles.face} />
          <Skeleton width={width} height={16} />
        </div>
      ))}
    </Card>
  </Loading>
);
