import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import type { FollowForm, Following } from '../../../server/core/contracts/following.ts';
import type { Person } from '../../../server/core/contracts/people.ts';
import { api } from '../../lib/api-client.ts';
import { failureText } from '../../lib/failure-text.ts';
import { followLive } from '../../lib/follow-live.ts';
import { currentUid } from '../../lib/identity/session.ts';
import { queryClient } from '../../lib/query-client.ts';
import { syncedDocuments } from '../../lib/sync/synced-documents.ts';
import { posts } from './api.ts';
import { applyFollow, type FollowChange, foldFollowing } from './fold-following.ts';
import { refetchPeople } from './follow-people.ts';
import { followingKey } from './followed-people.ts';

/** Fetches the posts of those whom the user follows again, when they are shown. */
const refetchPosts = (reader: string) =>
  queryClient.invalidateQueries({ queryKey: posts.query(reader, 'following').queryKey });

/** Whom a user follows. */
const followed = syncedDocuments<Following, FollowChange, readonly [reader: string]>({
  queryKey: [followingKey],
  fetch: async (_, { signal }) => (await api.get<Following>('/following', { signal })).data,
  fold: foldFollowing,
  apply: applyFollow,
  send: async ([reader], { person, isFollowed }, write) => {
    const form: FollowForm = { following: isFollowed };
    const { revision } = await write('POST', `/people/${encodeURIComponent(person.uid)}/follow`, form);
    Promise.all([refetchPosts(reader), refetchPeople(person.uid, reader)]).catch(reportError);
    return revision;
  },
  describe: (_, { person, isFollowed }) => ({ verb: isFollowed ? 'Follow' : 'Unfollow', what: person.name }),
  explain: (_, { isFollowed }, error) => failureText(error, isFollowed ? 'Failed to follow' : 'Failed to unfollow'),
});

const followOwnPosts = followLive((message) => {
  const reader = currentUid();
  if (message.kind === 'following.changed' && reader !== null) refetchPosts(reader).catch(reportError);
});

/** Whom the user follows, with their own changes, kept in step. `reader` is null for a visitor, who follows nobody. */
export function useFollowing(reader: string | null) {
  const uid = reader ?? '';
  useEffect(() => {
    followed.follow();
    followOwnPosts();
  }, []);
  const query = useQuery({ ...followed.query(uid), enabled: reader !== null });
  const pending = followed.usePending(uid);
  const shown = query.data && followed.applyPending(query.data, pending);
  const change = (person: Person, isFollowed: boolean) =>
    followed.change([uid], { person: { uid: person.uid, name: person.name, avatar: person.avatar }, isFollowed });
  return { query, shown, change };
}
