import { type UseQueryResult, useQuery } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { useNavigationType } from 'react-router-dom';
import { LinkButton } from '../../components/button.tsx';
import { classNames } from '../../components/class-names.ts';
import { EmptyState } from '../../components/empty-state.tsx';
import { LoadFailure } from '../../components/load-failure.tsx';
import { NewItemsPill } from '../../components/new-items-pill.tsx';
import { PageTitle } from '../../components/page-title.tsx';
import { StatusPill, useIsPillShown } from '../../components/status-pill.tsx';
import type { SessionUser } from '../../lib/identity/session.ts';
import { useLiveStatus } from '../../lib/live.ts';
import { queryClient } from '../../lib/query-client.ts';
import { maxUnseen, type Pages } from '../../lib/sync/pages.ts';
import { useReader } from '../../lib/use-reader.ts';
import { posts } from './api.ts';
import styles from './community-screen.module.css';
import { FeedEnd } from './feed-end.tsx';
import { FeedSkeleton } from './feed-skeleton.tsx';
import type { CachedPost } from './fold-post.ts';
import { PostCard } from './post-card.tsx';

/** The feed, newest first. New posts by others are hidden behind a pill, so that the feed does not jump. */
export function CommunityScreen() {
  const { user } = useReader();
  const reader = user?.uid ?? '';
  const feed = useQuery(posts.query(reader));
  const cards = useRef<HTMLDivElement>(null);
  const arrivedForward = useNavigationType() !== 'POP';

  useEffect(posts.follow, []);
  useEffect(() => {
    if (arrivedForward) posts.showUnseen(reader); // Nothing is on the screen yet that could jump.
  }, [arrivedForward, reader]);

  const showUnseen = () => {
    if (feed.data && feed.data.unseen.length >= maxUnseen) {
      queryClient.resetQueries(posts.query(reader)).catch(reportError);
    } else posts.showUnseen(reader);
    const reducesMotion = matchMedia('(prefers-reduced-motion: reduce)').matches;
    window.scrollTo({ top: 0, behavior: reducesMotion ? 'auto' : 'smooth' });
    cards.current?.focus({ preventScroll: true });
  };

  return (
    <div className={styles.screen}>
      <PageTitle title="Community">
        <LinkButton variant="primary" {...createPostLink(user)}>
          Create Post
        </LinkButton>
      </PageTitle>
      <NewItemsPill count={feed.data?.unseen.length ?? 0} singular="new post" onShow={showUnseen} />
      <div className={classNames(styles.line, feed.isError && !feed.data && styles.nothing)} role="status">
        <StatusLine feed={feed} />
      </div>
      <LoadFailure query={feed} subject="The community" className={styles.alert}>
        Failed to fetch posts
      </LoadFailure>
      {feed.isPending && <FeedSkeleton />}
      {feed.data && (
        <div ref={cards} role="feed" aria-label="Posts" tabIndex={-1} className={styles.posts}>
          {feed.data.items.map((post) => (
            <PostCard key={post.id} confirmed={post} />
          ))}
        </div>
      )}
      {feed.data?.items.length === 0 && (
        <EmptyState
          title="No posts yet"
          text="Tell the others what is on your stove today."
          action={<LinkButton {...createPostLink(user)}>Write the first post</LinkButton>}
        />
      )}
      {feed.data && feed.data.nextCursor !== null && (
        <FeedEnd key={feed.data.nextCursor} reader={reader} cursor={feed.data.nextCursor} />
      )}
    </div>
  );
}

/** The status beside or below the title, while there is no pill. */
function StatusLine({ feed: { isPending, data } }: { feed: UseQueryResult<Pages<CachedPost>> }) {
  const status = useLiveStatus();
  const isPillShown = useIsPillShown(status);
  if (isPending) return 'Loading posts...';
  if (data && data.unseen.length > 0) return null;
  if (isPillShown) return <StatusPill status={status} isQuiet />;
  return data && data.items.length > 0 && <span className={styles.tagline}>Fresh from everybody’s kitchen</span>;
}

/** Visitors log in first, and are then redirected to the form. */
const createPostLink = (user: SessionUser | null) =>
  user ? { to: '/create-post' } : { to: '/login', state: { from: '/create-post' } };
