import { type Query, useMutation } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import type { FeedPost, Post, PostForm, PostPage } from '../../../server/core/contracts/community.ts';
import { toExcerpt } from '../../../server/core/contracts/excerpt.ts';
import { ApiError, api } from '../../lib/api-client.ts';
import { isCommentFormShown, restoreComment, restoreCommentOfLeaving } from '../../lib/comment-draft.ts';
import { failureText } from '../../lib/failure-text.ts';
import { followLive } from '../../lib/follow-live.ts';
import { notify } from '../../lib/notices.ts';
import { queryClient } from '../../lib/query-client.ts';
import { addRecentChanges, type RecentChanges } from '../../lib/recent-changes.ts';
import type { SentForm } from '../../lib/send-idempotently.ts';
import { createStore } from '../../lib/store.ts';
import { keepOlderComments, withOlderComments } from '../../lib/sync/comments.ts';
import type { OlderComments } from '../../lib/sync/fetch-older-comments.ts';
import type { Pages } from '../../lib/sync/pages.ts';
import { syncedPages } from '../../lib/sync/synced-pages.ts';
import { useFetchOlder } from '../../lib/sync/use-fetch-older.ts';
import type { CachedPost } from './fold-post.ts';
import { postPath } from './paths.ts';
import { applyChange, describeChange, type PostChange, sendChange } from './post-changes.ts';
import { foldInList, isListed, type PostList, requestOf } from './post-lists.ts';
import { cacheContent } from './whole-content.ts';

/** Recent changes by other users: comments by id, and parts of posts by `partKey`. */
export const changedByOthers = createStore<RecentChanges>({});
export const partKey = (postId: string, part: 'likes' | 'text'): string => `${part} of ${postId}`;

/** During an upgrade, an older server may respond without a revision. */
const toCachedPost = (post: FeedPost): CachedPost => ({ ...post, revision: post.revision ?? null });

const failureTexts: Record<PostChange['kind'], string> = {
  like: 'Failed to like post',
  comment: 'Failed to add comment',
  deleteComment: 'Failed to delete comment',
  likeComment: 'Failed to like comment',
  delete: 'Failed to delete post',
};

const feedKey = ['community', 'feed'];

async function fetchPost(id: string, signal?: AbortSignal): Promise<CachedPost> {
  const { data } = await api.get<Post>(`/community/${encodeURIComponent(id)}`, { signal });
  cacheContent(data);
  return toCachedPost(toExcerpt(data));
}

/** Empty if there is no such post: a failed query would keep its cached data. */
async function fetchIfExists(id: string, signal: AbortSignal | undefined): Promise<CachedPost[]> {
  try {
    return [await fetchPost(id, signal)];
  } catch (error) {
    if (error instanceof ApiError && (error.isNotFound || error.statusCode === 422)) return [];
    throw error;
  }
}

/** Lists of posts, cached by the uid of their reader because they include the reader's likes. */
export const posts = syncedPages<CachedPost, PostChange, PostList>({
  queryKey: feedKey,
  pageSize: 10,
  maxPages: 4,
  fetchPage: async (list, { limit, cursor, signal }) => {
    if (list[1] === 'one') return { items: await fetchIfExists(list[2], signal), nextCursor: null };
    const { path, query } = requestOf(list);
    const parameters = new URLSearchParams({ limit: String(limit), ...query, ...(cursor !== null && { cursor }) });
    const { data } = await api.get<PostPage>(`${path}?${parameters}`, { signal });
    return { ...data, items: data.items.map(toCachedPost) };
  },
  fetchOne: ({ id }) => fetchPost(id),
  keepFromPrevious: keepOlderComments,
  fold: foldInList,
  addedDocument: (message, list) => {
    if (message.kind !== 'post.published') return undefined;
    const document = toCachedPost(message.post);
    return isListed(document, list) ? { document, isUnseen: true } : undefined;
  },
  apply: applyChange,
  send: ([, postId], change, write) => sendChange(postId, change, write),
  describe: (_, change, post) => describeChange(change, post),
  explain: (_, { kind }, error) => failureText(error, failureTexts[kind]),
  refused: ([reader, postId], change, { error }) => {
    if (change.kind !== 'comment' || !isCommentFormShown(reader, postId)) return false;
    restoreComment(reader, postId, change.comment);
    notify.error(failureText(error, failureTexts.comment));
    return true;
  },
  lost: ([reader, postId], change) => {
    if (change.kind === 'comment') restoreCommentOfLeaving(reader, postId, change.comment);
    return change.kind === 'comment';
  },
  canRevise: ({ kind }) => kind === 'comment',
  revise: ([reader, postId], change) => {
    if (change.kind === 'comment') restoreComment(reader, postId, change.comment);
    return postPath(postId);
  },
  onMessage: (before, after) => {
    const parts = changedParts(before, after);
    if (parts.length > 0) changedByOthers.set(addRecentChanges(changedByOthers.get(), parts, Date.now()));
  },
});

