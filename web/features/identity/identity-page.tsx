import type { ReactNode } from 'react';
import { useLocation } from 'react-router-dom';
import { Alert } from '../../components/alert.tsx';
import { PageTitle } from '../../components/page-title.tsx';
import { TablePage } from '../../components/table-page.tsx';
import { redirectedFrom } from '../../lib/redirected-from.ts';
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

/** A form beside a picture. Says so if the user comes from an invitation, to which they return. */
export function IdentityPage({ title, lead, footer, tall = false, children }: IdentityPageProps) {
  const { state } = useLocation();
  return (
    <TablePage tall={tall}>
      <PageTitle title={title} size="large" />
      <p className={styles.lead}>{lead}</p>
      {redirectedFrom(state)?.startsWith('/join/') && (
        <Alert kind="info" className={styles.alert}>
          You have an invitation to a household. It opens once you are logged in, also with a new account.
        </Alert>
      )}
      {children}
      <p className={styles.footer}>{footer}</p>
    </TablePage>
  );
}
