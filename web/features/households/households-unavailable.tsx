import { ErrorAlert } from '../../components/error-alert.tsx';
import { NeedsConnection } from '../../components/needs-connection.tsx';
import { ApiError } from '../../lib/api-client.ts';
import { failureText } from '../../lib/failure-text.ts';
import styles from './households-unavailable.module.css';

export interface HouseholdsUnavailableProps {
  error: unknown;
  /** Whether earlier content is shown below. */
  hasData: boolean;
  retrying: boolean;
  onRetry: () => void;
}

/** Why households cannot be fetched. Without a connection, that is not an error: they load by themselves later. */
export function HouseholdsUnavailable({ error, hasData, retrying, onRetry }: HouseholdsUnavailableProps) {
  if (error instanceof ApiError && error.isUnreachable) {
    return hasData ? null : <NeedsConnection subject="This page" retrying={retrying} onRetry={onRetry} />;
  }
  return (
    <ErrorAlert className={styles.alert} retrying={retrying} onRetry={onRetry}>
      {failureText(error, 'Failed to fetch households')}
    </ErrorAlert>
  );
}
