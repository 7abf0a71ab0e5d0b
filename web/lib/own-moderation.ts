import { queryOptions } from '@tanstack/react-query';
import type { OwnModeration } from '../../server/core/contracts/moderation.ts';
import { api } from './api-client.ts';
import { followLive } from './follow-live.ts';
import { queryClient } from './query-client.ts';

const key = 'own-moderation';

/** What moderators have decided about the user. */
export const ownModerationQuery = (uid: string) =>
  queryOptions({
    queryKey: [key, uid],
    queryFn: async ({ signal }) => (await api.get<OwnModeration>('/users/moderation', { signal })).data,
    meta: { reader: uid },
  });

export const refetchOwnModeration = (): void => {
  queryClient.invalidateQueries({ queryKey: [key] }).catch(reportError);
};

/** Applies new decisions from now on. */
export const followOwnModeration = followLive((message) => {
  if (message.kind === 'moderation.changed') refetchOwnModeration();
});
