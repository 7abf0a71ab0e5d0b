import { ScreenReaderText } from '../../components/screen-reader.tsx';
import { Skeleton } from '../../components/skeleton.tsx';
import styles from './household-screen.module.css';

/** A placeholder with the dimensions of a household's screen. */
export const HouseholdSkeleton = () => (
  <div aria-busy="true" className={styles.screen}>
    <h1>
      <ScreenReaderText>Household</ScreenReaderText>
    </h1>
    <Skeleton width="min(240px, 60%)" height={44} />
    <p role="status" className={styles.other}>
      Loading...
    </p>
    <div className={styles.columns}>
      <Skeleton height={252} radius="var(--radius-card)" />
      <div className={styles.column}>
        <Skeleton height={200} radius="var(--radius-card)" />
        <Skeleton height={106} radius="var(--radius-card)" />
      </div>
    </div>
  </div>
);
