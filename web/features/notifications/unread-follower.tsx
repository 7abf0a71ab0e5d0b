import { queryOptions, useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import type { UnreadNotifications } from '../../../server/core/contracts/notifications.ts';
import { api } from '../../lib/api-client.ts';
import { followLive } from '../../lib/follow-live.ts';
import { currentUid, onUserLeft } from '../../lib/identity/session.ts';
import { pushIsOn } from '../../lib/push-is-on.ts';
import { queryClient } from '../../lib/query-client.ts';
import { unreadCount, unreadKey } from '../../lib/unread.ts';
import { useGo } from '../../lib/use-go.ts';

const unreadQuery = (reader: string) =>
  queryOptions({
    queryKey: unreadKey(reader),
    queryFn: async ({ signal }) =>
      (await api.get<UnreadNotifications>('/notifications/unread', { signal })).data.unread,
    meta: { reader },
  });

/** From the first call on, keeps the number in step with live messages. */
const followUnread = followLive((message) => {
  const reader = currentUid();
  if (reader === null || message.kind !== 'notifications.changed' || message.unread === undefined) return;
  queryClient.setQueryData(unreadKey(reader), message.unread);
});

/** Most browsers get no push messages. */
const push = () => import('./push.ts');

// Also when a session ends by itself, and in all tabs: the next user must not get their messages.
onUserLeft(() => {
  if (!pushIsOn.get()) return;
  pushIsOn.set(false);
  push()
    .then(({ endSubscription }) => endSubscription())
    .catch(() => undefined);
});

/** Keeps the number of unread notifications in the bell, the title of the page and the icon of the installed application. */
export function UnreadFollower({ uid, hasPush }: { uid: string; hasPush: boolean }) {
  const { data: unread = 0 } = useQuery(unreadQuery(uid));
  const go = useGo();
  useEffect(followUnread, []);
  useEffect(() => show(unread), [unread]);
  // The next user has none of these.
  useEffect(() => () => show(0), []);
  useEffect(() => {
    if (hasPush) push().then(({ startPush }) => startPush(uid, go), reportError);
  }, [hasPush, uid, go]);
  return null;
}

/** Also on the icon of the application, where the browser has one: https://www.w3.org/TR/badging/ */
function show(count: number): void {
  unreadCount.set(count);
  navigator.setAppBadge?.(count).catch(() => undefined);
}
