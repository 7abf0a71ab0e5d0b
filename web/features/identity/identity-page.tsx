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
  /** What the form does, in the sentence that says why the user is here. */
  verb?: 'Log in' | 'Register';
  children: ReactNode;
}

/** A form beside a picture. Says what the user wanted to do, or that they come from an invitation, to which they return. */
export function IdentityPage({ title, lead, footer, tall = false, verb, children }: IdentityPageProps) {
  const { state } = useLocation();
  const purpose = purposeIn(state);
  return (
    <TablePage tall={tall}>
      <PageTitle title={title} size="large" />
      <p className={styles.lead}>{lead}</p>
      {redirectedFrom(state)?.startsWith('/join/') && (
        <Alert kind="info" className={styles.alert}>
          You have an invitation to a household. It opens once you are logged in, also with a new account.
        </Alert>
      )}
      {verb && purpose && (
        <Alert kind="info" className={styles.alert}>
          {verb} to {purpose}.
        </Alert>
      )}
      {children}
      <p className={styles.footer}>{footer}</p>
    </TablePage>
  );
}

/** What the visitor wanted to do, as in "Log in to like this post.", from the location's state. */
const purposeIn = (state: unknown): string | undefined =>
  typeof state === 'object' && state !== null && 'purpose' in state && typeof state.purpose === 'string'
    ? state.purpose
    : undefined;
