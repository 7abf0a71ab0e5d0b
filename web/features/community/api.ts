import { queryOptions, useMutation } from '@tanstack/react-query';
import type { Comment, CommentPage, Post, PostForm, PostPage } from '../../../server/core/contracts/community.ts';
import { excerpted } from '../../../server/core/contracts/excerpt.ts';
import type { LiveMessage } from '../../../server/core/contracts/live.ts';
import type { LikeAnswer } from '../../../server/core/contracts/shared.ts';
import { useNotice } from '../../components/notice.tsx';
import { type Answer, api } from '../../lib/api-client.ts';
import { failureText } from '../../lib/failure-text.ts';
import { foldInto } from '../../lib/fold-live.ts';
import { currentUid } from '../../lib/identity/session.ts';
import { onLive } from '../../lib/live.ts';
import { type Reading, without, withWaitingShown } from '../../lib/live-list.ts';
import { usePendingRequests } from '../../lib/pending-changes.ts';
import { queryClient } from '../../lib/query-client.ts';
import { fetchWhileBuffering } from '../../lib/sync/fetch-while-buffering.ts';
import { putCommentBack } from './comment-draft.ts';
import { type Feed, foldFeed, readFromTop, withNextPosts, withOwnPost, withPost } from './feed-cache.ts';
import type { PostRequest } from './pending.ts';
import {
  type CachedPost,
  foldLikeAnswer,
  foldOwnComment,
  foldOwnCommentDeleted,
  foldWritten,
  freshPost,
  withOlderComments,
} from './post-cache.ts';
import { keepContent } from './whole-content.ts';

const pageSize = 10;
/** The most that the API gives at once. */
const largestPage = 50;
/** A longer feed than this many of the largest pages is cut when it is read again. */
const mostPages = 4;

/** Each reader has his own feed, as it tells what he likes; null reads as a visitor. */
type Reader = string | null;

const allFeeds = ['community', 'feed'] as const;
const feedKey = (reader: Reader) => [...allFeeds, reader] as const;

function readPage(limit: number, cursor: string | null, signal?: AbortSignal) {
  const query = new URLSearchParams({ limit: String(limit), ...(cursor !== null && { cursor }) });
  return api.get<PostPage>(`/community?${query}`, { signal });
}

/** Reads from the top as many posts as are shown, so that what is on the screen is fresh and stays there. */
async function readTop(wanted: number, signal: AbortSignal): Promise<Reading<CachedPost>> {
  const limit = Math.min(Math.max(wanted, pageSize), largestPage);
  let answer = await readPage(limit, null, signal);
  const { position } = answer;
  const entries = postsOf(answer);
  for (let pages = 1; pages < mostPages && entries.length < wanted; pages++) {
    const cursor = answer.data.nextCursor;
    if (cursor === null) break;
    answer = await readPage(limit, cursor, signal);
    entries.push(...postsOf(answer));
  }
  return { entries, nextCursor: answer.data.nextCursor, position };
}

const postsOf = ({ data, position }: Answer<PostPage>) => data.items.map((post) => freshPost(post, position));

export const feedQuery = (reader: Reader) => {
  const queryKey = feedKey(reader);
  return queryOptions({
    queryKey,
    queryFn: async ({ client, signal }): Promise<Feed> => {
      const shown = client.getQueryData<Feed>(queryKey);
      const wanted = (shown?.shown.length ?? 0) + (shown?.waiting.length ?? 0);
      const { answer, buffered } = await fetchWhileBuffering(onLive, () => readTop(wanted, signal));
      // What live messages told meanwhile is in the cache by now, as far as their posts were.
      return withBuffered(readFromTop(answer, client.getQueryData<Feed>(queryKey)), buffered);
    },
    structuralSharing: false,
  });
};

const withBuffered = (feed: Feed, buffered: readonly LiveMessage[]): Feed =>
  buffered.reduce((folded, message) => foldFeed(folded, message), feed);

/** Folds into all readers' feeds: what is published is the same for each. */
export const foldIntoFeeds = (fold: (feed: Feed) => Feed): void => foldInto<Feed>(allFeeds, fold);

const foldIntoPost = (reader: Reader, postId: string, change: (cached: CachedPost) => CachedPost): void =>
  foldInto<Feed>(feedKey(reader), (feed) => withPost(feed, postId, change));

export const showWaitingPosts = (reader: Reader): void => foldInto<Feed>(feedKey(reader), withWaitingShown);

export function useNextPage(reader: Reader) {
  return useMutation({
    mutationFn: (cursor: string) => fetchWhileBuffering(onLive, () => readPage(pageSize, cursor)),
    retry: 1,
    onSuccess: ({ answer, buffered }, cursor) => {
      const page = { entries: postsOf(answer), nextCursor: answer.data.nextCursor };
      foldInto<Feed>(feedKey(reader), (feed) => withBuffered(withNextPosts(feed, page, cursor), buffered));
    },
  });
}

/** A feed that is read again more often than this while a page of comments is fetched lets the press go. */
const mostCommentPages = 5;

