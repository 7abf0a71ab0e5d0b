import type { UseQueryResult } from '@tanstack/react-query';
import { type ReactNode, useRef } from 'react';
import { LinkButton } from '../../components/button.tsx';
import { classNames } from '../../components/class-names.ts';
import { NewItemsPill } from '../../components/new-items-pill.tsx';
import { PageTitle } from '../../components/page-title.tsx';
import { StatusPill, useIsPillShown } from '../../components/status-pill.tsx';
import type { SessionUser } from '../../lib/identity/session.ts';
import { useLiveStatus } from '../../lib/live.ts';
import type { Pages } from '../../lib/sync/pages.ts';
import { useReader } from '../../lib/use-reader.ts';
import { posts } from './api.ts';
import styles from './feed-screen.module.css';
import type { CachedPost } from './fold-post.ts';
import { PostFeed, type PostFeedProps, usePosts } from './post-feed.tsx';

export interface FeedScreenProps extends Pick<PostFeedProps, 'list' | 'empty' | 'isShown'> {
  title: string;
  /** Chooses between this feed and others. */
  segments?: ReactNode;
  /** Beside or below the title, while there is nothing else to say. */
  tagline: ReactNode;
  /** After the posts. */
  children?: ReactNode;
}

/** A feed, newest first. New posts by others are hidden behind a pill, so that the feed does not jump. */
export function FeedScreen({ list, title, segments, tagline, empty, isShown, children }: FeedScreenProps) {
  const { user } = useReader();
  const feed = usePosts(list);
  const cards = useRef<HTMLDivElement>(null);
  const unseen = feed.data?.unseen.filter((post) => isShown?.(post) !== false).length ?? 0;

  const showUnseen = () => {
    posts.showUnseen(...list);
    const reducesMotion = matchMedia('(prefers-reduced-motion: reduce)').matches;
    window.scrollTo({ top: 0, behavior: reducesMotion ? 'auto' : 'smooth' });
    cards.current?.focus({ preventScroll: true });
  };

  const line = (
    <div className={classNames(styles.line, feed.isError && !feed.data && styles.nothing)} role="status">
      <StatusLine feed={feed} hasUnseen={unseen > 0} tagline={tagline} />
    </div>
  );
  return (
    <div className={styles.screen}>
      <PageTitle title={title}>
        <LinkButton variant="primary" {...createPostLink(user)}>
          Create Post
        </LinkButton>
      </PageTitle>
      {segments && (
        <div className={styles.choice}>
          {segments}
          {line}
        </div>
      )}
      <NewItemsPill
        count={unseen}
        singular="new post"
        onShow={showUnseen}
        className={segments ? styles.pill : undefined}
      />
      {!segments && line}
      <PostFeed ref={cards} list={list} subject="The community" empty={empty} isShown={isShown} />
      {children}
    </div>
  );
}

interface StatusLineProps extends Pick<FeedScreenProps, 'tagline'> {
  feed: UseQueryResult<Pages<CachedPost>>;
  hasUnseen: boolean;
}

/** The status beside or below the title, while there is no pill. */
function StatusLine({ feed: { isPending }, hasUnseen, tagline }: StatusLineProps) {
  const status = useLiveStatus();
  const isPillShown = useIsPillShown(status);
  if (isPending) return 'Loading posts...';
  if (hasUnseen) return null;
  return isPillShown ? <StatusPill status={status} isQuiet /> : tagline;
}

/** Visitors log in first, and are then redirected to the form. */
export const createPostLink = (user: SessionUser | null) =>
  user ? { to: '/create-post' } : { to: '/login', state: { from: '/create-post', purpose: 'write a post' } };
