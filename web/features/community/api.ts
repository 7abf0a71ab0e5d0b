import { useMutation } from '@tanstack/react-query';
import type { CommentPage, FeedPost, Post, PostForm, PostPage } from '../../../server/core/contracts/community.ts';
import { excerpted } from '../../../server/core/contracts/excerpt.ts';
import { useNotice } from '../../components/notice.tsx';
import { api } from '../../lib/api-client.ts';
import { failureText } from '../../lib/failure-text.ts';
import { currentUid } from '../../lib/identity/session.ts';
import { onLive } from '../../lib/live.ts';
import { type News, withNews } from '../../lib/news.ts';
import { createStore } from '../../lib/store.ts';
import { fetchWhileBuffering } from '../../lib/sync/fetch-while-buffering.ts';
import { syncedPages } from '../../lib/sync/synced-pages.ts';
import { putCommentBack } from './comment-draft.ts';
import { type CachedPost, foldPost, withFetchedOlder, withOlderComments } from './fold-post.ts';
import { isShown, type PostChange, sendChange, withChange } from './post-changes.ts';
import { keepContent } from './whole-content.ts';

/** What other users have just changed: comments by id, and parts of posts by `partOf`. */
export const changedByOthers = createStore<News>({});
export const partOf = (postId: string, part: 'likes' | 'text'): string => `${part} of ${postId}`;

/** During an upgrade, a server from before revisions may answer. */
const confirmed = (post: FeedPost): CachedPost => ({ ...post, revision: post.revision ?? null });

/** The feed by the uid of its reader, as it says what they like. */
export const posts = syncedPages<CachedPost, PostChange>({
  queryKey: ['community', 'feed'],
  pageSize: 10,
  maxPages: 4,
  fetchPage: async (_, { limit, cursor, signal }) => {
    const query = new URLSearchParams({ limit: String(limit), ...(cursor !== null && { cursor }) });
    const { data } = await api.get<PostPage>(`/community?${query}`, { signal });
    return { ...data, items: data.items.map(confirmed) };
  },
  fetchOne: async ({ id }) => {
    const { data } = await api.get<Post>(`/community/${id}`);
    keepContent(data);
    return confirmed(excerpted(data));
  },
  renewed: withFetchedOlder,
  // A message about a like comes to the user alone.
  fold: (post, message, [reader]) =>
    message.kind === 'post.liked' && reader !== currentUid() ? post : foldPost(post, message),
  added: (message) =>
    message.kind === 'post.published' ? { document: confirmed(message.post), as: 'waiting' } : undefined,
  apply: withChange,
  isShown,
  isSentUntilAnswered: false,
  send: ([uid = '', postId = ''], change) => sendChange(uid, postId, change),
  onMessage: (before, after) => {
    const parts = changedParts(before, after);
    if (parts.length > 0) changedByOthers.set(withNews(changedByOthers.get(), parts, Date.now()));
  },
});

function changedParts(before: CachedPost, after: CachedPost): string[] {
  const { id, title, content, imageUrl, youtubeUrl, likeCount, comments } = after;
  const known = new Set(before.comments.map((comment) => comment.id));
  const written = [title, content, imageUrl, youtubeUrl].join();
  const writtenBefore = [before.title, before.content, before.imageUrl, before.youtubeUrl].join();
  return [
    ...(written === writtenBefore ? [] : [partOf(id, 'text')]),
    ...(likeCount === before.likeCount ? [] : [partOf(id, 'likes')]),
    ...comments.flatMap((comment) => (known.has(comment.id) ? [] : comment.id)),
  ];
}

/** A feed that is fetched again more often than this while a page of comments is fetched drops the press. */
const maxCommentPages = 5;

/**
 * Fetches the comments before a cursor. If the feed was fetched again meanwhile, the post may begin with another comment,
 * which the page does not continue: then the page before that one is fetched.
 */
async function fetchOlderComments(reader: string, postId: string, pressed: string): Promise<CommentPage> {
  let cursor: string | null = pressed;
  for (let pages = 0; cursor !== null && pages < maxCommentPages; pages++) {
    const before: string = cursor;
    const path = `/community/${postId}/comments?${new URLSearchParams({ cursor: before })}`;
    const { answer, buffered } = await fetchWhileBuffering(onLive, () => api.get<CommentPage>(path));
    const [post] = posts.cached([reader, postId]);
    cursor = post?.olderCommentsCursor ?? null;
    if (cursor !== before) continue;
    const removed = new Set(
      buffered.flatMap((message) =>
        message.kind === 'post.changed' && message.postId === postId ? (message.comments?.removed ?? []) : [],
      ),
    );
    const page = { ...answer.data, items: answer.data.items.filter(({ id }) => !removed.has(id)) };
    posts.amend([reader, postId], (cached) => withOlderComments(cached, page, before));
    return page;
  }
  return { items: [], nextCursor: null };
}

export function useOlderComments(reader: string, postId: string) {
  const notify = useNotice();
  return useMutation({
    mutationFn: (cursor: string) => fetchOlderComments(reader, postId, cursor),
    retry: 1,
    onError: (error) => notify.error(failureText(error, 'Failed to fetch comments')),
  });
}

const failures: Record<PostChange['kind'], string> = {
  like: 'Failed to like post',
  comment: 'Failed to add comment',
  deleteComment: 'Failed to delete comment',
  delete: 'Failed to delete post',
};

export function usePostChange(reader: string, postId: string) {
  const notify = useNotice();
  return useMutation({
    ...posts.change(reader, postId),
    onError: (error, change) => {
      // Unless its author has signed out, which removes their drafts.
      if (change.kind === 'comment' && reader === currentUid()) putCommentBack(reader, postId, change.comment.text);
      notify.error(failureText(error, failures[change.kind]));
    },
  });
}

interface Sent {
  form: PostForm;
  key: string;
}

export function usePublishPost(reader: string) {
  return useMutation({
    mutationFn: ({ form, key }: Sent) =>
      api.send<Post>('POST', '/community', { id: key, ...form } satisfies PostForm, { idempotencyKey: key }),
    onSuccess: ({ data }) => {
      keepContent(data);
      posts.add(confirmed(excerpted(data)), reader);
    },
  });
}

export function useRevisePost(reader: string, postId: string) {
  return useMutation({
    mutationFn: async ({ form, key }: Sent) => {
      const { data, revision } = await api.send<Post>('PUT', `/community/${postId}`, form, { idempotencyKey: key });
      keepContent(data);
      await posts.reached([reader, postId], revision);
    },
  });
}