/**
 * A revision may add a post to the list of a hashtag. Its push does not contain the whole post, so that list is fetched. A restored
 * post belongs among others. What is hidden, its author still reads, with the reason.
 */
const fetchChangedLists = followLive((message) => {
  if (message.kind === 'moderation.changed' || (message.kind === 'content.restored' && message.what === 'post')) {
    queryClient.invalidateQueries({ queryKey: feedKey }).catch(reportError);
  }
  const tags = message.kind === 'post.changed' ? message.written?.tags : undefined;
  if (message.kind !== 'post.changed' || tags === undefined) return;
  const lacksPost = ({ queryKey: [, , reader, list, tag] }: Query) =>
    list === 'tag' &&
    tags.includes(String(tag)) &&
    queryClient
      .getQueryData<Pages<CachedPost>>(posts.query(String(reader), 'tag', String(tag)).queryKey)
      ?.items.every(({ id }) => id !== message.postId) === true;
  queryClient.invalidateQueries({ queryKey: feedKey, predicate: lacksPost }).catch(reportError);
});

/** Applies pushed changes to all lists of posts from now on. */
export function followPosts(): void {
  posts.follow();
  fetchChangedLists();
}

function changedParts(before: CachedPost, after: CachedPost): string[] {
  const { id, title, content, imageUrl, photos, youtubeUrl, likeCount, comments } = after;
  const idsBefore = new Set(before.comments.map((comment) => comment.id));
  const text = [title, content, imageUrl, youtubeUrl, idsOf(photos)].join();
  const textBefore = [before.title, before.content, before.imageUrl, before.youtubeUrl, idsOf(before.photos)].join();
  return [
    ...(text === textBefore ? [] : [partKey(id, 'text')]),
    ...(likeCount === before.likeCount ? [] : [partKey(id, 'likes')]),
    ...comments.flatMap((comment) => (idsBefore.has(comment.id) ? [] : comment.id)),
  ];
}

/** @param shownCursor that of the shown copy: other lists may have another part of the conversation */
export function useOlderComments(reader: string, postId: string, shownCursor: string | null) {
  const cursor = useRef(shownCursor);
  useEffect(() => {
    cursor.current = shownCursor;
  });
  const older: OlderComments = {
    path: `/community/${postId}/comments`,
    cursorNow: () => cursor.current,
    removedBy: (message) =>
      message.kind === 'comment.hidden' && message.id === postId
        ? [message.commentId]
        : message.kind === 'post.changed' && message.postId === postId
          ? (message.comments?.removed ?? [])
          : [],
    add: (page, before) => posts.amend([reader, postId], (cached) => withOlderComments(cached, page, before)),
  };
  return useFetchOlder(older);
}

export const usePublishPost = (reader: string) =>
  useMutation({
    mutationFn: ({ form, key, isRecorded = false }: SentForm<PostForm>) =>
      isRecorded
        ? api.send<Post>('PUT', `/community/${key}`, form)
        : api.send<Post>('POST', '/community', { id: key, ...form } satisfies PostForm, { idempotencyKey: key }),
    onSuccess: ({ data }) => {
      cacheContent(data);
      const post = toCachedPost(toExcerpt(data));
      posts.add(post, reader, 'all');
      posts.add(post, reader, 'author', reader);
      for (const tag of post.tags ?? []) posts.add(post, reader, 'tag', tag);
    },
  });

export function useRevisePost(reader: string, postId: string) {
  return useMutation({
    mutationFn: async ({ form, key }: SentForm<PostForm>) => {
      const { data, revision } = await api.send<Post>('PUT', `/community/${postId}`, form, { idempotencyKey: key });
      cacheContent(data);
      await posts.waitForRevision([reader, postId], revision);
    },
  });
}

const idsOf = (photos: CachedPost['photos']): string => (photos ?? []).map(({ id }) => id).join();
