import { queryOptions } from '@tanstack/react-query';
import type { Household, Households } from '../../../server/core/contracts/households.ts';
import type { LiveMessage } from '../../../server/core/contracts/live.ts';
import { api, type ReadOptions } from '../api-client.ts';
import { followLive } from '../follow-live.ts';
import { currentUid } from '../identity/session.ts';
import { onLive } from '../live.ts';
import { queryClient } from '../query-client.ts';
import { fetchWhileBuffering } from '../sync/fetch-while-buffering.ts';
import { forgetKept } from '../sync/remove-when-hidden.ts';
import { includes } from '../sync/versioned.ts';
import { updateQueries } from '../update-queries.ts';
import { furtherListsOf } from './saved-lists.ts';

/** The maximum number of fetches in a row. The next message or connect fetches again. */
const maxFetches = 3;

const householdsKey = (reader: string) => ['households', reader] as const;

/** The user's households, in the order in which they joined them. */
export const householdsQuery = (reader: string) =>
  queryOptions({
    queryKey: householdsKey(reader),
    queryFn: ({ signal }) => fetchHouseholds({ signal }),
    meta: { reader },
  });

const isAboutHouseholds = ({ kind }: LiveMessage): boolean => kind.startsWith('household.');

/** Fetches again if a household changed meanwhile, because its message does not contain the household. */
async function fetchHouseholds(options: ReadOptions): Promise<readonly Household[]> {
  for (let fetches = 1; ; fetches++) {
    const { response, buffered } = await fetchWhileBuffering(onLive, () => api.get<Households>('/households', options));
    if (fetches === maxFetches || !buffered.some(isAboutHouseholds)) return response.data.items;
  }
}

/** Resolves when the cached households are as new as the last response to a write. */
export const refreshHouseholds = (reader: string): Promise<void> =>
  queryClient.invalidateQueries({ queryKey: householdsKey(reader), refetchType: 'all' });

function refetch(reader: string): void {
  queryClient.invalidateQueries({ queryKey: householdsKey(reader) }).catch(reportError);
}

const update = (reader: string, change: (households: readonly Household[]) => readonly Household[]) =>
  updateQueries<readonly Household[]>(householdsKey(reader), change);

const withPerson =
  ({ uid, name, avatar }: Extract<LiveMessage, { kind: 'person.changed' }>) =>
  (households: readonly Household[]): readonly Household[] => {
    if (!households.some(({ members }) => members.some((member) => member.uid === uid))) return households;
    return households.map((household) => ({
      ...household,
      members: household.members.map((member) => (member.uid === uid ? { ...member, name, avatar } : member)),
    }));
  };

/**
 * From the first call on, keeps the cached households in step with live messages. Deletes what the cache and this browser
 * keep of a household that ends.
 */
export const followHouseholds = followLive((message) => {
  const reader = currentUid();
  if (reader === null) return;
  switch (message.kind) {
    case 'household.joined':
      refetch(reader);
      break;
    case 'household.left':
    case 'household.dissolved': {
      // At once: the user may not see it any more.
      update(reader, (households) => households.filter(({ id }) => id !== message.householdId));
      forgetKept([message.householdId, ...furtherListsOf(message.householdId)]);
      refetch(reader);
      break;
    }
    case 'household.changed': {
      const cached = queryClient.getQueryData<readonly Household[]>(householdsKey(reader));
      const household = cached?.find(({ id }) => id === message.householdId);
      if (!household || !includes(household, message.revision)) refetch(reader);
      break;
    }
    case 'person.changed':
      update(reader, withPerson(message));
      break;
  }
});
