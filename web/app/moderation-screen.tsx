import { useInfiniteQuery } from '@tanstack/react-query';
import { casesQuery } from '../features/moderation/api.ts';
import { QueueScreen } from '../features/moderation/queue-screen.tsx';
import { useSession } from '../lib/identity/session.ts';
import { NotFound } from './not-found.tsx';
import { StaffPage } from './staff-page.tsx';

/** The queue of moderators. To everybody else, it is an address that does not exist. */
export function ModerationScreen() {
  const session = useSession();
  if (session.status !== 'signedIn') return <NotFound />;
  return <ForModerator key={session.user.uid} uid={session.user.uid} />;
}

function ForModerator({ uid }: { uid: string }) {
  const queue = useInfiniteQuery(casesQuery(uid, 'newest'));
  return (
    <StaffPage query={queue} title="Moderation" subject="The queue" failure="Failed to fetch the queue">
      <QueueScreen uid={uid} />
    </StaffPage>
  );
}
