import type { UseQueryResult } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { Link, useNavigationType, useSearchParams } from 'react-router-dom';
import { normalizeTag } from '../../../server/core/contracts/hashtags.ts';
import { LinkButton } from '../../components/button.tsx';
import { classNames } from '../../components/class-names.ts';
import { EmptyState } from '../../components/empty-state.tsx';
import { BackIcon } from '../../components/icons.tsx';
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
import type { CachedPost } from './fold-post.ts';
import { PostFeed, usePosts } from './post-feed.tsx';
import type { PostList } from './post-lists.ts';

/** /community: the feed, and with `?tag=` the posts with a hashtag. */
export function CommunityScreen() {
  const [search] = useSearchParams();
  const tag = normalizeTag(search.get('tag') ?? '');
  return <Feed key={tag} tag={tag} />;
}

/** Newest first. New posts by others are hidden behind a pill, so that the feed does not jump. */
function Feed({ tag }: { tag: string }) {
  const { user } = useReader();
  const reader = user?.uid ?? '';
  const list: PostList = tag === '' ? [reader, 'all'] : [reader, 'tag', tag];
  const feed = usePosts(list);
  const cards = useRef<HTMLDivElement>(null);
  const arrivedForward = useNavigationType() !== 'POP';
  useEffect(() => {
    // The layout does so for a new path only.
    if (tag !== '' && arrivedForward) window.scrollTo(0, 0);
  }, [tag, arrivedForward]);

  const showUnseen = () => {
    if (feed.data && feed.data.unseen.length >= maxUnseen) {
      queryClient.resetQueries(posts.query(...list)).catch(reportError);
    } else posts.showUnseen(...list);
    const reducesMotion = matchMedia('(prefers-reduced-motion: reduce)').matches;
    window.scrollTo({ top: 0, behavior: reducesMotion ? 'auto' : 'smooth' });
    cards.current?.focus({ preventScroll: true });
  };

  return (
    <div className={styles.screen}>
      <PageTitle title={tag === '' ? 'Community' : `#${tag}`}>
        <LinkButton variant="primary" {...createPostLink(user)}>
          Create Post
        </LinkButton>
      </PageTitle>
      <NewItemsPill count={feed.data?.unseen.length ?? 0} singular="new post" onShow={showUnseen} />
      <div className={classNames(styles.line, feed.isError && !feed.data && styles.nothing)} role="status">
        <StatusLine feed={feed} tag={tag} />
      </div>
      <PostFeed
        ref={cards}
        list={list}
        subject="The community"
        empty={
          <EmptyState
            title={tag === '' ? 'No posts yet' : 'No posts with this tag'}
            text="Tell the others what is on your stove today."
            action={
              <LinkButton {...createPostLink(user)}>
                {tag === '' ? 'Write the first post' : 'Write the first one'}
              </LinkButton>
            }
          />
        }
      />
    </div>
  );
}

/** The status beside or below the title, while there is no pill. */
function StatusLine({ feed: { isPending, data }, tag }: { feed: UseQueryResult<Pages<CachedPost>>; tag: string }) {
  const status = useLiveStatus();
  const isPillShown = useIsPillShown(status);
  if (isPending) return 'Loading posts...';
  if (data && data.unseen.length > 0) return null;
  if (isPillShown) return <StatusPill status={status} isQuiet />;
  if (tag !== '') {
    return (
      <Link to="/community" className={styles.all}>
        <BackIcon size={16} />
        All posts
      </Link>
    );
  }
  return data && data.items.length > 0 && <span className={styles.tagline}>Fresh from everybody’s kitchen</span>;
}

/** Visitors log in first, and are then redirected to the form. */
const createPostLink = (user: SessionUser | null) =>
  user ? { to: '/create-post' } : { to: '/login', state: { from: '/create-post' } };
