import { QueryClient } from '@tanstack/react-query';
import { ApiError } from './api-client.ts';
import { onUserLeft } from './identity/session.ts';
import { onLiveMissed } from './live-missed.ts';
import { backoffMs } from './retry-pause.ts';

const maxRetries = 2;

/** No response, or a busy or failing server. The API client has already renewed a rejected token. */
const isRetryable = (error: unknown) =>
  error instanceof ApiError && (error.unreachable || error.statusCode === 429 || error.statusCode >= 500);

/**
 * Live messages keep the cache current, so that data is not refetched on each visit. Offline, a request fails with an error
 * instead of pausing silently.
 */
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: 60_000,
      networkMode: 'always',
      retry: (failures, error) => failures < maxRetries && isRetryable(error),
      retryDelay: (failures) => backoffMs(failures + 1, 500),
    },
    // Writes have their own bounded retries, with one idempotency key for all of them: `api.send`.
    mutations: { networkMode: 'always', retry: false },
  },
});

/** Refetches the queries on the screen after messages were missed, as before the first connect. */
async function refetchActive() {
  const initialLoads = queryClient
    .getQueryCache()
    .findAll({ type: 'active', fetchStatus: 'fetching', predicate: (query) => query.state.data === undefined });
  await Promise.allSettled(initialLoads.map((query) => query.promise));
  await queryClient.invalidateQueries();
}

onLiveMissed(() => {
  refetchActive().catch(reportError);
});

// Mutations that wait for their turn or for a network would be sent as the next user.
onUserLeft(() => queryClient.getMutationCache().clear());
