import { useInfiniteQuery } from '@tanstack/react-query';
import { LoadFailure } from '../components/load-failure.tsx';
import { PageTitle } from '../components/page-title.tsx';
import { casesQuery } from '../features/moderation/api.ts';
import { QueueScreen } from '../features/moderation/queue-screen.tsx';
import { ApiError } from '../lib/api-client.ts';
import { useSession } from '../lib/identity/session.ts';
import styles from './not-found.module.css';
import { NotFound } from './not-found.tsx';
import { PageSkeleton } from './page-skeleton.tsx';

/** The queue of moderators. To everybody else, it is an address that does not exist. */
export function ModerationScreen() {
  const session = useSession();
  if (session.status !== 'signedIn') return <NotFound />;
  return <ForModerator key={session.user.uid} uid={session.user.uid} />;
}

function ForModerator({ uid }: { uid: string }) {
  const queue = useInfiniteQuery(casesQuery(uid, 'newest'));
  if (queue.error instanceof ApiError && queue.error.statusCode === 404) return <NotFound />;
  if (queue.data) return <QueueScreen uid={uid} />;
  if (queue.isPending) return <PageSkeleton />;
  return (
    <div className={styles.page} data-not-shown>
      <PageTitle title="Moderation" />
      <LoadFailure query={queue} subject="The queue" className={styles.failure}>
        Failed to fetch the queue
      </LoadFailure>
    </div>
  );
}
