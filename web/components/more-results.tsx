import type { ReactNode } from 'react';
import { useNearEnd } from '../lib/use-near-end.ts';
import { ErrorAlert } from './error-alert.tsx';
import { MediaSpinner } from './media-spinner.tsx';
import styles from './more-results.module.css';

export interface MoreResultsProps {
  /** An infinite query that has a next page. */
  query: {
    readonly isFetching: boolean;
    readonly isFetchNextPageError: boolean;
    readonly fetchNextPage: () => Promise<unknown>;
  };
  /** The text of a failure. */
  children: ReactNode;
}

/** Fetches the next page when the end of the results comes near. A failure is shown there, and only that page is retried. */
export function MoreResults({
  query: { isFetching, isFetchNextPageError, fetchNextPage },
  children,
}: MoreResultsProps) {
  const end = useNearEnd(() => {
    if (!isFetching && !isFetchNextPageError) void fetchNextPage();
  }, !isFetching);
  return (
    <div ref={end} className={styles.end}>
      {isFetchNextPageError ? (
        <ErrorAlert retrying={isFetching} onRetry={() => void fetchNextPage()}>
          {children}
        </ErrorAlert>
      ) : (
        <MediaSpinner />
      )}
    </div>
  );
}
