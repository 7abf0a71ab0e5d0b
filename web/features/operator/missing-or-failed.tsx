import type { ReactNode } from 'react';
import { LoadFailure, type LoadFailureProps } from '../../components/load-failure.tsx';
import { ApiError } from '../../lib/api-client.ts';

export interface MissingOrFailedProps extends Pick<LoadFailureProps, 'query' | 'subject'> {
  /** What to say if there is nothing, which is no failure. */
  missing: ReactNode;
}

/** Why a query has no data: there is nothing, or it has failed. */
export function MissingOrFailed({ query, subject, missing }: MissingOrFailedProps) {
  if (query.error instanceof ApiError && [404, 422].includes(query.error.statusCode)) {
    return <p className="op-muted">{missing}</p>;
  }
  return (
    <LoadFailure isPart query={query} subject={subject}>
      {query.error?.message}
    </LoadFailure>
  );
}
