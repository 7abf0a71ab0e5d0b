import type { LiveMessage } from '../../../server/core/contracts/live.ts';
import { type CachedPost, foldPost } from './fold-post.ts';
import { isFollowed } from './followed-people.ts';

/** The feed, the posts of those whom the reader follows, those with a hashtag or of an author, and for each post's own screen a list of one. */
export type PostList =
  | readonly [reader: string, list: 'all']
  | readonly [reader: string, list: 'following']
  | readonly [reader: string, list: 'tag', tag: string]
  | readonly [reader: string, list: 'author', uid: string]
  | readonly [reader: string, list: 'one', postId: string];

/** Whether a new or revised post belongs to the list. */
export function isListed(post: CachedPost, [reader, list, which]: PostList): boolean {
  switch (list) {
    case 'all':
      return true;
    case 'following':
      return isFollowed(reader, post.authorId);
    case 'tag':
      return post.tags?.includes(which ?? '') === true;
    case 'author':
      return post.authorId === which;
    case 'one':
      return post.id === which;
  }
}

/** Like `foldPost`. A post that loses its hashtag is gone from the list of that. */
export function foldInList(post: CachedPost, message: LiveMessage, list: PostList): CachedPost | 'gap' | 'gone' {
  const folded = foldPost(post, message);
  return folded === 'gap' || folded === 'gone' || folded === post || isListed(folded, list) ? folded : 'gone';
}

/** The call of the API that reads the list. */
export function requestOf([, list, which = '']: PostList): { path: string; query: Record<string, string> } {
  if (list === 'following') return { path: '/following/posts', query: {} };
  const path = '/community';
  if (list === 'tag') return { path, query: { tag: which } };
  return { path, query: list === 'author' ? { author: which } : {} };
}
