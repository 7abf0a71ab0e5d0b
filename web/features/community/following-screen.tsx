import { useQuery } from '@tanstack/react-query';
import { LinkButton } from '../../components/button.tsx';
import { EmptyState } from '../../components/empty-state.tsx';
import { LoadFailure } from '../../components/load-failure.tsx';
import { useReader } from '../../lib/use-reader.ts';
import { posts } from './api.ts';
import { FeedSegments } from './community-screen.tsx';
import styles from './feed-screen.module.css';
import { FeedScreen } from './feed-screen.tsx';
import { useFollowing } from './following.ts';
import type { PostList } from './post-lists.ts';
import { SuggestedPeople } from './suggested-people.tsx';

/** A user who follows fewer people than this gets suggestions after the posts. */
const few = 5;

/** /community/following: the posts of the people whom the user follows. The route is for signed-in users only. */
export function FollowingScreen() {
  const reader = useReader().reader ?? '';
  const { query, shown } = useFollowing(reader);
  const list: PostList = [reader, 'following'];
  const { data } = useQuery({ ...posts.query(...list), enabled: false });
  const followed = new Set(shown?.items.map(({ uid }) => uid));
  const isShown = ({ authorId }: { authorId: string }) => shown === undefined || followed.has(authorId);
  const hasPosts = data !== undefined && data.items.length > 0;
  const isAtEnd = data?.nextCursor === null;
  return (
    <FeedScreen
      list={list}
      title="Community"
      segments={<FeedSegments chosen="following" />}
      tagline={hasPosts && <span className={styles.tagline}>From the people you follow</span>}
      isShown={isShown}
      empty={
        followed.size === 0 ? (
          <EmptyState title="You follow nobody yet" text="Follow people, and what they post is shown here." />
        ) : (
          <EmptyState
            title="No posts yet"
            text="The people you follow have posted nothing so far."
            action={<LinkButton to="/community">See what others cook</LinkButton>}
          />
        )
      }
    >
      <LoadFailure query={query} subject="Whom you follow">
        Failed to fetch whom you follow
      </LoadFailure>
      {shown && isAtEnd && followed.size < few && <SuggestedPeople reader={reader} />}
    </FeedScreen>
  );
}
