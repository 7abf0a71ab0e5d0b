import type { ReactNode } from 'react';
import { LoadFailure, type LoadFailureProps } from '../components/load-failure.tsx';
import { PageTitle } from '../components/page-title.tsx';
import { ApiError } from '../lib/api-client.ts';
import styles from './not-found.module.css';
import { NotFound } from './not-found.tsx';
import { PageSkeleton } from './page-skeleton.tsx';

interface StaffPageProps {
  /** The server responds with 404 to those who have no role. */
  query: LoadFailureProps['query'] & { isPending: boolean };
  title: string;
  /** The subject of "… needs a connection". */
  subject: string;
  /** The text for other failures. */
  failure: string;
  /** The page, once the query has data. */
  children: ReactNode;
}

/** A page of those who have a role. To everybody else, it is an address that does not exist. */
export function StaffPage({ query, title, subject, failure, children }: StaffPageProps) {
  if (query.error instanceof ApiError && query.error.isNotFound) return <NotFound />;
  if (query.data) return children;
  if (query.isPending) return <PageSkeleton />;
  return (
    <div className={styles.page} data-not-shown>
      <PageTitle title={title} />
      <LoadFailure query={query} subject={subject} className={styles.failure}>
        {failure}
      </LoadFailure>
    </div>
  );
}
