import { notifyManager, type Query, QueryClient } from '@tanstack/react-query';
import { ApiError } from './api-client.ts';
import { currentUid, onUserChange } from './identity/session.ts';
import { onLiveMissed } from './live-missed.ts';
import { oncePerFrame } from './once-per-frame.ts';
import { backoffMs } from './retry-pause.ts';

const maxRetries = 2;

/** No response, or a busy or failing server. The API client has already renewed a rejected token. */
const isRetryable = (error: unknown) =>
  error instanceof ApiError && (error.isUnreachable || error.statusCode === 429 || error.statusCode >= 500);

/**
 * Live messages keep the cache current, so that data is not refetched on each visit. Offline, a request fails with an error
 * instead of pausing silently.
 */
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: 60_000,
      networkMode: 'always',
      retry: (failures, error) => failures < maxRetries && navigator.onLine !== false && isRetryable(error),
      retryDelay: (failures) => backoffMs(failures + 1, 500),
    },
    // Writes have their own bounded retries, with one idempotency key for all of them: `api.send`.
    mutations: { networkMode: 'always', retry: false },
  },
});

// Many pushed changes, as while another device sends what it has stored, render each screen once per frame.
notifyManager.setScheduler(oncePerFrame);

/** Invalidates all queries, so that those on the screen are fetched again. Awaits initial loads, which would not be. */
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

/** The reader of queries whose data is the same for all users. */
export const everyone = 'everyone';

// The next user must not see the data of the previous one, nor must their live messages update it.
onUserChange(() => {
  const current = currentUid() ?? '';
  queryClient.removeQueries({
    predicate: ({ meta }) => typeof meta?.reader === 'string' && ![everyone, current].includes(meta.reader),
  });
  // What could not be read as the previous user, for example because their session had ended.
  const failed = ({ state }: Query) => state.status === 'error' && state.data === undefined;
  queryClient.resetQueries({ predicate: failed }).catch(reportError);
});
