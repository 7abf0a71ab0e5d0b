import { ScreenReaderText } from '../../components/screen-reader.tsx';
import { Skeleton } from '../../components/skeleton.tsx';
import { JoinPage } from './join-page.tsx';
import styles from './join-screen.module.css';
import skeletonStyles from './join-skeleton.module.css';

/** A placeholder with the dimensions of an invitation. */
export const JoinSkeleton = () => (
  <JoinPage>
    <div aria-busy="true" className={skeletonStyles.skeleton}>
      <h1>
        <ScreenReaderText>Invitation</ScreenReaderText>
      </h1>
      <Skeleton width={80} height={80} radius={999} className={styles.face} />
      <Skeleton width="80%" height={36} className={skeletonStyles.title} />
      <p role="status" className={styles.lead}>
        Loading...
      </p>
      <Skeleton height={76} radius="var(--radius-card)" className={skeletonStyles.card} />
    </div>
  </JoinPage>
);
