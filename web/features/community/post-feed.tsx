import { useQuery } from '@tanstack/react-query';
import { type ReactNode, type Ref, useEffect } from 'react';
import { useNavigationType } from 'react-router-dom';
import { LoadFailure } from '../../components/load-failure.tsx';
import { useFirstItems } from '../../lib/use-first-items.ts';
import { followPosts, posts } from './api.ts';
import { FeedEnd } from './feed-end.tsx';
import { FeedSkeleton } from './feed-skeleton.tsx';
import type { CachedPost } from './fold-post.ts';
import { PostCard } from './post-card.tsx';
import styles from './post-feed.module.css';
import type { PostList } from './post-lists.ts';

/** With the gap below. */
const minCardHeightPx = 200;

export interface PostFeedProps {
  list: PostList;
  /** Shown instead of an empty list. */
  empty: ReactNode;
  /** The subject of "… needs a connection". */
  subject: string;
  /** Whether a post of the list is shown. Default: each one is. */
  isShown?: ((post: CachedPost) => boolean) | undefined;
  ref?: Ref<HTMLDivElement>;
}

/** The query of a list of posts, kept in step. New posts of a list that was opened by a link are shown at once. */
export function usePosts(list: PostList) {
  const arrivedForward = useNavigationType() !== 'POP';
  useEffect(followPosts, []);
  const name = JSON.stringify(list);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the list is compared by its name
  useEffect(() => {
    if (arrivedForward) posts.showUnseen(...list); // Nothing is on the screen yet that could jump.
  }, [arrivedForward, name]);
  return useQuery(posts.query(...list));
}

/** Posts, newest first, with further pages when the end comes near. */
export function PostFeed({ list, empty, subject, isShown = () => true, ref }: PostFeedProps) {
  const feed = useQuery(posts.query(...list));
  const items = feed.data?.items.filter(isShown);
  return (
    <>
      <LoadFailure query={feed} subject={subject} className={styles.alert}>
        Failed to fetch posts
      </LoadFailure>
      {feed.isPending && <FeedSkeleton />}
      {items && <Cards ref={ref} items={items} list={list} nextCursor={feed.data?.nextCursor ?? null} />}
      {items?.length === 0 && empty}
    </>
  );
}

interface CardsProps extends Pick<PostFeedProps, 'list'> {
  ref: Ref<HTMLDivElement> | undefined;
  items: readonly CachedPost[];
  /** Null on the last page. */
  nextCursor: string | null;
}

function Cards({ ref, items, list, nextCursor }: CardsProps) {
  const max = useFirstItems(minCardHeightPx);
  return (
    <>
      <div ref={ref} role="feed" aria-label="Posts" tabIndex={-1} className={styles.posts}>
        {items.slice(0, max).map((post) => (
          <PostCard key={post.id} confirmed={post} />
        ))}
      </div>
      {nextCursor !== null && items.length <= max && <FeedEnd key={nextCursor} list={list} cursor={nextCursor} />}
    </>
  );
}
