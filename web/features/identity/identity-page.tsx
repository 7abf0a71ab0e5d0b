import { type ReactNode, useState } from 'react';
import { classNames } from '../../components/class-names.ts';
import { PageTitle } from '../../components/page-title.tsx';
import styles from './identity-page.module.css';

export interface IdentityPageProps {
  title: string;
  lead: string;
  /** Below the form: the link to the other page. */
  footer: ReactNode;
  /** For a form of four fields instead of two. */
  tall?: boolean;
  children: ReactNode;
}

/** A form beside a picture, or below it on narrow screens. If the picture fails to load, its background remains. */
export function IdentityPage({ title, lead, footer, tall = false, children }: IdentityPageProps) {
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
        <div className={styles.content}>
          <PageTitle title={title} size="large" />
          <p className={styles.lead}>{lead}</p>
          {children}
          <p className={styles.footer}>{footer}</p>
        </div>
      </div>
    </div>
  );
}
