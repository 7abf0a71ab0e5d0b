import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { Link, useNavigationType, useSearchParams } from 'react-router-dom';
import { normalizeTag } from '../../../server/core/contracts/hashtags.ts';
import { LinkButton } from '../../components/button.tsx';
import { EmptyState } from '../../components/empty-state.tsx';
import { BackIcon } from '../../components/icons.tsx';
import { Segments, segmentClass } from '../../components/segments.tsx';
import { useReader } from '../../lib/use-reader.ts';
import { posts } from './api.ts';
import styles from './feed-screen.module.css';
import { createPostLink, FeedScreen } from './feed-screen.tsx';
import { followingPath } from './paths.ts';
import type { PostList } from './post-lists.ts';

/** /community: the feed, and with `?tag=` the posts with a hashtag. */
export function CommunityScreen() {
  const [search] = useSearchParams();
  const tag = normalizeTag(search.get('tag') ?? '');
  return tag === '' ? <Everyone /> : <Tagged key={tag} tag={tag} />;
}

function Everyone() {
  const { user } = useReader();
  const list: PostList = [user?.uid ?? '', 'all'];
  const { data } = useQuery({ ...posts.query(...list), enabled: false });
  const hasPosts = data !== undefined && data.items.length > 0;
  return (
    <FeedScreen
      list={list}
      title="Community"
      segments={user && <FeedSegments chosen="everyone" />}
      tagline={hasPosts && <span className={styles.tagline}>Fresh from everybody’s kitchen</span>}
      empty={<NoPosts title="No posts yet" action="Write the first post" />}
    />
  );
}

function Tagged({ tag }: { tag: string }) {
  const { user } = useReader();
  const arrivedForward = useNavigationType() !== 'POP';
  useEffect(() => {
    // The layout does so for a new path only.
    if (arrivedForward) window.scrollTo(0, 0);
  }, [arrivedForward]);
  return (
    <FeedScreen
      list={[user?.uid ?? '', 'tag', tag]}
      title={`#${tag}`}
      tagline={
        <Link to="/community" className={styles.all}>
          <BackIcon size={16} />
          All posts
        </Link>
      }
      empty={<NoPosts title="No posts with this tag" action="Write the first one" />}
    />
  );
}

function NoPosts({ title, action }: { title: string; action: string }) {
  const { user } = useReader();
  return (
    <EmptyState
      title={title}
      text="Tell the others what is on your stove today."
      action={<LinkButton {...createPostLink(user)}>{action}</LinkButton>}
    />
  );
}

const feeds = {
  everyone: { to: '/community', label: 'Everyone' },
  following: { to: followingPath, label: 'Following' },
};

/** Chooses between all posts and those of the people whom the user follows. */
export function FeedSegments({ chosen }: { chosen: keyof typeof feeds }) {
  return (
    <Segments as="nav" label="Whose posts" chosen={chosen}>
      {Object.entries(feeds).map(([feed, { to, label }]) => (
        <Link key={feed} to={to} replace className={segmentClass} aria-current={feed === chosen ? 'page' : undefined}>
          {label}
        </Link>
      ))}
    </Segments>
  );
}
