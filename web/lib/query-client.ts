import { QueryClient } from '@tanstack/react-query';
import { ApiError } from './api-client.ts';
import { onUserLeft } from './identity/session.ts';
import { onLiveMissed } from './live.ts';

const retries = 2;

/** What a second try may mend: no answer, a server that is busy or failing. The client has renewed an old token already. */
const mayMend = (error: unknown) =>
  error instanceof ApiError && (error.unreachable || error.statusCode === 429 || error.statusCode >= 500);

/**
 * Live messages keep the cache fresh, so that data is not asked for again on each visit. Without signal a request fails
 * (and says so) instead of waiting in silence.
 */
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: 60_000,
      networkMode: 'always',
      retry: (failures, error) => failures < retries && mayMend(error),
      retryDelay: (failures) => Math.min(500 * 2 ** failures, 4_000),
    },
    // Writes have their own bounded retries, with one idempotency key for all of them: `api.send`.
    mutations: { networkMode: 'always', retry: false },
  },
});

/** Messages were missed, as before the connection stood: what is on the screen is read again. */
async function refetchShown() {
  const loadingFirst = queryClient
    .getQueryCache()
    .findAll({ type: 'active', fetchStatus: 'fetching', predicate: (query) => query.state.data === undefined });
  await Promise.allSettled(loadingFirst.map((query) => query.promise));
  await queryClient.invalidateQueries();
}

onLiveMissed(() => {
  refetchShown().catch(reportError);
});

// What waits for its turn or for a network would go out in the name of the next user.
onUserLeft(() => queryClient.getMutationCache().clear());
