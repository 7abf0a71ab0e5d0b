import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { Button, IconButton } from '../../components/button.tsx';
import { Card } from '../../components/card.tsx';
import { EmptyState } from '../../components/empty-state.tsx';
import { CheckIcon } from '../../components/icons.tsx';
import { LoadFailure } from '../../components/load-failure.tsx';
import { PageTitle } from '../../components/page-title.tsx';
import { Loading, Skeleton } from '../../components/skeleton.tsx';
import { StatusPill } from '../../components/status-pill.tsx';
import { useDialog } from '../../components/use-dialog.ts';
import { failureText } from '../../lib/failure-text.ts';
import { useSession } from '../../lib/identity/session.ts';
import { keepDocuments } from '../../lib/sync/kept-documents.ts';
import { useLiveStatusOf } from '../../lib/use-live-status-of.ts';
import { followNotifications, markRead, notificationsQuery, wantedPages } from './api.ts';
import { SettingsIcon } from './icons.ts';
import { NotificationRow } from './notification-row.tsx';
import { notificationsKey } from './notifications-key.ts';
import styles from './notifications-screen.module.css';

keepDocuments(notificationsKey);

const loadSettings = async () => (await import('./settings-dialog.tsx')).SettingsDialog;

/** What others did that concerns the user. The route is for signed-in users only. */
export function NotificationsScreen() {
  const session = useSession();
  return session.status === 'signedIn' && <OwnNotifications uid={session.user.uid} />;
}

function OwnNotifications({ uid }: { uid: string }) {
  const query = useQuery(notificationsQuery(uid));
  const { data, error, isFetching, isPending, refetch } = query;
  const settings = useDialog(loadSettings);
  const status = useLiveStatusOf(notificationsQuery(uid).queryKey);
  useEffect(followNotifications, []);
  useEffect(() => () => wantedPages.set(1), []);
  const hasUnread = data?.items.some((item) => item.unread) === true;
  const showOlder = () => {
    wantedPages.set(wantedPages.get() + 1);
    void refetch();
  };
  return (
    <div className={styles.screen}>
      <PageTitle title="Notifications">
        <div className={styles.buttons}>
          <span role="status" className={styles.status}>
            <StatusPill status={status} isQuiet />
          </span>
          {hasUnread && (
            <Button
              variant="quiet"
              className={styles.markAll}
              icon={<CheckIcon size={18} />}
              onClick={() => void markRead(uid)}
            >
              <span className={styles.label}>Mark all as read</span>
            </Button>
          )}
          <IconButton label="Notification settings" icon={<SettingsIcon />} onClick={settings.open} />
        </div>
      </PageTitle>
      <LoadFailure query={query} subject="Your notifications" className={styles.alert}>
        {failureText(error, 'Failed to fetch notifications')}
      </LoadFailure>
      {isPending && <NotificationsSkeleton />}
      {data?.items.length === 0 && (
        <EmptyState
          title="Nothing new on the table"
          text="When others like, comment on or mention what you share, you find it here."
        />
      )}
      {data && data.items.length > 0 && (
        <Card as="ul" className={styles.list} aria-label="Notifications">
          {data.items.map((notification) => (
            <NotificationRow
              key={notification.id}
              notification={notification}
              reader={uid}
              onOpen={() => void markRead(uid, notification.id)}
            />
          ))}
        </Card>
      )}
      {data && data.nextCursor !== null && (
        <Button className={styles.older} busy={isFetching} onClick={showOlder}>
          Show older
        </Button>
      )}
      {settings.Dialog && <settings.Dialog uid={uid} onClose={settings.close} />}
    </div>
  );
}

function NotificationsSkeleton() {
  return (
    <Loading text="Loading notifications...">
      <Card className={styles.list}>
        {[72, 88, 64, 80].map((width) => (
          <div key={width} className={styles.loading}>
            <Skeleton width={44} height={44} radius="50%" className={styles.face} />
            <Skeleton width={`${width}%`} />
          </div>
        ))}
      </Card>
    </Loading>
  );
}
