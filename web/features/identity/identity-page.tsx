import type { ReactNode } from 'react';
import { PageTitle } from '../../components/page-title.tsx';
import { TablePage } from '../../components/table-page.tsx';
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

/** A form beside a picture. */
export function IdentityPage({ title, lead, footer, tall = false, children }: IdentityPageProps) {
  return (
    <TablePage tall={tall}>
      <PageTitle title={title} size="large" />
      <p className={styles.lead}>{lead}</p>
      {children}
      <p className={styles.footer}>{footer}</p>
    </TablePage>
  );
}
