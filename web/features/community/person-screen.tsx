import { queryOptions, useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { Link, useParams, useSearchParams } from 'react-router-dom';
import type { Person, PersonProfile } from '../../../server/core/contracts/people.ts';
import { Avatar } from '../../components/avatar.tsx';
import { LinkButton } from '../../components/button.tsx';
import { EmptyState } from '../../components/empty-state.tsx';
import { LoadFailure } from '../../components/load-failure.tsx';
import { NewItemsPill } from '../../components/new-items-pill.tsx';
import { PageTitle, titleClass } from '../../components/page-title.tsx';
import { ReportMenu } from '../../components/report-menu.tsx';
import { Segments, segmentClass } from '../../components/segments.tsx';
import { Skeleton } from '../../components/skeleton.tsx';
import { ApiError, api } from '../../lib/api-client.ts';
import { formatCount } from '../../lib/format-count.ts';
import { lazyCode, useLazyCode } from '../../lib/lazy-code.ts';
import { useReader } from '../../lib/use-reader.ts';
import { posts } from './api.ts';
import { FollowButton } from './follow-button.tsx';
import { followPeople, personKey } from './follow-people.ts';
import { FollowedPeople } from './followed-list.tsx';
import { useFollowing } from './following.ts';
import styles from './person-screen.module.css';
import { PersonPlaylists, PersonRecipes } from './person-works.tsx';
import { PostFeed, usePosts } from './post-feed.tsx';
import type { PostList } from './post-lists.ts';

/** Null if there is no such person: a failed query would keep its cached data. */
const personQuery = (uid: string, reader: string | null) =>
  queryOptions({
    queryKey: personKey(uid, reader),
    meta: { reader: reader ?? '' },
    queryFn: async ({ signal }): Promise<PersonProfile | null> => {
      try {
        return (await api.get<PersonProfile>(`/people/${encodeURIComponent(uid)}`, { signal })).data;
      } catch (error) {
        if (error instanceof ApiError && (error.isNotFound || error.statusCode === 422)) return null;
        throw error;
      }
    },
  });

/** /people/:uid: who a person is, with their posts, recipes and public playlists. */
export function PersonScreen() {
  const { uid = '' } = useParams();
  const { reader } = useReader();
  const person = useQuery(personQuery(uid, reader));
  useEffect(followPeople, []);
  return (
    <div className={styles.screen}>
      {person.data === null ? <PersonNotFound /> : <Header uid={uid} person={person.data} />}
      <LoadFailure query={person} subject="This page" className={styles.alert}>
        Failed to fetch person
      </LoadFailure>
      {person.data && <Published key={uid} person={person.data} />}
    </div>
  );
}

function Header({ uid, person }: { uid: string; person: PersonProfile | undefined }) {
  const { reader } = useReader();
  return (
    <header className={styles.header}>
      {person ? (
        <>
          <Avatar uid={uid} name={person.name} photoURL={person.avatar} size={80} />
          <div className={styles.who}>
            <PageTitle
              title={person.name}
              heading={
                <h1 className={titleClass} dir="auto">
                  {person.name}
                </h1>
              }
            />
            <FollowCounts person={person} />
          </div>
          <Follow person={person} />
          {reader !== uid && <ReportMenu label="Person options" reported={{ kind: 'person', id: uid }} />}
        </>
      ) : (
        <>
          <Skeleton width={80} height={80} radius="50%" />
          <Skeleton width={180} height={30} />
        </>
      )}
    </header>
  );
}

/** The counts include what the user has just done. */
function FollowCounts({ person: { uid, followerCount, followingCount, followedByMe = false } }: PersonProps) {
  const { reader } = useReader();
  const { shown } = useFollowing(reader);
  const followsNow = shown ? shown.items.some((each) => each.uid === uid) : followedByMe;
  const followers = followerCount + Number(followsNow) - Number(followedByMe);
  const followed = uid === reader && shown ? shown.items.length : followingCount;
  return (
    <p className={styles.counts}>
      {formatCount(followers, 'follower')} · follows {followed}
    </p>
  );
}

/** Not for oneself, nor for a person whom nobody can follow. */
function Follow({ person }: PersonProps) {
  const { reader } = useReader();
  if (person.uid === reader || !(person.hasPublished || person.followedByMe)) return null;
  return <FollowButton person={person} isFollowed={person.followedByMe} variant="primary" />;
}

interface PersonProps {
  person: PersonProfile;
}

const kinds = { posts: 'Posts', recipes: 'Recipes', playlists: 'Playlists' } as const;
/** On the user's own page. */
const ownKinds = { ...kinds, following: 'Following' } as const;

/** What the person has published, by kind: `?show=recipes`. */
function Published({ person }: { person: Person }) {
  const { reader } = useReader();
  const [search] = useSearchParams();
  const isOwn = useReader().reader === person.uid;
  const choices: Partial<Record<string, string>> = isOwn ? ownKinds : kinds;
  const wanted = search.get('show') ?? 'posts';
  const shown = choices[wanted] === undefined ? 'posts' : wanted;
  return (
    <>
      {reader === person.uid && <Decisions uid={reader} />}
      <Segments as="nav" label="What to show" chosen={shown} className={styles.kinds}>
        {Object.entries(choices).map(([kind, label]) => (
          <Link
            key={kind}
            to={kind === 'posts' ? '?' : `?show=${kind}`}
            replace
            className={segmentClass}
            aria-current={kind === shown ? 'page' : undefined}
          >
            {label}
          </Link>
        ))}
      </Segments>
      {shown === 'posts' && <Posts person={person} />}
      {shown === 'recipes' && <PersonRecipes uid={person.uid} />}
      {shown === 'playlists' && <PersonPlaylists uid={person.uid} />}
      {shown === 'following' && <FollowedPeople reader={person.uid} />}
    </>
  );
}

const decisions = lazyCode(async () => (await import('../../components/decisions-about-me.tsx')).DecisionsAboutMe);

/** On the page of others, its code is not loaded. */
function Decisions({ uid }: { uid: string }) {
  const { value: DecisionsAboutMe } = useLazyCode(decisions);
  return DecisionsAboutMe && <DecisionsAboutMe uid={uid} />;
}

function Posts({ person: { uid, name } }: { person: Person }) {
  const list: PostList = [useReader().reader ?? '', 'author', uid];
  const feed = usePosts(list);
  return (
    <>
      <NewItemsPill
        count={feed.data?.unseen.length ?? 0}
        singular="new post"
        onShow={() => posts.showUnseen(...list)}
      />
      <PostFeed
        list={list}
        subject="This page"
        empty={<EmptyState title="No posts yet" text={`What ${name} posts in the community is shown here.`} />}
      />
    </>
  );
}

function PersonNotFound() {
  return (
    <>
      <PageTitle title="Person not found" />
      <EmptyState
        title="Nobody at this table"
        text="There is no such person, or the address is wrong."
        action={<LinkButton to="/community">See what others cook</LinkButton>}
      />
    </>
  );
}