/**
 * Fetches the comments before a cursor. Where the feed was read again meanwhile, the post may begin with another comment,
 * which the page does not continue: the page before that one is fetched, so that the reader's press is not lost.
 */
async function readOlderComments(reader: Reader, postId: string, pressed: string): Promise<CommentPage> {
  let cursor: string | null = pressed;
  for (let pages = 0; cursor !== null && pages < mostCommentPages; pages++) {
    const before: string = cursor;
    const { data } = await api.get<CommentPage>(
      `/community/${postId}/comments?${new URLSearchParams({ cursor: before })}`,
    );
    cursor = cursorOf(reader, postId);
    if (cursor !== before) continue;
    foldIntoPost(reader, postId, (cached) => withOlderComments(cached, data, before));
    return data;
  }
  return { items: [], nextCursor: null };
}

function cursorOf(reader: Reader, postId: string): string | null {
  const feed = queryClient.getQueryData<Feed>(feedKey(reader));
  const cached = [...(feed?.shown ?? []), ...(feed?.waiting ?? [])].find(({ item }) => item.id === postId);
  return cached?.item.olderCommentsCursor ?? null;
}

export function useOlderComments(reader: Reader, postId: string) {
  const notify = useNotice();
  return useMutation({
    mutationFn: (cursor: string) => readOlderComments(reader, postId, cursor),
    retry: 1,
    onError: (error) => notify.error(failureText(error, 'Failed to fetch comments')),
  });
}

const changesOf = (postId: string) => ['community', 'change', postId] as const;

const failures: Record<PostRequest['kind'], string> = {
  like: 'Failed to like post',
  comment: 'Failed to add comment',
  deleteComment: 'Failed to delete comment',
  delete: 'Failed to delete post',
};

/** Sends a change and answers how the confirmed feed takes it in. */
async function send(request: PostRequest): Promise<(feed: Feed) => Feed> {
  const { postId, key: idempotencyKey } = request;
  const path = `/community/${postId}`;
  const changed = (change: (cached: CachedPost) => CachedPost) => (feed: Feed) => withPost(feed, postId, change);
  switch (request.kind) {
    case 'like': {
      const { data, position } = await api.send<LikeAnswer>('POST', `${path}/like`, undefined, { idempotencyKey });
      return changed((cached) => foldLikeAnswer(cached, data, position));
    }
    case 'comment': {
      const { text } = request.comment;
      const { data, position } = await api.send<Comment>('POST', `${path}/comments`, { text }, { idempotencyKey });
      return changed((cached) => foldOwnComment(cached, data, position));
    }
    case 'deleteComment': {
      const { commentId } = request;
      const { position } = await api.send('DELETE', `${path}/comments/${commentId}`, undefined, { idempotencyKey });
      return changed((cached) => foldOwnCommentDeleted(cached, commentId, position));
    }
    case 'delete': {
      const { position } = await api.send('DELETE', path, undefined, { idempotencyKey });
      return (feed) => without(feed, postId, position);
    }
  }
}

/** Changes of one post, one after the other; while on their way they are laid over it (`usePendingChanges`). */
export function usePostChange(reader: Reader, postId: string) {
  const notify = useNotice();
  return useMutation({
    mutationKey: changesOf(postId),
    scope: { id: `post ${postId}` },
    mutationFn: send,
    onSuccess: (fold) => foldInto<Feed>(feedKey(reader), fold),
    onError: (error, request) => {
      if (request.kind === 'comment') putBack(request);
      notify.error(failureText(error, failures[request.kind]));
    },
  });
}

/** Wherever its author is by now; unless he has left, and with him his drafts. */
function putBack({ postId, comment }: Extract<PostRequest, { kind: 'comment' }>) {
  if (comment.authorId === currentUid()) putCommentBack(comment.authorId, postId, comment.text);
}

export const usePendingChanges = (postId: string) => usePendingRequests<PostRequest>(changesOf(postId));

/** Whether a change of the post is on its way from here, so that a message about it is no news. */
export const isChanging = (postId: string): boolean => queryClient.isMutating({ mutationKey: changesOf(postId) }) > 0;

export function usePublishPost(reader: Reader) {
  return useMutation({
    mutationFn: ({ form, key }: { form: PostForm; key: string }) =>
      api.send<Post>('POST', '/community', form, { idempotencyKey: key }),
    onSuccess: ({ data, position }) => {
      keepContent(data);
      foldInto<Feed>(feedKey(reader), (feed) => withOwnPost(feed, excerpted(data), position));
    },
  });
}

export function useRevisePost(postId: string) {
  return useMutation({
    mutationFn: ({ form, key }: { form: PostForm; key: string }) =>
      api.send<Post>('PUT', `/community/${postId}`, form, { idempotencyKey: key }),
    onSuccess: ({ data, position }) => {
      keepContent(data);
      foldIntoFeeds((feed) => withPost(feed, postId, (cached) => foldWritten(cached, excerpted(data), position)));
    },
  });
}
