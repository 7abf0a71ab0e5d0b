import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { unreadCount } from '../../lib/unread.ts';
import { useGo } from '../../lib/use-go.ts';
import { followNotifications, unreadQuery } from './api.ts';
import { closeShownMessages, followPushMessages, renewPush } from './push.ts';

/** Keeps the number of unread notifications in the bell, the title of the page and the icon of the installed application. */
export function UnreadFollower({ uid }: { uid: string }) {
  const { data: unread = 0 } = useQuery(unreadQuery(uid));
  const go = useGo();
  useEffect(followNotifications, []);
  useEffect(() => {
    unreadCount.set(unread);
    showOnIcon(unread);
    if (unread === 0) closeShownMessages().catch(reportError);
  }, [unread]);
  // The next user has none of these.
  useEffect(
    () => () => {
      unreadCount.set(0);
      showOnIcon(0);
    },
    [],
  );
  useEffect(() => {
    renewPush(uid).catch(reportError);
  }, [uid]);
  useEffect(() => followPushMessages(go), [go]);
  return null;
}

/** Where the browser has icons of applications: https://www.w3.org/TR/badging/ */
function showOnIcon(count: number): void {
  if (!('setAppBadge' in navigator)) return;
  const shown = count > 0 ? navigator.setAppBadge(count) : navigator.clearAppBadge();
  shown.catch(() => undefined);
}
