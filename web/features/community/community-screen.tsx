import { type UseQueryResult, useQuery } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { useNavigationType } from 'react-router-dom';
import { LinkButton } from '../../components/button.tsx';
import { classNames } from '../../components/class-names.ts';
import { EmptyState } from '../../components/empty-state.tsx';
import { ErrorAlert } from '../../components/error-alert.tsx';
import { NewItemsPill } from '../../components/new-items-pill.tsx';
import { PageTitle } from '../../components/page-title.tsx';
import { StatusPill } from '../../components/status-pill.tsx';
import type { SessionUser } from '../../lib/identity/session.ts';
import { useLiveStatus } from '../../lib/live.ts';
import { mostWaiting } from '../../lib/live-list.ts';
import { queryClient } from '../../lib/query-client.ts';
import { useReader } from '../../lib/use-reader.ts';
import { feedQuery, showWaitingPosts } from './api.ts';
import styles from './community-screen.module.css';
import type { Feed } from './feed-cache.ts';
import { FeedEnd } from './feed-end.tsx';
import { FeedSkeleton } from './feed-skeleton.tsx';
import { followFeed } from './follow-feed.ts';
import { PostCard } from './post-card.tsx';

/** The feed, newest first. What others publish meanwhile waits in a pill, so that nothing jumps. */
export function CommunityScreen() {
  const { reader, user } = useReader();
  const feed = useQuery(feedQuery(reader));
  const posts = useRef<HTMLDivElement>(null);
  const arrivedForward = useNavigationType() !== 'POP';

  useEffect(followFeed, []);
  useEffect(() => {
    if (arrivedForward) showWaitingPosts(reader); // Whoever just came has nothing before him that could jump.
  }, [arrivedForward, reader]);

  const showWaiting = () => {
    if (feed.data && feed.data.waiting.length >= mostWaiting)
      queryClient.resetQueries(feedQuery(reader)).catch(reportError);
    else showWaitingPosts(reader);
    const calm = matchMedia('(prefers-reduced-motion: reduce)').matches;
    window.scrollTo({ top: 0, behavior: calm ? 'auto' : 'smooth' });
    posts.current?.focus({ preventScroll: true });
  };

  return (
    <div className={styles.screen}>
      <PageTitle title="Community">
        <LinkButton variant="primary" {...createPost(user)}>
          Create Post
        </LinkButton>
      </PageTitle>
      <NewItemsPill count={feed.data?.waiting.length ?? 0} singular="new post" onShow={showWaiting} />
      <div className={classNames(styles.line, feed.isError && !feed.data && styles.nothing)} role="status">
        <Line feed={feed} />
      </div>
      {feed.isError && (
        <ErrorAlert className={styles.alert} retrying={feed.isFetching} onRetry={() => feed.refetch()}>
          Failed to fetch posts
        </ErrorAlert>
      )}
      {feed.isPending && <FeedSkeleton />}
      {feed.data && (
        <div ref={posts} role="feed" aria-label="Posts" tabIndex={-1} className={styles.posts}>
          {feed.data.shown.map((cached) => (
            <PostCard key={cached.item.id} cached={cached} />
          ))}
        </div>
      )}
      {feed.data?.shown.length === 0 && (
        <EmptyState
          title="No posts yet"
          text="Tell the others what is on your stove today."
          action={<LinkButton {...createPost(user)}>Write the first post</LinkButton>}
        />
      )}
      {feed.data && feed.data.nextCursor !== null && (
        <FeedEnd key={feed.data.nextCursor} reader={reader} cursor={feed.data.nextCursor} />
      )}
    </div>
  );
}

/** What is said beside the title, or below it, while no pill is there. */
function Line({ feed: { isPending, data } }: { feed: UseQueryResult<Feed> }) {
  const status = useLiveStatus();
  if (isPending) return 'Loading posts...';
  if (data && data.waiting.length > 0) return null;
  if (status === 'offline') return <StatusPill status={status} />;
  return data && data.shown.length > 0 && <span className={styles.tagline}>Fresh from everybody’s kitchen</span>;
}

/** Visitors sign in first, and then go on. */
const createPost = (user: SessionUser | null) =>
  user ? { to: '/create-post' } : { to: '/login', state: { from: '/create-post' } };
