import { queryOptions } from '@tanstack/react-query';
import type { UnreadNotifications } from '../../../server/core/contracts/notifications.ts';
import { api } from '../../lib/api-client.ts';
import { followLive } from '../../lib/follow-live.ts';
import { currentUid } from '../../lib/identity/session.ts';
import { queryClient } from '../../lib/query-client.ts';

export const unreadKey = (reader: string) => ['unread-notifications', reader] as const;

export const unreadQuery = (reader: string) =>
  queryOptions({
    queryKey: unreadKey(reader),
    queryFn: async ({ signal }) =>
      (await api.get<UnreadNotifications>('/notifications/unread', { signal })).data.unread,
    meta: { reader },
  });

/** From the first call on, keeps the number in step with live messages. */
export const followUnread = followLive((message) => {
  const reader = currentUid();
  if (reader === null || message.kind !== 'notifications.changed' || message.unread === undefined) return;
  queryClient.setQueryData(unreadKey(reader), message.unread);
});
