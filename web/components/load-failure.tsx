import { type ReactNode, useState } from 'react';
import { ApiError } from '../lib/api-client.ts';
import { useLiveStatus } from '../lib/live.ts';
import { ErrorAlert } from './error-alert.tsx';
import { NeedsConnection } from './needs-connection.tsx';

export interface LoadFailureProps {
  /** The query of the screen's data. */
  query: {
    error: Error | null;
    data: unknown;
    isFetching: boolean;
    refetch: () => unknown;
    /** A failure to fetch a further page is shown at the end of the others. */
    isFetchNextPageError?: boolean;
  };
  /** The subject of "… needs a connection". */
  subject: string;
  /** It is about a part of a screen, which has a card already. */
  isPart?: boolean;
  className?: string | undefined;
  /** The text for other failures. */
  children: ReactNode;
}

/**
 * Says why a screen has no data, or no current data; nothing if its query has not failed. Without a connection, that is not
 * an error: what was loaded stays, and the query is fetched again after the next connect.
 */
export function LoadFailure({ query, subject, isPart = false, className, children }: LoadFailureProps) {
  const { data, isFetching, refetch, isFetchNextPageError = false } = query;
  const error = isFetchNextPageError ? null : query.error;
  const isConnected = useLiveStatus() === 'live';
  // After a connect, it is still shown until the query is fetched again.
  const [quietError, setQuietError] = useState<Error>();
  const isQuiet = !isConnected && error instanceof ApiError && error.isUndecided;
  if (isQuiet && error !== quietError) setQuietError(error);
  if (error === null) return null;
  if (isQuiet || error === quietError) {
    if (data !== undefined) return null;
    if (!isPart) return <NeedsConnection subject={subject} />;
    return (
      <p role="status" className={className}>
        {subject} needs a connection.
      </p>
    );
  }
  return (
    <ErrorAlert className={className} retrying={isFetching} onRetry={() => void refetch()}>
      {children}
    </ErrorAlert>
  );
}
