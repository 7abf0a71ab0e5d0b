import { useEffect, useState } from 'react';
import { IconLink } from '../components/button.tsx';
import { BellIcon } from '../components/icons.tsx';
import { afterFirstPaint } from '../lib/after-first-paint.ts';
import { lazyCode, useLazyCode } from '../lib/lazy-code.ts';
import { pushIsOn } from '../lib/push-is-on.ts';
import { unreadCount, unreadText } from '../lib/unread.ts';
import styles from './notification-bell.module.css';
import { preloadScreen } from './screens.ts';

/** What counts the unread ones is loaded after the first view. */
const follower = lazyCode(async () => (await import('../features/notifications/unread-follower.tsx')).UnreadFollower);

export function NotificationBell({ uid }: { uid: string }) {
  const count = unreadCount.use();
  const [isPainted, setIsPainted] = useState(false);
  useEffect(() => afterFirstPaint(() => setIsPainted(true)), []);
  return (
    <>
      <IconLink
        to="/notifications"
        {...preloadScreen('/notifications')}
        label={count > 0 ? `Notifications, ${count} unread` : 'Notifications'}
        className={styles.bell}
        icon={
          <>
            <BellIcon />
            {count > 0 && <span className={styles.count}>{unreadText(count)}</span>}
          </>
        }
      />
      {isPainted && <Follower uid={uid} />}
    </>
  );
}

function Follower({ uid }: { uid: string }) {
  const hasPush = pushIsOn.use();
  const { value: UnreadFollower } = useLazyCode(follower);
  return UnreadFollower ? <UnreadFollower key={uid} uid={uid} hasPush={hasPush} /> : null;
}
