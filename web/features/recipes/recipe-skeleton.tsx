import { classNames } from '../../components/class-names.ts';
import { ScreenReaderText } from '../../components/screen-reader.tsx';
import { Loading, Skeleton } from '../../components/skeleton.tsx';
import { servedPicture } from '../../lib/served-picture.ts';
import styles from './recipe-skeleton.module.css';
import top from './recipe-top.module.css';

/** Of the first page, it shows the picture, which may have loaded before the scripts have. */
export function RecipeSkeleton() {
  const picture = servedPicture();
  return (
    <div className={styles.skeleton}>
      <h1>
        <ScreenReaderText>Recipe</ScreenReaderText>
      </h1>
      <Loading text="Loading...">
        <div className={top.top}>
          <div className={styles.picture} data-served-picture>
            <Skeleton height="100%" radius={0} />
            {picture && <img {...picture} alt="" />}
          </div>
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
