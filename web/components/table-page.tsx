import { type ReactNode, useState } from 'react';
import { classNames } from './class-names.ts';
import styles from './table-page.module.css';

export interface TablePageProps {
  /** For more content, such as a form of four fields instead of two. */
  tall?: boolean;
  children: ReactNode;
}

/** Content beside a picture of a laid table, or below it on narrow screens. If the picture fails to load, its background remains. */
export function TablePage({ tall = false, children }: TablePageProps) {
  const [failed, setFailed] = useState(false);
  return (
    <div className={styles.page}>
      <picture className={styles.picture}>
        <source
          media="(min-width: 1024px)"
          srcSet="/art/table-700.webp 700w, /art/table-1400.webp 1400w"
          sizes="50vw"
        />
        {!failed && (
          <img
            src="/art/band-720.webp"
            srcSet="/art/band-720.webp 720w, /art/band-1440.webp 1440w"
            sizes="100vw"
            width="720"
            height="340"
            alt=""
            onError={() => setFailed(true)}
          />
        )}
      </picture>
      <div className={classNames(styles.side, tall && styles.tall)}>
        <div className={styles.content}>{children}</div>
      </div>
    </div>
  );
}
