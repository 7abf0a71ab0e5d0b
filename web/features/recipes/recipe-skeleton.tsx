import { classNames } from '../../components/class-names.ts';
import { ScreenReaderText } from '../../components/screen-reader.tsx';
import { Loading, Skeleton } from '../../components/skeleton.tsx';
import styles from './recipe-skeleton.module.css';
import top from './recipe-top.module.css';

export function RecipeSkeleton() {
  return (
    <div className={styles.skeleton}>
      <h1>
        <ScreenReaderText>Recipe</ScreenReaderText>
      </h1>
      <Loading text="Loading...">
        <div className={top.top}>
          <Skeleton height="var(--picture-height)" radius="var(--picture-radius)" />
          <div className={classNames(top.about, styles.lines)}>
            <Skeleton width={160} height={30} radius={999} />
            <Skeleton width="70%" height={48} />
            <Skeleton />
            <Skeleton width="80%" />
          </div>
        </div>
      </Loading>
    </div>
  );
}
